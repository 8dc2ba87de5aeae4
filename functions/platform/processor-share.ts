/**
 * Each caller's share of the payment processor's quota, counted in D1.
 *
 * The processor counts every request of our account, 25,000 in 12 hours, and refuses all of them afterwards, those of every
 * other customer too. The platform's own limits know a minute at most, and what they let through in an hour would be enough.
 */
import type { Clock } from './clock.ts';
import { statement } from './db.ts';

const HOUR_MS = 3_600_000;

/** What a caller makes the processor work for: a charge, a check whether it was paid, the account page. */
export type ProcessorWork = 'charge' | 'payment' | 'account';

export interface ProcessorCaller {
  readonly subject: string;
  /** The network the call comes from, where the share is also one of the network. */
  readonly network?: string;
}

/**
 * Times in an hour: more than a person needs. A charge is three or four requests, the others two. Anyone can open an
 * account, so what needs no contract is counted for the network too; an office shares one.
 */
export const SHARES: Readonly<
  Record<ProcessorWork, { readonly account: number; readonly network: number | null }>
> = {
  charge: { account: 30, network: 120 },
  payment: { account: 30, network: 120 },
  account: { account: 60, network: null },
};

const callerOf = (work: string, who: string): string => `${work} ${who}`;

/** Under which keys an account is counted, for an export and for a deletion. */
export const callersOf = (subject: string): readonly string[] =>
  Object.keys(SHARES).map((work) => callerOf(work, subject));

/** Makes the shares over a D1 database. */
export function createProcessorShare(db: D1Database, { now }: Clock) {
  const countedOf = (work: ProcessorWork, { subject, network }: ProcessorCaller) => {
    const { account: ofAccount, network: ofNetwork } = SHARES[work];
    return [
      { caller: callerOf(work, subject), share: ofAccount },
      ...(network === undefined || ofNetwork === null
        ? []
        : [{ caller: callerOf(work, network), share: ofNetwork }]),
    ];
  };
  const thisHour = (): number => Math.floor(now() / HOUR_MS) * HOUR_MS;
  return {
    /** Counts one more; false once the account or the network has had its share of the hour. */
    async take(work: ProcessorWork, asking: ProcessorCaller) {
      const hour = thisHour();
      const asked = await db.batch(
        countedOf(work, asking).map(({ caller, share }) =>
          statement(
            db,
            `INSERT INTO processor_asks (caller, hour, asks) VALUES (?, ?, 1)
               ON CONFLICT (caller, hour) DO UPDATE SET asks = asks + 1 WHERE asks < ?`,
            caller,
            hour,
            share,
          ),
        ),
      );
      return asked.every(({ meta }) => meta.changes === 1);
    },
    /** Uncounts the last call: it failed through no fault of the caller's. */
    async giveBack(work: ProcessorWork, asking: ProcessorCaller) {
      const sql = 'UPDATE processor_asks SET asks = asks - 1 WHERE caller = ? AND hour = ? AND asks > 0';
      const hour = thisHour();
      await db.batch(countedOf(work, asking).map(({ caller }) => statement(db, sql, caller, hour)));
    },
  };
}

export type ProcessorShare = ReturnType<typeof createProcessorShare>;
