/** Notifies the operators when no cluster has room left: when the last place is taken, then once a day. */
import { businessDay } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { areClustersFull, isLimited, listLoads } from '#functions/orders/cluster-loads.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';

/** Mails the operators if no cluster has room; at most once a day. */
export async function reportClustersFull(needs: Deps): Promise<void> {
  if (!isLimited(needs)) return;
  const loads = await listLoads(needs);
  if (!areClustersFull(loads)) return;
  await notifyOperators(needs, 'full-house', {
    subdomain: null,
    reference: businessDay(needs.clock.now()),
    clusters: loads
      .map(({ name, environments, capacity }) => `${name}: ${environments} de ${capacity ?? 0}`)
      .join('; '),
  });
}
