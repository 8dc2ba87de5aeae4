/**
 * Calls that create something at the payment processor, at most once.
 *
 * The processor has no idempotency keys. So before the call our row says that something may exist there until a given
 * time. The next caller (the same person, the processor's event, a scheduled job) looks it up by our reference, and
 * only creates it again when the look-up finds nothing and the lost call can no longer take effect
 * (docs/decisions/007).
 */
import { codeOf, DomainError, type ErrorCode } from '#domain/errors.ts';
import type { Clock } from './clock.ts';
import { CHARGING_MS_MAX, type Leased } from './lease.ts';

interface Needs {
  readonly clock: Clock;
}

/** A row whose call to the processor may be under way or lost. */
interface MayBeUnclear {
  /** After a lost response: until this time the processor may still carry out the call; 0 before any call. */
  readonly unclearUntil: number;
}

const refusals: ReadonlySet<ErrorCode> = new Set([
  'payment-declined',
  'validation-failed',
  'payment-unavailable',
]);

/** True for a failure that certainly left nothing at the processor; any other stays unclear until it is looked up. */
export const isRefusal = (error: unknown): boolean => refusals.has(codeOf(error));

/** @throws DomainError `payment-unclear` while a lost call may still take effect. */
export function requireClear({ clock }: Needs, { unclearUntil }: MayBeUnclear): void {
  if (unclearUntil >= clock.now()) throw new DomainError('payment-unclear');
}

/** What may be left at the processor after a failure. */
interface Failure {
  readonly error: unknown;
  /** False when a step before the call failed. */
  readonly wasSent: boolean;
  /** True when certainly nothing is left, also of earlier calls. */
  readonly isClear: boolean;
}

/** One thing to create, under the lease of its row. */
export interface Creation<Made> {
  /** Finds what an earlier call made, by our reference; asked only when there was one. */
  readonly lookUp: () => Promise<Made | null>;
  /** Everything before the call, which creates nothing; returns the call. */
  readonly prepare: () => Promise<() => Promise<Made>>;
  /** Writes that something may exist until then. It throws when the lease was lost: nothing may be created then. */
  readonly announce: (unclearUntil: number) => Promise<unknown>;
  /** Writes what follows from a failure of `prepare` or of the call, which is thrown afterwards. */
  readonly failed?: (failure: Failure) => Promise<unknown>;
}

/**
 * Returns what an earlier call made, or makes it.
 * @param leased Its row is clear again once the call was answered; the next write stores that.
 * @throws DomainError `payment-unclear` while an earlier call may still make it; whatever the steps throw.
 */
export async function createOnce<Made, Row extends MayBeUnclear>(
  needs: Needs,
  leased: Leased<Row>,
  { lookUp, prepare, announce, failed }: Creation<Made>,
): Promise<Made> {
  const { unclearUntil } = leased.row;
  const isFirst = unclearUntil === 0;
  if (!isFirst) {
    const found = await lookUp();
    if (found !== null) return found;
    requireClear(needs, leased.row);
  }
  const handled = async <T>(step: Promise<T>, wasSent: boolean): Promise<T> => {
    try {
      return await step;
    } catch (error) {
      if (wasSent && isRefusal(error)) answered(leased, unclearUntil);
      await failed?.({ error, wasSent, isClear: isFirst && (!wasSent || isRefusal(error)) });
      throw error;
    }
  };
  const create = await handled(prepare(), false);
  await announce(needs.clock.now() + CHARGING_MS_MAX);
  const made = await handled(create(), true);
  answered(leased, unclearUntil);
  return made;
}

/** Notes that the last call was answered: only earlier ones may still take effect. */
export function answered<Row extends MayBeUnclear>(leased: Leased<Row>, unclearUntil: number): void {
  leased.row = { ...leased.row, unclearUntil };
}
