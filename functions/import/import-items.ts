/** Makes a batch of monitors and channels in the caller's environment, by its plan and the terms, whatever was sent. */
import type { ImportAnswer, ImportRequest } from '#domain/api-schemas/import.ts';
import type { ImportedItem } from '#domain/import/items.ts';
import { isMade, type PlannedItem, planImport } from '#domain/import/plan.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { requireOwner } from '#functions/people/require-owner.ts';
import { appendEvent } from '#functions/platform/events.ts';
import { requireRunning } from '#functions/tenants/require-tenant.ts';
import type { ImportItem, Instances } from '#functions/vendors/instances.ts';
import { capacityOf } from './read-capacity.ts';

type Outcome = Awaited<ReturnType<Instances['importItems']>>[number];

/**
 * May be repeated, also after a lost answer: the companion knows what it made.
 * @throws DomainError As `readCapacity`; after `tenant-unavailable` the batch may be done partly.
 */
export async function importItems(
  needs: Deps,
  subject: string,
  { source, items }: ImportRequest,
): Promise<ImportAnswer> {
  const tenant = requireRunning(await requireOwner(needs, subject));
  const capacity = await capacityOf(needs, tenant, source);
  const planned = planImport(
    items.map((item) => ({ item, notes: [] })),
    capacity,
  );
  const wanted = planned.filter(isMade);
  const made =
    wanted.length === 0
      ? []
      : await needs.instances.importItems(tenant.subdomain, {
          source,
          // The plan let only items with their name and type through.
          items: wanted.map(({ item }) => item as ImportItem),
          runningMax: capacity.limits.monitors,
        });
  const count = made.filter(({ result }) => result === 'made').length;
  if (count > 0)
    await appendEvent(needs, 'monitors-imported', {
      orderId: tenant.orderId,
      detail: `${count}, ${source}`,
    });
  const outcomes = new Map(wanted.map((each, at) => [each, made[at]]));
  return { items: planned.map((each, at) => toAnswer(each, outcomes.get(each), isActive(items[at]))) };
}

const isActive = (item: ImportedItem | undefined): boolean => item?.kind === 'monitor' && item.active;

function toAnswer(
  { item, result, reason }: PlannedItem,
  made: Outcome | undefined,
  wantsToRun: boolean,
): ImportAnswer['items'][number] {
  const { kind, id } = item;
  if (result === 'present') return { kind, id, result };
  if (result === 'refused') return { kind, id, result, reason: reason ?? '' };
  if (made?.result === 'refused') return { kind, id, result: 'refused', reason: refusalOf(made) };
  // Over the plan, or with an expression that somebody should look at first.
  const isPaused = result === 'paused' || made?.paused === true || (wantsToRun && !isActive(item));
  const done = made?.result ?? 'pending';
  return { kind, id, result: done === 'made' && isPaused ? 'paused' : done };
}

function refusalOf({ reason, detail = '' }: Outcome): string {
  if (reason === 'fields') return message('import.fields-refused', { fields: detail });
  return reason === 'parent'
    ? message('import.parent-refused')
    : message('import.instance-refused', { detail });
}
