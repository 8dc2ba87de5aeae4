/** The marks that a command writes about a person, beside the contract's facts: debts, withdrawals, disputes, trust. */
import { type Debt, graceDebt } from '#domain/contract/endings.ts';
import type { Facts } from '#domain/contract/facts.ts';
import type { Mark } from '#domain/contract/holds.ts';
import type { OpenPurchase } from '#domain/contract/purchases.ts';
import type { Deps } from '#functions/compose.ts';
import type { PersonMark } from '#functions/debts/marks-store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { partiesOf } from './parties.ts';

type Owner = Pick<Tenant, 'orderId' | 'subject'>;

/** All parties of a mark about this environment: its account, the tenant, and everyone who has paid for it. */
export async function partiesOfTenant(
  needs: Deps,
  { orderId, subject }: Owner,
  { contracts }: Facts,
): Promise<string[]> {
  const payers = contracts.map(({ payer }) => payer).filter((payer) => payer !== null);
  return [...new Set([...(await partiesOf(needs, { subject, orderId })), ...payers])];
}

export async function debtMarks(
  needs: Deps,
  owner: Owner,
  facts: Facts,
  debt: Debt | null,
): Promise<PersonMark[]> {
  if (debt === null) return [];
  const { reference, days, amountCentavos } = debt;
  return [await markOf(needs, owner, facts, { kind: 'debt', reference, days, amountCentavos })];
}

export async function withdrawalMarks(
  needs: Deps,
  owner: Owner,
  facts: Facts,
  { id: reference }: OpenPurchase,
): Promise<PersonMark[]> {
  return [await markOf(needs, owner, facts, { kind: 'withdrawal', reference })];
}

export async function markOf(
  needs: Deps,
  owner: Owner,
  facts: Facts,
  mark: Omit<PersonMark['mark'], 'at'>,
): Promise<PersonMark> {
  return {
    mark: { ...mark, at: needs.clock.now() },
    parties: await partiesOfTenant(needs, owner, facts),
  };
}

/** The unpaid grace days as a debt, which a payment of the charge settles. */
export async function suspensionMarks(needs: Deps, owner: Owner, facts: Facts): Promise<PersonMark[]> {
  return debtMarks(needs, owner, facts, graceDebt(facts, needs.clock.now()));
}

/** Reference of a trust mark. It names the environment, so that a charge of another environment does not settle it. */
export const trustReference = ({ orderId }: Pick<Owner, 'orderId'>, changeId: string): string =>
  `${orderId}:${changeId}`;

export const isOwnTrust = ({ orderId }: Pick<Owner, 'orderId'>, { reference }: Mark): boolean =>
  reference.startsWith(`${orderId}:`);
