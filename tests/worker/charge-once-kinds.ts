/** Every kind of operation that creates something at the processor: how it is asked for, and what it has made. */

import { changeCard } from '#functions/card-change/change-card.ts';
import { cardChangeWork } from '#functions/card-change/resume-card-change.ts';
import { startCheckout } from '#functions/checkout/start-checkout.ts';
import { unpaidWork } from '#functions/checkout/sweep-unpaid.ts';
import type { Deps } from '#functions/compose.ts';
import { collectDebt } from '#functions/debts/collect-debt.ts';
import { changePlan } from '#functions/plan-change/change-plan.ts';
import { planChangeWork } from '#functions/plan-change/resume-plan-change.ts';
import { newHostedOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { cancel } from './account-support.ts';
import { failRenewal, mailsAbout } from './billing-support.ts';
import { marksOf, putDebt } from './debts-support.ts';
import { invoicesOf, noteStatesOf, runFiscal } from './fiscal-support.ts';
import { checkoutOf } from './order-support.ts';
import {
  type Customer,
  cardBlocks,
  changesOf,
  factsOf,
  forget,
  inputOf,
  newTenant,
  processorObjectsOf,
  report,
} from './plan-change-support.ts';
import { addresses, chargesOf, newKey, orderRow, runDue, setDue, sql, stateOf } from './support.ts';

/** One operation of one customer. */
export interface Case {
  /** The customer's request, the same each time; for a nota fiscal, its job. */
  readonly ask: (deps: Deps) => Promise<unknown>;
  /** How many things that can be paid or were paid exist at the processor. */
  readonly made: () => Promise<number>;
  /** True when our row knows them. */
  readonly isKnown: () => Promise<boolean>;
  /** The scheduled job, with this operation due. */
  readonly sweep?: (deps: Deps) => Promise<unknown>;
  /** The processor's event about what was made. */
  readonly report?: () => Promise<unknown>;
}

export interface Kind {
  readonly name: string;
  readonly begin: () => Promise<Case>;
  /** Port and method of the call that must not happen twice. */
  readonly call: readonly [port: keyof Deps, method: string];
  /** Port and method that look it up by our reference. */
  readonly lookUp: readonly [port: keyof Deps, method: string];
  /** A call before it, at which a request may sleep until another one takes over. */
  readonly slowAt?: readonly [port: keyof Deps, method: string];
  /** True for a call that makes the same again: it may be repeated without a look-up. */
  readonly isRepeatable?: true;
  /** True when a scheduled job asks for it, which reports no error. */
  readonly isJob?: true;
}

const live = <T extends { readonly deleted: boolean }>(all: readonly T[]): readonly T[] =>
  all.filter(({ deleted }) => !deleted);

const hosted = (deps: Deps): Deps => ({ ...deps, cardEntry: 'hosted' });

async function orderCase(order: object, as: (deps: Deps) => Deps = (deps) => deps): Promise<Case> {
  const { subject } = await signUp();
  const id = async () => String((await orderRow(subject))['id']);
  return {
    ask: (deps) => startCheckout(as(deps), checkoutOf(subject, order)),
    made: async () => live((await chargesOf(await id())).subscriptions).length,
    isKnown: async () => {
      const { payment, subscription_id } = await orderRow(subject);
      return payment === 'pending' && subscription_id !== null;
    },
    sweep: async (deps) => {
      await setDue(unpaidWork, await id());
      await runDue(unpaidWork, deps);
    },
    report: async () => report((await chargesOf(await id())).payments[0]?.id ?? ''),
  };
}

/** @param before How many subscriptions and single charges the customer has already. */
function planCase(customer: Customer, ask: Case['ask'], before: number): Case {
  const purse = async () => {
    const { subscriptions, payments } = await processorObjectsOf(customer);
    const single = live(payments).filter(({ subscription }) => subscription === null);
    return { subscriptions: live(subscriptions), single, payments: live(payments) };
  };
  return {
    ask,
    made: async () => {
      const { subscriptions, single } = await purse();
      return subscriptions.length + single.length - before;
    },
    isKnown: async () => ['waiting', 'applied'].includes(String((await changesOf(customer)).at(-1)?.state)),
    sweep: async (deps) => {
      await forget(customer);
      await runDue(planChangeWork, deps);
    },
    report: async () => report((await purse()).payments.at(-1)?.id ?? ''),
  };
}

const toPro = { targetPlan: 'pro' } as const;

const cardChangesOf = ({ orderId }: Customer) =>
  sql<{ state: string }>('SELECT state FROM card_changes WHERE order_id = ?', orderId);

async function cardCase(payLate: boolean, made: (customer: Customer) => Promise<number>): Promise<Case> {
  const customer = await newTenant('pro', 'yearly');
  if (payLate) await failRenewal(customer);
  const body = { ...cardBlocks('5555555555554444'), payLate };
  const input = { ...inputOf(customer, toPro), request: body as never, attempt: newKey() };
  return {
    ask: (deps) => changeCard(deps, input),
    made: () => made(customer),
    isKnown: async () =>
      (await cardChangesOf(customer)).filter(({ state }) => state === 'done').length === 1 &&
      (await mailsAbout(customer)).filter(({ template }) => template === 'card-changed').length === 1,
    sweep: async (deps) => {
      await forget(customer);
      await runDue(cardChangeWork, deps);
    },
  };
}

export const kinds: readonly Kind[] = [
  {
    name: 'an order by card',
    begin: () => orderCase(newPaidOrder()),
    call: ['processor', 'openSubscription'],
    lookUp: ['processor', 'findSubscription'],
    slowAt: ['processor', 'ensureCustomer'],
  },
  {
    name: 'an order on the page',
    begin: () => orderCase(newHostedOrder(), hosted),
    call: ['processor', 'openUnpaidSubscription'],
    lookUp: ['processor', 'findSubscription'],
    slowAt: ['processor', 'ensureCustomer'],
  },
  {
    name: 'a plan bought by card',
    begin: async () => {
      const customer = await newTenant();
      const input = inputOf(customer, { ...toPro, ...cardBlocks() });
      return planCase(customer, (deps) => changePlan(deps, input), 0);
    },
    call: ['processor', 'openSubscription'],
    lookUp: ['processor', 'findSubscription'],
    slowAt: ['processor', 'ensureCustomer'],
  },
  {
    name: 'a plan resumed with the stored card',
    begin: async () => {
      const customer = await newTenant('pro');
      await cancel(customer);
      return planCase(customer, (deps) => changePlan(deps, inputOf(customer, toPro)), 0);
    },
    call: ['processor', 'openSubscriptionOnFile'],
    lookUp: ['processor', 'findSubscription'],
    slowAt: ['processor', 'readCard'],
  },
  {
    name: 'a difference by the stored card',
    begin: async () => {
      const customer = await newTenant('essential', 'yearly');
      return planCase(customer, (deps) => changePlan(deps, inputOf(customer, toPro)), 1);
    },
    call: ['processor', 'openCharge'],
    lookUp: ['processor', 'findCharge'],
    slowAt: ['processor', 'readCard'],
  },
  {
    name: 'a difference on the page',
    begin: async () => {
      const customer = await newTenant('essential', 'yearly');
      const known = planCase(customer, (deps) => changePlan(hosted(deps), inputOf(customer, toPro)), 1);
      const hasPage = async () => (await changesOf(customer)).at(-1)?.['pay_url'] !== null;
      return { ...known, isKnown: async () => (await known.isKnown()) && (await hasPage()) };
    },
    call: ['processor', 'openCharge'],
    lookUp: ['processor', 'findCharge'],
  },
  {
    name: 'a late charge paid with a new card',
    begin: () =>
      cardCase(true, async (customer) => {
        const { payments } = await processorObjectsOf(customer);
        return payments.slice(1).filter(({ status }) => status === 'CONFIRMED').length;
      }),
    call: ['processor', 'chargeAgain'],
    lookUp: ['processor', 'readPayment'],
  },
  {
    name: 'a new card',
    begin: () =>
      cardCase(false, async (customer) => {
        const { subscriptions, tokens } = await processorObjectsOf(customer);
        const used = subscriptions.find(({ id }) => id === customer.subscriptionId)?.creditCardToken;
        return tokens.filter(({ token, lastFour }) => token === used && lastFour === '4444').length;
      }),
    call: ['processor', 'setCard'],
    lookUp: ['processor', 'readCard'],
    slowAt: ['processor', 'tokeniseCard'],
    isRepeatable: true,
  },
  {
    name: 'a debt',
    begin: async () => {
      const { subject, orderId } = await newTenant('pro');
      const customerId = (await factsOf({ orderId })).contracts[0]?.customerId ?? '';
      await putDebt({ subject });
      const debts = await marksOf({ subject });
      const charges = async () => {
        const state = await stateOf<{
          payments: { id: string; customer: string; externalReference: string | null; deleted: boolean }[];
        }>(addresses.asaasUrl);
        return live(state.payments).filter(
          ({ customer, externalReference }) =>
            customer === customerId && externalReference?.startsWith('divida-') === true,
        );
      };
      return {
        ask: (deps) => collectDebt(deps, debts, async () => customerId),
        made: async () => (await charges()).length,
        isKnown: async () => (await marksOf({ subject }))[0]?.payUrl != null,
      };
    },
    call: ['processor', 'openCharge'],
    lookUp: ['processor', 'findCharge'],
  },
  {
    name: 'a nota fiscal',
    begin: async () => {
      const customer = await newTenant('pro');
      return {
        ask: (deps) => runFiscal(0, deps),
        made: async () => (await invoicesOf(customer)).length,
        isKnown: async () => (await noteStatesOf(customer))[0] === 'scheduled',
      };
    },
    isJob: true,
    call: ['fiscalGateway', 'issueNote'],
    lookUp: ['fiscalGateway', 'findNote'],
  },
];
