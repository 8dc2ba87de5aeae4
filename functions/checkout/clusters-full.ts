/** Notifies the operators when no cluster has room left: when the last place is taken, then once a day. */
import { businessDay } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { areClustersFull } from './rooms.ts';

/** Mails the operators if no cluster has room; at most once a day. */
export async function reportClustersFull(
  needs: NeedsOf<typeof notifyOperators> & Pick<Deps, 'rooms'>,
): Promise<void> {
  if (!needs.rooms.isLimited) return;
  const loads = await needs.rooms.listLoads();
  if (!areClustersFull(loads)) return;
  await notifyOperators(needs, 'full-house', {
    subdomain: null,
    reference: businessDay(needs.clock.now()),
    amountCentavos: null,
    clusters: loads
      .map(({ name, environments, room }) => `${name}: ${environments} de ${room ?? 0}`)
      .join('; '),
  });
}
