/**
 * Single charges at Asaas, and what it knows of a customer.
 *
 * Owns: which card pays a charge, and that a refused card leaves no charge.
 */
import { DomainError } from '#domain/errors.ts';
import { parseCnpj, parseCpf } from '#domain/tax-id/tax-id.ts';
import type { ChargedCard, PaymentSnapshot, Processor, StoredPayer } from '#functions/vendors/processor.ts';
import { tokenizeCard } from './cards.ts';
import type { AsaasClient } from './client.ts';
import { listPaymentsOf, newestCard, readAll } from './lists.ts';
import { chargeBody } from './requests.ts';
import { paymentSnapshotOf, WireCustomer, WireIgnored, WirePayment } from './wire.ts';

type SingleCharges = Pick<
  Processor,
  'openCharge' | 'findCharge' | 'readTaxId' | 'readPayer' | 'removeCharge'
>;

/** See `Processor` for the methods. */
export function createSingleCharges(client: AsaasClient): SingleCharges {
  const { ask, demand } = client;

  /** The token that pays; `null` when the customer pays on the page. */
  async function tokenFor(customerId: string, card: ChargedCard): Promise<string | null> {
    switch (card.from) {
      case 'form':
        return (await tokenizeCard(client, customerId, card.payer, card.card, card.remoteIp)).token;
      case 'subscription':
        return (
          newestCard(await listPaymentsOf(client, card.subscriptionId))?.creditCard?.creditCardToken ?? null
        );
      case 'page':
        return null;
    }
  }

  async function readCustomer(customerId: string): Promise<WireCustomer | null> {
    const path = `/v3/customers/${encodeURIComponent(customerId)}`;
    return ask(WireCustomer, { name: 'read customer', method: 'GET', path });
  }

  async function removeCharge(paymentId: string): Promise<void> {
    const path = `/v3/payments/${encodeURIComponent(paymentId)}`;
    await ask(WireIgnored, { name: 'remove payment', method: 'DELETE', path });
  }

  /**
   * The vendor creates no charge for a refused card. If it ever returns one, remove it before reporting the refusal.
   */
  async function requireNotRefused(charge: PaymentSnapshot): Promise<void> {
    if (charge.state !== 'refused') return;
    await removeCharge(charge.paymentId).catch(() => {
      throw new DomainError('payment-unclear', { message: 'asaas: a refused charge could not be removed' });
    });
    throw new DomainError('payment-declined', { message: 'asaas: the charge was made and refused' });
  }

  return {
    removeCharge,

    async openCharge(customerId, charge, card) {
      const creditCardToken = await tokenFor(customerId, card);
      const paidBy =
        creditCardToken === null || card.from === 'page'
          ? null
          : { creditCardToken, remoteIp: card.remoteIp };
      const payment = await demand(WirePayment, {
        name: 'create charge',
        method: 'POST',
        path: '/v3/payments',
        involvesCard: paidBy !== null,
        isUnclearOnFailure: true,
        json: chargeBody(customerId, charge, paidBy),
      });
      const snapshot = paymentSnapshotOf(payment);
      if (paidBy !== null) await requireNotRefused(snapshot);
      return snapshot;
    },

    async findCharge(reference) {
      const query = { externalReference: reference };
      const listed = await readAll(client, { name: 'find charge', path: '/v3/payments', query });
      const charges = listed.filter(
        (each) => each.externalReference === reference && !each.subscription && each.deleted !== true,
      );
      // The list is newest first; sorting guards against a change of that order.
      const [newest] = charges.toSorted((a, b) => (b.dateCreated ?? '').localeCompare(a.dateCreated ?? ''));
      return newest === undefined ? null : paymentSnapshotOf(newest);
    },

    async readTaxId(customerId) {
      const taxId = (await readCustomer(customerId))?.cpfCnpj ?? '';
      return parseCpf(taxId) ?? parseCnpj(taxId);
    },

    async readPayer(customerId) {
      const customer = await readCustomer(customerId);
      return customer === null || customer.deleted === true ? null : payerOf(customer);
    },
  };
}

const digitsOf = (text: string | null | undefined): string => (text ?? '').replace(/\D/g, '');
const textOrNull = (text: string | null | undefined): string | null => (text ? text : null);

function payerOf(customer: WireCustomer): StoredPayer {
  return {
    name: customer.name ?? '',
    phone: digitsOf(customer.mobilePhone || customer.phone),
    postalCode: digitsOf(customer.postalCode),
    street: customer.address ?? '',
    addressNumber: customer.addressNumber ?? '',
    complement: textOrNull(customer.complement),
    neighbourhood: customer.province ?? '',
    city: textOrNull(customer.cityName),
    state: textOrNull(customer.state),
  };
}
