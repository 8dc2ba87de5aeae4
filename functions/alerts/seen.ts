/** "Estou vendo": somebody looks after falls, so nobody is reminded of them any more. */
import type { Deps } from '#functions/compose.ts';
import { run } from '#functions/platform/db.ts';

/** Who says it. */
export interface Seer {
  readonly by: string;
  /** The recipient in whose name it is said; `null` on the account's pages. */
  readonly recipient: string | null;
  /** `owner`, or the id of a membership. */
  readonly actor: string | null;
}

/** Notes it on those of the falls that last and of which nobody has said it. */
export async function sayFallsSeen(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  orderId: string,
  falls: readonly number[],
  { by, recipient }: Seer,
): Promise<void> {
  await run(
    db,
  )`UPDATE alert_falls SET seen_at = ${clock.now()}, seen_by = ${by}, seen_recipient = ${recipient}
    WHERE order_id = ${orderId} AND seen_at IS NULL AND until IS NULL
      AND seq IN (SELECT value FROM json_each(${JSON.stringify(falls)}))`;
}
