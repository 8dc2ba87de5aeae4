/**
 * What stops a person's next purchase.
 *
 * Owns: which marks count, until when, and which of several reasons is told. Does not own: who a mark belongs to
 * (functions/contract/parties.ts) or what is done about it.
 */
import { businessDay, renewalDay } from '../billing/days.ts';
import { billingTerms } from '../billing/terms.ts';

export const markKinds = ['withdrawal', 'debt', 'dispute', 'trust'] as const;
export type MarkKind = (typeof markKinds)[number];

/**
 * How a mark was settled: its debt was paid, an operator released it, a charge honoured the trust, the dispute was won or
 * lost.
 */
export type SettledBy = 'paid' | 'operator' | 'honoured' | 'won' | 'lost';

/** Something that follows a payer, an account and a tenant beyond the contract it comes from. */
export interface Mark {
  /** `kind:reference`. */
  readonly id: string;
  readonly kind: MarkKind;
  /** What it comes from: the purchase undone, the contract or charge unpaid, the charge disputed. */
  readonly reference: string;
  /** Of a debt: what is owed. */
  readonly amountCentavos: number | null;
  /** Of a debt: the unpaid days. */
  readonly days: number | null;
  /** When it arose, milliseconds UTC. */
  readonly at: number;
  /** `null` while it is open. */
  readonly settledAt: number | null;
  readonly settledBy: SettledBy | null;
}

export type Hold =
  | {
      readonly kind: 'debt';
      readonly marks: readonly Mark[];
      readonly centavos: number;
      readonly days: number;
    }
  | { readonly kind: 'dispute' | 'withdrawals'; readonly marks: readonly Mark[] };

const isOpen = ({ settledAt }: Mark): boolean => settledAt === null;

/** Twelve months, counted in days of São Paulo: the same date of the next year is outside. */
const isRecent = ({ at }: Mark, now: number): boolean =>
  businessDay(now) < renewalDay(businessDay(at), 'yearly');

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/**
 * Why nothing may be bought: debt before dispute before withdrawals, because the customer can end the first alone.
 * @returns `null` when nothing stands in the way.
 */
export function holdOf(marks: readonly Mark[], now: number): Hold | null {
  const open = (kind: MarkKind): readonly Mark[] =>
    marks.filter((mark) => mark.kind === kind && isOpen(mark));
  const debts = open('debt');
  if (debts.length > 0)
    return {
      kind: 'debt',
      marks: debts,
      centavos: sum(debts.map(({ amountCentavos }) => amountCentavos)),
      days: sum(debts.map(({ days }) => days)),
    };
  const disputes = open('dispute');
  if (disputes.length > 0) return { kind: 'dispute', marks: disputes };
  const withdrawals = open('withdrawal').filter((mark) => isRecent(mark, now));
  return withdrawals.length >= billingTerms.withdrawalsMax
    ? { kind: 'withdrawals', marks: withdrawals }
    : null;
}

/** True while a trust was given that no charge at the higher price has honoured: no second one is given. */
export function isTrustOpen(marks: readonly Mark[]): boolean {
  return marks.some((mark) => mark.kind === 'trust' && isOpen(mark));
}

/** True when so little is owed that it is waived: no mark is written for it. */
export function isWaived(debtCentavos: number): boolean {
  return debtCentavos < billingTerms.differenceCentavosMin;
}
