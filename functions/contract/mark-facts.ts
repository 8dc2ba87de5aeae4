/** What a command writes about a person beside the facts of the contract: debts, withdrawals, disputes, trust. */
import { type Debt, graceDebt } from '#domain/contract/endings.ts';
import type { Facts } from '#domain/contract/facts.ts';
import type { Mark } from '#domain/contract/holds.ts';
import type { OpenPurchase } from '#domain/contract/purchases.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { PersonMark } from './ledger-store.ts';
import { partiesOf } from './parties.ts';
import type { Tenant } from './tenant.ts';

type Needs = NeedsOf<typeof partiesOf> & { readonly clock: Clock };

type Owner = Pick<Tenant, 'orderId' | 'subject'>;

/**
 * Everybody whom a mark about this environment belongs to: its account, itself, and all who paid for it since it is this
 * account's.
 */
export async function partiesOfTenant(
  needs: Needs,
  { orderId, subject }: Owner,
  { contracts }: Facts,
): Promise<string[]> {
  const payers = contracts
    .filter(({ formerSubject }) => formerSubject == null || formerSubject === subject)
    .map(({ payer }) => payer)
    .filter((payer) => payer !== null);
  return [...new Set([...(await partiesOf(needs, { subject, orderId })), ...payers])];
}

export async function debtMarks(
  needs: Needs,
  owner: Owner,
  facts: Facts,
  debt: Debt | null,
): Promise<PersonMark[]> {
  if (debt === null) return [];
  const { reference, days, amountCentavos } = debt;
  return [await markOf(needs, owner, facts, { kind: 'debt', reference, days, amountCentavos })];
}

export async function withdrawalMarks(
  needs: Needs,
  owner: Owner,
  facts: Facts,
  { id: reference }: OpenPurchase,
): Promise<PersonMark[]> {
  return [await markOf(needs, owner, facts, { kind: 'withdrawal', reference })];
}

export async function markOf(
  needs: Needs,
  owner: Owner,
  facts: Facts,
  mark: Omit<PersonMark['mark'], 'at'>,
): Promise<PersonMark> {
  return {
    mark: { ...mark, at: needs.clock.now() },
    parties: await partiesOfTenant(needs, owner, facts),
  };
}

/** What the days in grace cost so far, as a debt that a payment of the charge ends. */
export async function suspensionMarks(needs: Needs, owner: Owner, facts: Facts): Promise<PersonMark[]> {
  return debtMarks(needs, owner, facts, graceDebt(facts, needs.clock.now()));
}

/** The reference of a trust names its environment: a charge of another one does not honour it. */
export const trustReference = ({ orderId }: Pick<Owner, 'orderId'>, changeId: string): string =>
  `${orderId}:${changeId}`;

export const isOwnTrust = ({ orderId }: Pick<Owner, 'orderId'>, { reference }: Mark): boolean =>
  reference.startsWith(`${orderId}:`);
