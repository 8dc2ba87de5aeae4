/** The payer of the account's last contract, as the processor has it, for the forms that ask for a card. */
import type { KnownPayer } from '#domain/contracts/known-payer.ts';
import type { Deps } from '#functions/compose.ts';
import { requireTenant } from '#functions/contract/require-tenant.ts';
import { inTime } from '#functions/platform/in-time.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';

type Needs = NeedsOf<typeof requireTenant> & Pick<Deps, 'billing' | 'ledger' | 'processorShare' | 'logger'>;

/** The form opens without it, so nobody waits longer. */
const PATIENCE_MS = 3_000;

/** @throws DomainError As `requireTenant`. A processor that fails or is slow is no error: the form asks for everything. */
export async function readKnownPayer(needs: Needs, subject: string): Promise<KnownPayer> {
  const { billing, ledger, processorShare, logger } = needs;
  const { orderId } = await requireTenant(needs, subject);
  const { facts } = await ledger.read(orderId);
  const customerId = facts.contracts.at(-1)?.customerId;
  if (customerId === undefined || !(await processorShare.take('account', { subject }))) return {};
  const reading = billing.readPayer(customerId).catch((error: unknown) => {
    logger.warn('payer-unread', { orderId, error });
    return null;
  });
  const payer = await inTime(reading, PATIENCE_MS, null);
  if (payer === null) return {};
  const { name, phone, postalCode, street, addressNumber, complement, neighbourhood, city, state } = payer;
  return {
    conhecido: {
      ...{ nome: name, telefone: phone, cep: postalCode, rua: street, numero: addressNumber },
      ...{ bairro: neighbourhood },
      ...(complement === null ? {} : { complemento: complement }),
      ...(city === null ? {} : { cidade: city }),
      ...(state === null ? {} : { uf: state }),
    },
  };
}
