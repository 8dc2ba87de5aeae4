/** Commands of a sequence's customer, one or two at once, each recorded with its response and sale. */
import { businessDay } from '#domain/billing/days.ts';
import { cardNumbers } from '#tests/support/orders.ts';
import type { Breakage } from './breakage.ts';
import type { CardRecord } from './card-record.ts';
import type { Customer } from './customer.ts';
import type { Facts } from './facts.ts';
import type { Processor } from './processor.ts';
import { type Recorder, subdomainOf } from './record.ts';
import type { CardStep } from './sold-steps.ts';
import type { Simple, Step } from './steps.ts';
import type { Reply, World } from './world.ts';

interface AskingNeeds {
  readonly world: World;
  readonly processor: Processor;
  readonly breakage: Breakage;
  readonly customer: Customer;
  readonly recorder: Recorder;
  readonly cards: CardRecord;
  readonly facts: () => Facts;
}

type Asking = Simple | Extract<Step, { kind: 'erase' }>;

/** Valid card numbers, distinguishable by their last four digits. */
const newCards = [
  '4012001000011011',
  '4012001000021010',
  '4012001000031019',
  '4012001000041018',
  '4012001000051017',
];

/** Status, code and outcome as one word. */
export const answerOf = ({ status, code, body }: Reply): string =>
  [status, code, body['status']]
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .join(' ');

export function createAsking({ world, processor, breakage, customer, recorder, cards, facts }: AskingNeeds) {
  let cardsGiven = 0;

  function changeCard(step: CardStep, isAlone: boolean): Promise<Reply> {
    cardsGiven += 1;
    const number = step.works ? (newCards[cardsGiven % newCards.length] ?? '') : cardNumbers.refused;
    const change = { card: number.slice(-4), pays: step.pays && !step.isHosted };
    return cards.watch(customer.account(), change, isAlone, () => customer.changeCard(step, number));
  }

  function send(step: Asking, purchase: string | null, isAlone: boolean): Promise<Reply> {
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
      case 'change-card':
        return changeCard(step, isAlone);
    }
  }

  /** The newest purchase, if it is to be named by its id. */
  async function chosen(step: Asking): Promise<string | null> {
    if (step.kind !== 'withdraw' || step.isNewest !== true) return null;
    const all = await customer.purchases();
    return all.length > 1 ? (all.at(-1) ?? null) : null;
  }

  const bringsCard = (step: Asking): boolean =>
    step.kind === 'checkout' || (step.kind === 'upgrade' && (step.withCard || step.isHosted === true));

  async function ask(step: Asking, isAlone: boolean): Promise<Reply> {
    await customer.ensureAccount();
    const account = customer.account();
    recorder.expect(account, 'plan' in step ? step.plan : 'free');
    const own = facts().charges.filter((each) => each.account === account);
    const paid = own.filter((each) => each.confirmedOn !== null && !each.returnedOn && !each.lostOn);
    const purchase = await chosen(step);
    const soldBefore = recorder.soldSoFar(account);
    const reply = await send(step, purchase, isAlone);
    if (bringsCard(step)) cards.noteOther(account);
    recorder.look();
    recorder.note({
      day: businessDay(world.now()),
      account,
      command: step.kind,
      status: reply.status,
      code: reply.code ?? null,
      didBuy: reply.status === 200 && step.kind !== 'change-card' && recorder.soldSoFar(account) > soldBefore,
      isOnPage: typeof reply.body['paymentUrl'] === 'string',
      purchase,
      paidBefore: paid.map(({ id }) => id),
      isDisputeOpen: breakage.quietDays() > 0 && own.some(({ isDisputed }) => isDisputed),
    });
    return reply;
  }

  /** Due charges are made at once; pages are paid if the step says so. */
  async function settlePayments(steps: readonly Asking[]): Promise<void> {
    await processor.chargeDue();
    if (steps.some((step) => 'pays' in step && step.pays && (step.kind !== 'change-card' || step.isHosted)))
      await payPages();
  }

  /** Paying on a page stores its card. */
  async function payPages(): Promise<number> {
    const paid = await processor.payPages(subdomainOf(customer.account()), customer.taxId());
    if (paid > 0) cards.noteOther(customer.account());
    return paid;
  }

  return {
    payPages,
    async one(step: Asking): Promise<string> {
      const reply = await ask(step, true);
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
      const later = new Promise((resolve) => setTimeout(resolve, gapMs)).then(() => ask(second, false));
      const replies = await Promise.all([ask(first, false), later]);
      await world.setDatabaseDelay(0);
      lines.argocd.delayMs = 0;
      await settlePayments([first, second]);
      return replies.map(answerOf).join(' e ');
    },

    /** The operator allows the next purchase. */
    async release(): Promise<string> {
      recorder.note({
        day: businessDay(world.now()),
        account: customer.account(),
        command: 'release',
        status: 200,
        code: null,
        didBuy: false,
        isOnPage: false,
        purchase: null,
        paidBefore: [],
        isDisputeOpen: false,
      });
      return answerOf(await customer.operate('liberar', {}));
    },
  };
}
