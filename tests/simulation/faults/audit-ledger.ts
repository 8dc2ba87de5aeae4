/** Compares the ledger with the processor: paid, refunded and renewed charges. */
import type { Finding } from './audit.ts';
import type { SystemState } from './system-state.ts';

/** Pending work at processor and cluster that follows from the ledger. */
export function unsettledLedger({ contracts, tenants }: SystemState): string[] {
  return [
    ...tenants
      .filter(({ cluster_calls }) => cluster_calls > 0)
      .map(({ subdomain }) => `cluster call about ${subdomain}`),
    ...contracts.filter((each) => each.price_due === 1).map(({ id }) => `price of ${id}`),
  ];
}

/** Every payment at the processor is a charge of the ledger and vice versa; refunds are made. */
export function auditLedger(system: SystemState): Finding[] {
  const { charges, contracts, payments } = system;
  const known = new Map(charges.map((each) => [each.payment_id, each]));
  const sold = new Set<string | null>(contracts.map((each) => each.subscription_id));
  const paid = new Map(
    payments.filter(({ status }) => status === 'CONFIRMED').map((each) => [each.id, each]),
  );
  const unknown = [...paid.values()].filter(
    ({ id, subscription }) => sold.has(subscription) && known.get(id)?.state !== 'confirmed',
  );
  const unpaid = charges.filter(
    (each) => each.state === 'confirmed' && each.amount_centavos > 0 && !paid.has(each.payment_id),
  );
  const kept = charges.filter(
    (each) => each.returned !== null && each.returned !== 'forgiven' && paid.has(each.payment_id),
  );
  return [
    ...unknown.map(
      ({ id }): Finding => ({
        rule: 'contract-differs',
        about: `${id} is paid but not in the ledger`,
      }),
    ),
    ...unpaid.map(
      (each): Finding => ({
        rule: 'contract-differs',
        about: `${each.payment_id} is paid in the ledger only`,
      }),
    ),
    ...kept.map(
      (each): Finding => ({
        rule: 'double-charge',
        about: `${each.payment_id} is due for a refund that was not made`,
      }),
    ),
  ];
}
