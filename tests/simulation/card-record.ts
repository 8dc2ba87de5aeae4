/** Which cards were given for the renewals, which one the processor uses, and which card paid each charge. */

import type { Payment } from '#dev/stand-ins/asaas/objects.ts';
import { businessDay } from '#domain/billing/days.ts';
import { isAbout } from './processor.ts';
import { subdomainOf } from './record.ts';
import type { GivenCard, Note, SoldFacts } from './sold-facts.ts';
import type { Reply, World } from './world.ts';

/** States of a nota that is not valid. */
const over: ReadonlySet<string> = new Set(['CANCELED', 'ERROR']);

export function createCardRecord(world: World) {
  const cards: GivenCard[] = [];
  const state = () => world.services().asaas.state;
  const today = () => businessDay(world.now());

  /** The subscription that renews; a page that only stores a card may add another one for a moment. */
  function renewing(account: number) {
    const subscription = state().subscriptions.find(
      ({ description, deleted, status }) =>
        !deleted && status === 'ACTIVE' && isAbout(description, subdomainOf(account)),
    );
    const token = state().tokens.find((each) => each.token === subscription?.creditCardToken);
    return { subscription: subscription?.id ?? null, card: token?.lastFour ?? null };
  }

  const moments = () => new Map(state().payments.map(({ id, status }) => [id, status]));
  const isLate = ({ dueDate, status }: Payment): boolean => dueDate <= today() && status !== 'PENDING';

  return {
    /**
     * Requests a card change and records its effect.
     * @param isAlone True when nothing else is requested meanwhile.
     */
    async watch(
      account: number,
      { card, pays }: { card: string; pays: boolean },
      isAlone: boolean,
      ask: () => Promise<Reply>,
    ) {
      const { subscription, card: before } = renewing(account);
      const known = moments();
      const late = new Set(
        state()
          .payments.filter(isLate)
          .map(({ id }) => id),
      );
      const reply = await ask();
      const charged = state()
        .payments.filter(({ id, status }) => status === 'CONFIRMED' && known.get(id) !== 'CONFIRMED')
        .filter(({ id }) => !(pays && late.has(id)))
        .map(({ id }) => id);
      const made = state().payments.filter(({ id }) => !known.has(id));
      const isClear = isAlone && !cards.some((each) => each.account === account && each.end === 'open');
      cards.push({
        day: today(),
        account,
        subscription,
        card,
        before,
        after: renewing(account).card,
        end: isClear ? endOf(reply) : 'open',
        charged: isAlone ? [...charged, ...made.map(({ id }) => id)] : [],
      });
      return reply;
    },
    /** Records a card that came in another way: with a plan, or on a page of the processor. */
    noteOther(account: number) {
      const { subscription, card } = renewing(account);
      cards.push({
        day: today(),
        account,
        end: 'other',
        subscription,
        card: card ?? '',
        before: null,
        after: null,
        charged: [],
      });
    },
    /** @param shown Last four digits on the account page. */
    facts(account: number, shown: string | null): Pick<SoldFacts, 'cards' | 'card' | 'chargedTo' | 'notes'> {
      const charged = renewing(account).card;
      return {
        cards,
        card: shown === null || charged === null ? null : { shown, charged },
        chargedTo: new Map(
          state().payments.flatMap(({ id, creditCard }) =>
            creditCard === null ? [] : [[id, creditCard.creditCardNumber] as const],
          ),
        ),
        notes: state().invoices.map(
          ({ id, payment, status }): Note => ({
            id,
            charge: payment,
            isInForce: !over.has(status),
          }),
        ),
      };
    },
  };
}
export type CardRecord = ReturnType<typeof createCardRecord>;

function endOf({ status, code, body }: Reply): GivenCard['end'] {
  if (status === 200) return body['outcome'] === 'changed' ? 'changed' : 'open';
  return status === 402 || code === 'payment-declined' || code === 'validation-failed' ? 'refused' : 'open';
}
