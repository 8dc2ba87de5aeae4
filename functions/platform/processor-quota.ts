/**
 * Each caller's hourly quota of calls that cost requests at the payment processor, counted in D1.
 *
 * The processor allows our account 25,000 requests in 12 hours and then refuses all of them, for every customer. The
 * platform's own rate limits cover a minute at most, which within an hour would still let too many through.
 */
import type { Clock } from './clock.ts';
import { statement } from './db.ts';

const HOUR_MS = 3_600_000;

/** Work that costs processor requests: a charge, a payment check, the account page. */
export type ProcessorWork = 'charge' | 'payment' | 'account';

export interface ProcessorCaller {
  readonly subject: string;
  /** The caller's network, when the quota also counts by network. */
  readonly network?: string;
}

/**
 * Calls per hour: more than a person needs. A charge takes three or four requests, the others two. Opening accounts is
 * free, so work without a contract also counts per network; an office has one.
 */
export const PROCESSOR_QUOTAS: Readonly<
  Record<ProcessorWork, { readonly account: number; readonly network: number | null }>
> = {
  charge: { account: 30, network: 120 },
  payment: { account: 30, network: 120 },
  account: { account: 60, network: null },
};

const callerOf = (work: string, who: string): string => `${work} ${who}`;

/** The keys that count an account, for an export and for a deletion. */
export const callersOf = (subject: string): readonly string[] =>
  Object.keys(PROCESSOR_QUOTAS).map((work) => callerOf(work, subject));

interface QuotaNeeds {
  readonly db: D1Database;
  readonly clock: Clock;
}

const countedOf = (work: ProcessorWork, { subject, network }: ProcessorCaller) => {
  const { account: ofAccount, network: ofNetwork } = PROCESSOR_QUOTAS[work];
  return [
    { caller: callerOf(work, subject), quota: ofAccount },
    ...(network === undefined || ofNetwork === null
      ? []
      : [{ caller: callerOf(work, network), quota: ofNetwork }]),
  ];
};

const thisHour = (needs: QuotaNeeds): number => Math.floor(needs.clock.now() / HOUR_MS) * HOUR_MS;

/** Counts a call; false when the account or network has used its quota of this hour. */
export async function takeProcessorCall(needs: QuotaNeeds, work: ProcessorWork, by: ProcessorCaller) {
  const hour = thisHour(needs);
  const counted = await needs.db.batch(
    countedOf(work, by).map(
      ({ caller, quota }) =>
        statement(needs.db)`INSERT INTO processor_calls (caller, hour, calls) VALUES (${caller}, ${hour}, 1)
              ON CONFLICT (caller, hour) DO UPDATE SET calls = calls + 1 WHERE calls < ${quota}`,
    ),
  );
  return counted.every(({ meta }) => meta.changes === 1);
}

/** Removes the last call from the count, after a failure that the caller did not cause. */
export async function uncountProcessorCall(needs: QuotaNeeds, work: ProcessorWork, by: ProcessorCaller) {
  const hour = thisHour(needs);
  await needs.db.batch(
    countedOf(work, by).map(
      ({ caller }) =>
        statement(needs.db)`UPDATE processor_calls SET calls = calls - 1
              WHERE caller = ${caller} AND hour = ${hour} AND calls > 0`,
    ),
  );
}
