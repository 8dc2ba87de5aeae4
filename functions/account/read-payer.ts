/** The payer of the account's last contract, as the processor has it, for the forms that ask for a card. */
import type { KnownPayer } from '#domain/api-schemas/known-payer.ts';
import type { Deps } from '#functions/compose.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { takeProcessorCall } from '#functions/platform/processor-quota.ts';
import { withTimeout } from '#functions/platform/with-timeout.ts';
import { findTenantOfOwner } from '#functions/tenants/store.ts';

type Needs = Pick<Deps, 'processor' | 'db' | 'logger' | 'clock'>;

/** Longest wait; the form then opens without these values. */
const PATIENCE_MS = 3_000;

/** Empty without an environment of one's own, and when the processor fails or is slow: the form asks for everything. */
export async function readKnownPayer(needs: Needs, subject: string): Promise<KnownPayer> {
  const { processor, db, logger } = needs;
  const tenant = await findTenantOfOwner(db, subject);
  if (tenant === null) return {};
  const { orderId } = tenant;
  const { facts } = await readLedger(db, orderId);
  const customerId = facts.contracts.at(-1)?.customerId;
  if (customerId === undefined || !(await takeProcessorCall(needs, 'account', { subject }))) return {};
  const reading = processor.readPayer(customerId).catch((error: unknown) => {
    logger.warn('payer-unread', { orderId, error });
    return null;
  });
  const payer = await withTimeout(reading, PATIENCE_MS, null);
  if (payer === null) return {};
  const { name, phone, postalCode, street, addressNumber, complement, neighbourhood, city, state } = payer;
  return {
    known: {
      name,
      phone,
      cep: postalCode,
      rua: street,
      numero: addressNumber,
      bairro: neighbourhood,
      ...(complement === null ? {} : { complemento: complement }),
      ...(city === null ? {} : { cidade: city }),
      ...(state === null ? {} : { uf: state }),
    },
  };
}
