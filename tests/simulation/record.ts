/** Records, day by day, what the processor, the cluster and the product itself report about a sequence. */
import plansJson from '#content/plans.json' with { type: 'json' };
import type { Payment, Subscription as ProcessorSubscription } from '#dev/stand-ins/asaas/objects.ts';
import { businessDay } from '#domain/billing/days.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import { type BillingCycle, billingCycles, type PlanId, planIds } from '#domain/plans/ids.ts';
import type { Asked, Charge, Facts, RunDay, Subscription, Use } from './facts.ts';
import { dateIn } from './mails.ts';
import { disputedStates, isAbout, isForDebt } from './processor.ts';
import type { World } from './world.ts';

const catalog = createCatalog(plansJson);
const prices = planIds.flatMap((plan) =>
  billingCycles.map((cycle) => ({ plan, cycle, centavos: catalog.priceCentavos(plan, cycle) })),
);
const centavosOf = (reais: number): number => Math.round(reais * 100);

/** Every price belongs to one plan and cycle. */
function soldFor(centavos: number): { plan: PlanId; cycle: BillingCycle } {
  return prices.find((each) => each.centavos === centavos) ?? { plan: 'free', cycle: 'monthly' };
}

/** The plan that a difference is for: two windows may request two at once. */
const namedIn = (text: string | null): PlanId | undefined =>
  planIds.findLast((plan) => text?.includes(` ${catalog.plan(plan).name} (`));

/** Days on which states of a charge were first seen, because the processor does not keep them. */
interface Noted {
  removedOn: string | null;
  returnedOn: string | null;
  disputedOn: string | null;
  lostOn: string | null;
  /** The plan that a single charge is for. */
  plan: PlanId;
  /** The account of a charge that names no environment. */
  account: number;
}

export const subdomainOf = (account: number): string => `loja-${account}`;

export function createRecorder(world: World) {
  const noted = new Map<string, Noted>();
  const days = new Map<string, RunDay>();
  const stoodOn = new Map<number, string>();
  const asked: Asked[] = [];
  let difference: PlanId = 'free';
  let newest = 0;
  const state = () => world.services().asaas.state;
  const today = () => businessDay(world.now());
  const accountOf = (description: string | null): number =>
    Number(/\(loja-(\d+)\)/.exec(description ?? '')?.[1] ?? 0);

  /** The owner of a subscription or charge: the first environment that it named. */
  const owners = new Map<string, number>();
  function ownerOf({ id, description }: { id: string; description: string | null }): number {
    const owner = owners.get(id) || accountOf(description);
    owners.set(id, owner);
    return owner;
  }

  /** The account for which a customer or card was first used. */
  const firstUsedFor = new Map<string, number>();
  function firstUse(id: string, account: number): number {
    const first = firstUsedFor.get(id) ?? account;
    firstUsedFor.set(id, first);
    return first;
  }

  function useOf(each: Payment | ProcessorSubscription): Use {
    const isPayment = each.object === 'payment';
    const account = ownerOf(each) || (isPayment ? noteOf(each).account : 0);
    const token = isPayment ? (each.creditCard?.creditCardToken ?? null) : each.creditCardToken;
    return {
      id: each.id,
      account,
      customerOf: firstUse(each.customer, account),
      cardOf: token === null ? null : firstUse(token, account),
    };
  }

  const uses = (): Use[] => [...state().subscriptions, ...state().payments].map(useOf);

  function noteOf(payment: Payment): Noted {
    const known = noted.get(payment.id);
    if (known !== undefined) return known;
    const fresh = {
      removedOn: null,
      returnedOn: null,
      disputedOn: null,
      lostOn: null,
      plan: namedIn(payment.description) ?? difference,
      account: newest,
    };
    noted.set(payment.id, fresh);
    return fresh;
  }

  function look(): void {
    const { refundsAsked } = world.services();
    for (const payment of state().payments) {
      const note = noteOf(payment);
      if (payment.deleted) note.removedOn ??= today();
      if (disputedStates.some((each) => each === payment.status)) note.disputedOn ??= today();
      if (payment.status !== 'REFUNDED') continue;
      if (refundsAsked.has(payment.id)) note.returnedOn ??= today();
      else note.lostOn ??= today();
    }
    uses();
  }

  function toCharge(payment: Payment): Charge {
    const { plan: differencePlan, account, ...moments } = noteOf(payment);
    const centavos = centavosOf(payment.value);
    const single = isForDebt(payment) ? 'debt' : 'difference';
    const sold = payment.subscription === null ? { plan: differencePlan, cycle: null } : soldFor(centavos);
    return {
      id: payment.id,
      account: ownerOf(payment) || account,
      subscription: payment.subscription,
      kind: payment.subscription === null ? single : 'period',
      ...sold,
      centavos,
      madeOn: payment.dateCreated,
      dueOn: payment.dueDate,
      confirmedOn: payment.confirmedDate,
      ...moments,
      refunds: world.services().refundsAsked.get(payment.id) ?? 0,
      backCentavos: (payment.refunds ?? []).reduce((sum, { value }) => sum + centavosOf(value), 0),
      isDisputed: disputedStates.some((each) => each === payment.status),
    };
  }

  function toSubscription(each: ProcessorSubscription): Subscription {
    const open = state().payments.filter(
      ({ subscription, deleted, confirmedDate }) =>
        subscription === each.id && !deleted && confirmedDate === null,
    );
    return {
      id: each.id,
      account: ownerOf(each),
      isLive: !each.deleted && each.status === 'ACTIVE',
      plan: soldFor(centavosOf(each.value)).plan,
      madeOn: each.dateCreated,
      nextDueOn: [each.nextDueDate, ...open.map(({ dueDate }) => dueDate)].toSorted()[0] ?? each.nextDueDate,
    };
  }

  function workloadOf(account: number) {
    return world
      .services()
      .argocd.workloads()
      .find(({ subdomain }) => subdomain === subdomainOf(account));
  }

  return {
    /** Reads the processor; called after every possible change. */
    look,
    /** Reads the cluster, at the end of a day. */
    endDay(isExcused: boolean) {
      look();
      const live = state()
        .subscriptions.map(toSubscription)
        .filter(({ isLive }) => isLive);
      for (const { subdomain, values, healthy } of world.services().argocd.workloads()) {
        const account = Number(subdomain.slice('loja-'.length));
        const isSuspended = values['suspended'] === true;
        if (healthy && !isSuspended && !stoodOn.has(account)) stoodOn.set(account, today());
        // An environment that never answered delivered nothing.
        if (!stoodOn.has(account)) continue;
        days.set(`${today()} ${account}`, {
          day: today(),
          account,
          plan: values['planId'] as PlanId,
          isSuspended,
          isExcused,
          livePlans: live.filter((each) => each.account === account).map(({ plan }) => plan),
        });
      }
    },
    /** Account and plan of single charges made from now on. */
    expect(account: number, plan: PlanId) {
      newest = account;
      difference = plan;
    },
    runningPlan(account: number): { plan: PlanId; isSuspended: boolean } | null {
      const values = workloadOf(account)?.values;
      return values === undefined
        ? null
        : { plan: values['planId'] as PlanId, isSuspended: values['suspended'] === true };
    },
    /** A number that changes with every sale. */
    soldSoFar(account: number) {
      const own = (text: string | null | undefined) => isAbout(text, subdomainOf(account));
      const { subscriptions, payments, checkouts } = state();
      const made = [...subscriptions, ...payments].filter(({ description }) => own(description)).length;
      const pages = checkouts.filter(({ items }) => own(items[0]?.description)).length;
      const value = subscriptions
        .filter(({ description, deleted }) => own(description) && !deleted)
        .reduce((sum, each) => sum + centavosOf(each.value), 0);
      const values = workloadOf(account)?.values;
      const rank =
        values?.['suspended'] === true ? 0 : planIds.indexOf((values?.['planId'] ?? 'free') as PlanId);
      return made + pages + value + rank;
    },
    note: (each: Asked) => void asked.push(each),
    asked,
    facts(rest: Pick<Facts, 'quietDays' | 'erased' | 'payers' | 'seen' | 'offers' | 'sold'>): Facts {
      look();
      return {
        ...rest,
        today: today(),
        stoodOn,
        asked,
        days: [...days.values()],
        charges: state().payments.map(toCharge),
        subscriptions: state().subscriptions.map(toSubscription),
        uses: uses(),
        mails: world.services().mail.state.messages.flatMap(dateIn),
      };
    },
  };
}
export type Recorder = ReturnType<typeof createRecorder>;
