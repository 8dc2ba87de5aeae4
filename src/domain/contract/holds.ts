/**
 * Holds: what keeps a person from buying again.
 *
 * Owns: which marks count, for how long, and which reason the customer sees when there are several. Does not own: whom
 * a mark belongs to (functions/debts/parties.ts) or what happens with it.
 */
import { businessDay, renewalDay } from '../billing/days.ts';
import { billingTerms } from '../billing/terms.ts';

export const markKinds = ['withdrawal', 'debt', 'dispute', 'trust'] as const;
export type MarkKind = (typeof markKinds)[number];

/**
 * How a mark was settled: the debt was paid, an operator released it, a charge at the trusted price was paid, or the
 * dispute was won or lost.
 */
export const settlements = ['paid', 'operator', 'honoured', 'won', 'lost'] as const;
export type SettledBy = (typeof settlements)[number];

/**
 * A debt, dispute, withdrawal or open trust that follows a payer, an account and a tenant beyond the contract it came
 * from.
 */
export interface Mark {
  /** `kind:reference`. */
  readonly id: string;
  readonly kind: MarkKind;
  /** Id of the cause: the withdrawn purchase, the unpaid contract or charge, or the disputed charge. */
  readonly reference: string;
  /** For a debt: the amount owed. */
  readonly amountCentavos: number | null;
  /** For a debt: the number of unpaid days. */
  readonly days: number | null;
  /** When it arose, milliseconds UTC. */
  readonly at: number;
  /** `null` while it is open. */
  readonly settledAt: number | null;
  readonly settledBy: SettledBy | null;
}

/** A mark, and those of the asked parties that it belongs to: payer, account and tenant, each as a keyed hash. */
export interface FoundMark extends Mark {
  readonly parties: readonly string[];
}

export const holdKinds = ['debt', 'dispute', 'withdrawals'] as const;

export type Hold =
  | {
      readonly kind: 'debt';
      readonly marks: readonly Mark[];
      readonly centavos: number;
      readonly days: number;
    }
  | { readonly kind: 'dispute' | 'withdrawals'; readonly marks: readonly Mark[] };

const isOpen = ({ settledAt }: Mark): boolean => settledAt === null;

/** True within twelve months, counted in São Paulo days; the same date a year later no longer counts. */
const isRecent = ({ at }: Mark, now: number): boolean =>
  businessDay(now) < renewalDay(businessDay(at), 'yearly');

const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

/**
 * Returns why the person may not buy. Debt comes before dispute and withdrawals, because the customer can settle a debt
 * alone. Withdrawals are counted for payer, account and tenant each by itself: one of a colleague and one of the
 * company are not two of either.
 * @returns `null` when nothing prevents the purchase.
 */
export function holdOf(marks: readonly FoundMark[], now: number): Hold | null {
  const open = (kind: MarkKind): readonly FoundMark[] =>
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
  const recent = open('withdrawal').filter((mark) => isRecent(mark, now));
  const perParty = [...new Set(recent.flatMap(({ parties }) => parties))].map((party) =>
    recent.filter(({ parties }) => parties.includes(party)),
  );
  const withdrawals = perParty.find(({ length }) => length >= billingTerms.withdrawalsMax);
  return withdrawals === undefined ? null : { kind: 'withdrawals', marks: withdrawals };
}

/**
 * True while an upgrade on trust has not been followed by a charge at the higher price; a second one is refused until
 * then.
 */
export function hasUnpaidUpgrade(marks: readonly Mark[]): boolean {
  return marks.some((mark) => mark.kind === 'trust' && isOpen(mark));
}

/** True when the debt is so small that it is waived and gets no mark. */
export function isWaived(debtCentavos: number): boolean {
  return debtCentavos < billingTerms.differenceCentavosMin;
}
