/** The ledger in D1: one writer wins, and the row follows the facts. */
import { describe, expect } from 'vitest';
import { addDays, renewalDay } from '#domain/billing/days.ts';
import { cancelled } from '#domain/contract/endings.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import { applyStanding } from '#functions/ledger/apply-standing.ts';
import { CALL_MS } from '#functions/ledger/cluster-calls.ts';
import { projectStanding, readLedger, writeLedger } from '#functions/ledger/store.ts';
import { updateLedger } from '#functions/ledger/update-ledger.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { failRenewal, runJobsOnDay } from './billing-support.ts';
import { test } from './fixtures.ts';
import {
  type Customer,
  changesOf,
  contractOf,
  eventsOf,
  inputOf,
  limitsOf,
  newTenant,
  report,
  today,
} from './plan-change-support.ts';
import { depsAt, depsWith, sql } from './support.ts';
import { killed, watchedDb } from './watched-db.ts';

/** A Worker that dies when it adds this event on its own. */
const dying = (kind: string, changes: Parameters<typeof depsWith>[0] = {}) => {
  const on = new RegExp(`^INSERT INTO events .*"${kind}"`);
  return depsWith({ ...changes, db: watchedDb({ on, isAlone: true, before: killed }) });
};

describe('the history line of a change', () => {
  test.each([
    {
      kind: 'upgrade-applied',
      act: (deps: Deps, customer: Customer) =>
        changePlan(deps, inputOf(customer, { targetPlan: 'enterprise' })),
    },
    {
      kind: 'cancellation-requested',
      act: (deps: Deps, { subject }: Customer) => cancelSubscription(deps, subject),
    },
    { kind: 'withdrawal-requested', act: (deps: Deps, { subject }: Customer) => withdraw(deps, subject) },
    { kind: 'contract-ended', act: (deps: Deps, { subject }: Customer) => cancelSubscription(deps, subject) },
    { kind: 'tenant-ended', act: (deps: Deps, { subject }: Customer) => withdraw(deps, subject) },
  ])('$kind is written with its facts, once', async ({ kind, act }) => {
    const customer = await newTenant('pro');
    await act(dying(kind), customer);
    expect((await eventsOf(customer)).filter((each) => each === kind)).toEqual([kind]);
  });

  test.each(['upgrade-asked', 'upgrade-closed'])('%s is written with the plan change, once', async (kind) => {
    const customer = await newTenant();
    const deps = dying(kind);
    await changePlan(deps, inputOf(customer, { targetPlan: 'pro' }));
    await changePlan(deps, inputOf(customer, { targetPlan: 'pro', targetCycle: 'yearly' }));
    expect(await changesOf(customer)).toMatchObject([{ state: 'closed' }, { state: 'waiting' }]);
    const times = kind === 'upgrade-asked' ? 2 : 1;
    expect((await eventsOf(customer)).filter((each) => each === kind)).toHaveLength(times);
  });

  test('upgrade-called-off is written with the plan change, once', async ({ essentialTenant }) => {
    const kind = 'upgrade-called-off';
    const ensureApplication = async (application: Parameters<Deps['cluster']['ensureApplication']>[0]) => {
      await depsAt(0).cluster.ensureApplication(application);
      await cancelSubscription(depsAt(0), essentialTenant.subject);
    };
    const asked = changePlan(
      dying(kind, { cluster: { ensureApplication } }),
      inputOf(essentialTenant, { targetPlan: 'pro' }),
    );
    await expect(asked).rejects.toMatchObject({ code: 'quote-changed' });
    expect((await essentialTenant.events()).filter((each) => each === kind)).toEqual([kind]);
  });

  test('an end that two requests apply at once sends one mail', async ({ paidTenant }) => {
    const { cluster } = depsAt(0);
    let isFirst = true;
    const ensureApplication: typeof cluster.ensureApplication = async (application) => {
      const isOuter = isFirst;
      isFirst = false;
      if (isOuter) await applyStanding(depsAt(0), paidTenant.orderId);
      return cluster.ensureApplication(application);
    };
    await withdraw(depsWith({ cluster: { ensureApplication } }), paidTenant.subject);
    expect((await paidTenant.events()).filter((each) => each === 'tenant-ended')).toHaveLength(1);
  });
});

describe('facts', () => {
  test('are read back as written, in every field', async () => {
    const customer = await newTenant('pro', 'yearly');
    const { db } = depsAt(0);
    const before = await readLedger(db, customer.orderId);
    const [charge] = before.facts.charges;
    const [contract] = before.facts.contracts;
    if (charge === undefined || contract === undefined) throw new Error('Nothing was sold.');
    const other = { ...charge, paymentId: 'pay_other', kind: 'difference', baseCentavos: 7 } as const;
    const terms = { plan: 'enterprise', cycle: 'yearly', amountCentavos: 9, at: 8, reason: 'trust' } as const;
    const end = { kind: 'cancellation', at: 5 } as const;
    await writeLedger(
      db,
      before,
      [
        {
          kind: 'charge',
          charge: { ...charge, state: 'disputed', gaveUpOn: '2026-01-02', returned: 'withdrawal' },
        },
        { kind: 'charge', charge: other },
        { kind: 'terms', contractId: contract.id, terms },
        { kind: 'end', contractId: contract.id, end, endsOn: today() },
      ],
      Date.now(),
    );
    const { facts, version } = await readLedger(db, customer.orderId);
    expect(version).toBe(before.version + 1);
    expect(facts.contracts).toEqual([{ ...contract, terms: [...contract.terms, terms], end }]);
    expect(facts.charges).toHaveLength(2);
    expect(facts.charges).toEqual(
      expect.arrayContaining([
        other,
        { ...charge, state: 'disputed', gaveUpOn: '2026-01-02', returned: 'withdrawal' },
      ]),
    );
  });

  test('of two concurrent writers one wins, the other writes nothing', async ({ paidTenant }) => {
    const { db } = depsAt(0);
    const read = await readLedger(db, paidTenant.orderId);
    const changes = cancelled(read.facts, Date.now());
    const mark = { kind: 'trust', reference: crypto.randomUUID(), at: 1 } as const;
    expect(await writeLedger(db, read, [], Date.now())).toBe(true);
    expect(await writeLedger(db, read, changes, Date.now(), { marks: [{ mark, parties: ['x'] }] })).toBe(
      false,
    );
    expect((await paidTenant.facts()).contracts[0]?.end).toBeNull();
    expect(await sql('SELECT 1 FROM contract_ends WHERE order_id = ?', paidTenant.orderId)).toEqual([]);
    expect(await sql('SELECT 1 FROM marks WHERE reference = ?', mark.reference)).toEqual([]);
  });

  test('the losing writer reads and decides again', async ({ paidTenant }) => {
    const deps = depsAt(0);
    const seen: number[] = [];
    await updateLedger(deps, paidTenant.orderId, async (facts, now, ledger) => {
      seen.push(ledger.version);
      if (seen.length === 1) await writeLedger(deps.db, ledger, cancelled(facts, now), now);
      return { changes: cancelled(facts, now) };
    });
    expect(seen).toHaveLength(2);
    expect(await sql('SELECT 1 FROM contract_ends WHERE order_id = ?', paidTenant.orderId)).toHaveLength(1);
  });

  test('the row is not written from outdated facts', async ({ paidTenant }) => {
    const { db } = depsAt(0);
    const old = await readLedger(db, paidTenant.orderId);
    await writeLedger(db, old, cancelled(old.facts, Date.now()), Date.now());
    expect(await projectStanding(db, old, currentStanding(old.facts, Date.now()), Date.now(), {})).toBe(
      false,
    );
    expect(await paidTenant.row()).toMatchObject({ endsOn: null });
    await applyStanding(depsAt(0), paidTenant.orderId);
    expect(await paidTenant.row()).toMatchObject({ endsOn: expect.any(String) });
  });
});

describe('a cluster call cut off after newer facts were carried out', () => {
  /** A slow cluster call; meanwhile the customer withdraws and that is carried out; then the caller is killed. */
  const overtaken = (customer: Customer) => {
    const { cluster } = depsAt(0);
    return depsWith({
      cluster: {
        ensureApplication: async (application) => {
          await withdraw(depsAt(0), customer.subject);
          expect(await limitsOf(customer)).toMatchObject({ suspended: true });
          await cluster.ensureApplication(application);
          throw new Error('killed');
        },
      },
    });
  };

  const expectHealed = async (customer: Customer): Promise<void> => {
    expect(await contractOf(customer)).toMatchObject({ state: 'ended' });
    expect(await limitsOf(customer)).toMatchObject({ suspended: false });
    await runJobsOnDay(0);
    await runJobsOnDay(0, CALL_MS);
    expect(await limitsOf(customer)).toMatchObject({ suspended: true });
    expect(await sql('SELECT name FROM cluster_calls WHERE order_id = ?', customer.orderId)).toEqual([]);
  };

  test('while a standing is carried out', async ({ essentialTenant }) => {
    const { db } = depsAt(0);
    const read = await readLedger(db, essentialTenant.orderId);
    const terms = { plan: 'pro', cycle: 'monthly', amountCentavos: 9_900, reason: 'trust' } as const;
    const contractId = read.facts.contracts[0]?.id ?? '';
    const asked = { kind: 'terms', contractId, terms: { ...terms, at: Date.now() } } as const;
    await writeLedger(db, read, [asked], Date.now());
    await expect(applyStanding(overtaken(essentialTenant), essentialTenant.orderId)).rejects.toThrow(
      'killed',
    );
    await expectHealed(essentialTenant);
  });

  test('during a plan change', async ({ essentialTenant }) => {
    const request = inputOf(essentialTenant, { targetPlan: 'pro' });
    await expect(changePlan(overtaken(essentialTenant), request)).rejects.toThrow('killed');
    await expectHealed(essentialTenant);
  });
});

describe('a removed charge', () => {
  test('of a renewal is forgiven: its days count, and operators are notified', async ({ paidTenant }) => {
    const charge = await failRenewal(paidTenant);
    await depsAt(0).processor.removeCharge(charge);
    await report(charge, 'PAYMENT_DELETED');
    await expect.poll(() => paidTenant.notices()).toContain('charge-removed');
    await runJobsOnDay(20);
    expect(await paidTenant.row()).toMatchObject({ state: 'active' });
    expect(currentStanding(await paidTenant.facts(), Date.now())).toMatchObject({
      paidThrough: addDays(renewalDay(today(), 'monthly'), -1),
    });
  });

  test('never seen before is forgiven too', async ({ paidTenant }) => {
    const charge = await paidTenant.renew();
    await depsAt(0).processor.removeCharge(charge);
    await report(charge, 'PAYMENT_DELETED');
    await expect.poll(async () => (await paidTenant.facts()).charges.length).toBe(2);
    expect((await paidTenant.facts()).charges.at(-1)).toMatchObject({
      state: 'deleted',
      returned: 'forgiven',
    });
  });
});
