/** Makes a batch of monitors and channels in the caller's environment, by its plan and the terms, whatever was sent. */
import type { ImportAnswer, ImportRequest, ImportResult } from '#domain/api-schemas/import.ts';
import { type PlannedItem, planImport } from '#domain/import/plan.ts';
import { fromWire, toRoom, toWireKind } from '#domain/import/wire.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { requireOwner } from '#functions/people/require-owner.ts';
import { appendEvent } from '#functions/platform/events.ts';
import { requireRunning } from '#functions/tenants/require-tenant.ts';
import type { ImportItem, Instances } from '#functions/vendors/instances.ts';
import { roomOf } from './read-room.ts';

type Outcome = Awaited<ReturnType<Instances['importItems']>>[number];

/**
 * May be repeated, also after a lost answer: the companion knows what it made.
 * @throws DomainError As `readRoom`; after `tenant-unavailable` the batch may be done partly.
 */
export async function importItems(
  needs: Deps,
  subject: string,
  { origem, itens }: ImportRequest,
): Promise<ImportAnswer> {
  const tenant = requireRunning(await requireOwner(needs, subject));
  const room = toRoom(await roomOf(needs, tenant, origem));
  const planned = planImport(
    itens.map((item) => ({ item: fromWire(item), notes: [] })),
    room,
  );
  const wanted = planned.filter(({ outcome }) => outcome === 'create' || outcome === 'over');
  const made =
    wanted.length === 0
      ? []
      : await needs.instances.importItems(tenant.subdomain, {
          source: origem,
          // The plan let only items with their name and type through.
          items: wanted.map(({ item }) => item as ImportItem),
          runningMax: room.limits.monitors,
        });
  const count = made.filter(({ result }) => result === 'made').length;
  if (count > 0)
    await appendEvent(needs, 'monitors-imported', {
      orderId: tenant.orderId,
      detail: `${count}, ${origem}`,
    });
  const outcomes = new Map(wanted.map((each, at) => [each, made[at]]));
  return {
    itens: planned.map((each, at) => {
      const sent = itens[at];
      return toAnswer(each, outcomes.get(each), sent?.tipo === 'monitor' && sent.ativo);
    }),
  };
}

const isActive = (item: PlannedItem['item']): boolean => item.kind === 'monitor' && item.active;

function toAnswer(
  { item, outcome, reason }: PlannedItem,
  made: Outcome | undefined,
  wantsToRun: boolean,
): ImportAnswer['itens'][number] {
  const named = { tipo: toWireKind(item.kind), id: item.id };
  if (outcome === 'present') return { ...named, resultado: 'existente' };
  if (outcome === 'refused') return { ...named, resultado: 'recusado', motivo: reason ?? '' };
  if (made?.result === 'refused') return { ...named, resultado: 'recusado', motivo: refusalOf(made) };
  // Over the plan, or with an expression that somebody should look at first.
  const isPaused = outcome === 'over' || made?.paused === true || (wantsToRun && !isActive(item));
  const results: Record<'made' | 'present' | 'pending', ImportResult> = {
    made: isPaused ? 'pausado' : 'criado',
    present: 'existente',
    pending: 'pendente',
  };
  return { ...named, resultado: results[made?.result ?? 'pending'] };
}

function refusalOf({ reason, detail = '' }: Outcome): string {
  if (reason === 'fields') return message('import.fields-refused', { fields: detail });
  return reason === 'parent'
    ? message('import.parent-refused')
    : message('import.instance-refused', { detail });
}
