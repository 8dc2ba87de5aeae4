/** Commands of the person of a sequence, one or two at once, each noted with what was answered and sold. */
import { businessDay } from '#domain/billing/days.ts';
import type { Breakage } from './breakage.ts';
import type { Customer } from './customer.ts';
import type { Facts } from './facts.ts';
import type { Processor } from './processor.ts';
import { type Recorder, subdomainOf } from './record.ts';
import type { Simple, Step } from './steps.ts';
import type { Reply, World } from './world.ts';

interface AskingNeeds {
  readonly world: World;
  readonly processor: Processor;
  readonly breakage: Breakage;
  readonly customer: Customer;
  readonly recorder: Recorder;
  readonly facts: () => Facts;
}

type Asking = Simple | Extract<Step, { kind: 'erase' }>;

/** Status, code and outcome in a word. */
export const answerOf = ({ status, code, body }: Reply): string =>
  [status, code, body['status']]
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .join(' ');

export function createAsking({ world, processor, breakage, customer, recorder, facts }: AskingNeeds) {
  function send(step: Asking, purchase: string | null): Promise<Reply> {
    switch (step.kind) {
      case 'checkout':
        return customer.buy(step);
      case 'upgrade':
        return customer.upgrade(step);
      case 'cancel':
        return customer.cancel();
      case 'withdraw':
        return customer.withdraw(purchase);
      case 'erase':
        return customer.erase(step.sameTaxId);
    }
  }

  /** Of several purchases the newest, where it is asked for by its id. */
  async function chosen(step: Asking): Promise<string | null> {
    if (step.kind !== 'withdraw' || step.isNewest !== true) return null;
    const all = await customer.purchases();
    return all.length > 1 ? (all.at(-1) ?? null) : null;
  }

  async function ask(step: Asking): Promise<Reply> {
    await customer.ensureAccount();
    const account = customer.account();
    recorder.expect(account, 'plan' in step ? step.plan : 'free');
    const own = facts().charges.filter((each) => each.account === account);
    const paid = own.filter((each) => each.confirmedOn !== null && !each.returnedOn && !each.lostOn);
    const purchase = await chosen(step);
    const soldBefore = recorder.soldSoFar(account);
    const reply = await send(step, purchase);
    recorder.look();
    recorder.note({
      ...{ day: businessDay(world.now()), account, command: step.kind },
      ...{ status: reply.status, code: reply.code ?? null },
      didBuy: reply.status === 200 && recorder.soldSoFar(account) > soldBefore,
      isOnPage: typeof reply.body['paymentUrl'] === 'string',
      purchase,
      paidBefore: paid.map(({ id }) => id),
      isDisputeOpen: breakage.quietDays() > 0 && own.some(({ isDisputed }) => isDisputed),
    });
    return reply;
  }

  /** What is due is charged at once; pages are paid by whoever means to. */
  async function settlePayments(steps: readonly Asking[]): Promise<void> {
    await processor.chargeDue();
    if (steps.some((step) => 'pays' in step && step.pays))
      await processor.payPages(subdomainOf(customer.account()), customer.taxId());
  }

  return {
    async one(step: Asking): Promise<string> {
      const reply = await ask(step);
      await settlePayments([step]);
      return answerOf(reply);
    },

    async atOnce({
      first,
      second,
      gapMs,
      databaseMs,
      clusterMs,
    }: Extract<Step, { kind: 'at-once' }>): Promise<string> {
      const { lines } = world.services();
      await world.setDatabaseDelay(databaseMs);
      lines.argocd.delayMs = clusterMs;
      const later = new Promise((resolve) => setTimeout(resolve, gapMs)).then(() => ask(second));
      const replies = await Promise.all([ask(first), later]);
      await world.setDatabaseDelay(0);
      lines.argocd.delayMs = 0;
      await settlePayments([first, second]);
      return replies.map(answerOf).join(' e ');
    },

    /** The operator lets the next purchase through. */
    async release(): Promise<string> {
      recorder.note({
        ...{ day: businessDay(world.now()), account: customer.account(), command: 'release' },
        ...{ status: 200, code: null, didBuy: false, isOnPage: false, purchase: null },
        ...{ paidBefore: [], isDisputeOpen: false },
      });
      return answerOf(await customer.operate('liberar', {}));
    },
  };
}
