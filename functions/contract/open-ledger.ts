/**
 * Migrates environments that are older than the ledger: reads their charges from the processor once and compares the
 * derived standing with the row.
 *
 * Owns: that no difference passes unnoticed. If both agree, nothing is sent; if not, the operators get a mail with both
 * values.
 */
import { businessDay } from '#domain/billing/days.ts';
import { recorded } from '#domain/contract/charges.ts';
import { type Charge, changed, type FactChange, type Facts } from '#domain/contract/facts.ts';
import { type Standing, standing } from '#domain/contract/standing.ts';
import { operatorWord } from '#domain/operations/words.ts';
import type { Deps } from '#functions/compose.ts';
import { notifyOperators } from '#functions/operations/notices.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { changeFacts } from './change-facts.ts';
import type { Tenant } from './tenant.ts';

type Needs = NeedsOf<typeof changeFacts> &
  NeedsOf<typeof notifyOperators> &
  Pick<Deps, 'tenants' | 'billing' | 'logger'>;

/** Each takes one or two processor requests. */
const BATCH = 10;

export async function openLedgers(needs: Needs): Promise<void> {
  for (const tenant of await needs.tenants.listWithoutLedger(BATCH))
    await openLedger(needs, tenant).catch((error: unknown) =>
      needs.logger.warn('ledger-postponed', { orderId: tenant.orderId, error }),
    );
}

/** Reads the charges of an older environment. Safe to repeat; does nothing when its ledger is already open. */
export async function openLedger(needs: Needs, tenant: Tenant): Promise<void> {
  const { orderId } = tenant;
  const { facts } = await needs.ledger.read(orderId);
  const payments = await Promise.all(
    facts.contracts.map(async (contract) => ({
      contract,
      charges: (await needs.billing.listSubscriptionPayments(contract.subscriptionId)).toSorted(
        (one, other) => one.dueDate.localeCompare(other.dueDate),
      ),
    })),
  );
  await changeFacts(needs, orderId, (current, now) => {
    const changes: FactChange[] = [];
    for (const { contract, charges } of payments)
      for (const charge of charges)
        changes.push(...recorded(changed(current, changes), contract, charge, now));
    return { changes: changes.map((change) => withAssumedHistory(tenant, change, businessDay(now))) };
  });
  const opened = (await needs.ledger.read(orderId)).facts;
  const differences = differencesOf(tenant, opened, needs.clock.now());
  const detail = differences.length === 0 ? 'confere' : differences.join('; ');
  await needs.tenants.noteLedger(orderId, detail, needs.clock.now());
  if (differences.length > 0) {
    const { subdomain, amountCentavos } = tenant;
    await notifyOperators(needs, 'ledger-differs', {
      subdomain,
      orderId,
      reference: orderId,
      amountCentavos,
    });
  }
}

/**
 * Fills gaps in old charges: assumes that a paid charge was paid on its due day, that a refund was made by us, and that
 * a removed charge was forgiven if the environment still runs.
 */
function withAssumedHistory({ state }: Tenant, change: FactChange, today: string): FactChange {
  if (change.kind !== 'charge') return change;
  const { charge } = change;
  const paidAt = Date.parse(`${charge.dueOn}T15:00:00Z`);
  return {
    kind: 'charge',
    charge: {
      ...charge,
      confirmedAt: charge.confirmedAt === null ? null : paidAt,
      stateOn: charge.dueOn,
      returned: assumedReturn(charge, state === 'active' && charge.dueOn <= today),
    },
  };
}

function assumedReturn({ state, returned }: Charge, isUsed: boolean): Charge['returned'] {
  if (state === 'refunded') return 'operator';
  return state === 'deleted' && !isUsed ? 'called-off' : returned;
}

/** Values of the row and of the facts, where they differ. */
function differencesOf(
  { plan, state, endsOn, cycle }: Pick<Tenant, 'plan' | 'state' | 'endsOn' | 'cycle'>,
  facts: Facts,
  now: number,
): string[] {
  const at: Standing = standing(facts, now);
  const isOver = state === 'ended' && at.state === 'ended';
  const pairs = [
    ['plano', plan, at.plan],
    ['ciclo', cycle, at.cycle],
    ['estado', state, at.state],
    ['termina em', isOver ? '' : (endsOn ?? ''), isOver ? '' : (at.endsOn ?? '')],
  ] as const;
  return pairs
    .filter(([, before, after]) => before !== after)
    .map(
      ([what, before, after]) =>
        `${what}: ${operatorWord(before) || '-'}, e pelas cobranças ${operatorWord(after) || '-'}`,
    );
}
