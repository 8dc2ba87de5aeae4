/** The customer of a sequence: their accounts in order, their requests to the API, and its responses. */
import {
  accountCancelEndpoint,
  accountEndpoint,
  accountWithdrawEndpoint,
} from '#domain/api-schemas/account.ts';
import { cardChangeEndpoint } from '#domain/api-schemas/card-change.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { upgradePath } from '#domain/api-schemas/plan-change.ts';
import { deletionEndpoint } from '#domain/api-schemas/privacy.ts';
import { provisioningStartEndpoint } from '#domain/api-schemas/provisioning.ts';
import { TERMS_VERSION } from '#domain/orders/order.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { billingAddress, newCard } from '#tests/support/orders.ts';
import type { Facts, Account as SeenAccount } from './facts.ts';
import { subdomainOf } from './record.ts';
import type { CardStep } from './sold-steps.ts';
import type { Step } from './steps.ts';
import type { Account, Reply, World } from './world.ts';

/** Valid CPFs; a sequence needs few. */
const taxIds = ['52998224725', '11144477735', '39053344705', '86288366757', '15350946056'] as const;

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
type Fields = Readonly<Record<string, unknown>>;

/** @param onErased Called for each deleted account. */
export function createCustomer(world: World, onErased: (account: Account) => void) {
  let number = 0;
  let current: Account | null = null;
  let payer = 0;
  let keys = 0;
  const payers = new Map<number, string>();
  const erased = new Set<number>();
  let leftForGood = 0;
  let isLeaving: { readonly sameTaxId: boolean } | null = null;
  const taxId = (): string => taxIds[payer % taxIds.length] ?? taxIds[0];
  const card = {
    billingAddress,
    cardHolder: { cpfCnpj: taxIds[0] as string },
    card: newCard({ expiryYear: '2039' }),
  };
  const withCard = () => ({ ...card, cardHolder: { cpfCnpj: taxId() } });

  function forget(account: Account, sameTaxId: boolean): void {
    erased.add(number);
    current = null;
    isLeaving = null;
    if (!sameTaxId) payer += 1;
    onErased(account);
  }

  async function ensureAccount(): Promise<void> {
    if (current !== null) return;
    number += 1;
    current = await world.newAccount();
    payers.set(number, taxId());
  }

  async function ask(
    path: string,
    body?: unknown,
    method: 'GET' | 'POST' = 'POST',
    entry: 'form' | 'hosted' = 'form',
  ): Promise<Reply> {
    await ensureAccount();
    keys += 1;
    const token = await (current as Account).token([`tenant:${subdomainOf(number)}`]);
    return world.call({
      path,
      method,
      token,
      entry,
      ...(body === undefined ? {} : { body, key: `chave-${number}-${keys}-0000` }),
    });
  }

  return {
    /** Number of the newest account, 0 before the first. */
    account: () => number,
    taxId,
    payers,
    erased,
    /** Creates an account if there is none or the last one was deleted. */
    ensureAccount,
    async buy({ plan, cycle, entry }: Extract<Step, { kind: 'checkout' }>) {
      await ensureAccount();
      const shared = { subdominio: subdomainOf(number), ciclo: cycle, termosVersao: TERMS_VERSION };
      if (plan === 'free')
        return ask(checkoutEndpoint, { ...shared, plano: 'free', pagamento: 'gratuito' }, 'POST', entry);
      const paid = { ...shared, plano: plan, pagamento: 'cartao' };
      if (entry === 'form') return ask(checkoutEndpoint, { ...paid, ...withCard() });
      const cardHolder = { cpfCnpj: taxId(), phone: '11987654321' };
      return ask(checkoutEndpoint, { ...paid, billingAddress, cardHolder }, 'POST', 'hosted');
    },
    upgrade({ plan, cycle, withCard: hasCard, isHosted = false }: Extract<Step, { kind: 'upgrade' }>) {
      const target = {
        targetPlan: plan,
        ...(cycle === null ? {} : { targetCycle: cycle }),
        termosVersao: TERMS_VERSION,
      };
      const path = upgradePath(subdomainOf(number));
      // With card entry on the processor's page, our form has no card fields.
      if (isHosted) return ask(path, target, 'POST', 'hosted');
      return ask(path, hasCard ? { ...target, ...withCard() } : target);
    },
    cancel: () => ask(accountCancelEndpoint),
    withdraw: (purchase: string | null) =>
      ask(accountWithdrawEndpoint, purchase === null ? undefined : { purchase }),
    /** Ids of the purchases that may be undone, the oldest first. */
    async purchases() {
      const { body } = await ask(accountEndpoint, undefined, 'GET');
      return ((body['purchases'] ?? []) as readonly { id: string }[]).map(({ id }) => id);
    },
    start: () => ask(provisioningStartEndpoint),
    async erase(sameTaxId: boolean) {
      if (current === null) return { status: 0, code: undefined, body: {} };
      const { email } = current;
      const reply = await world.operate('apagar', { who: email, confirm: email });
      if (reply.status === 200 && reply.body['isDone'] === true) forget(current, sameTaxId);
      return reply;
    },
    /**
     * Changes the card.
     * @param number Its digits.
     */
    changeCard({ pays, isHosted }: CardStep, digits: string) {
      if (isHosted) return ask(cardChangeEndpoint, {}, 'POST', 'hosted');
      const card = newCard({ expiryYear: '2039', number: digits });
      return ask(cardChangeEndpoint, { ...withCard(), card, payLate: pays });
    },
    /** Requests the deletion of the own account, right after a sign-in. */
    async leaveForGood(sameTaxId: boolean): Promise<Reply | null> {
      if (current === null || isLeaving !== null || !current.exists()) return null;
      const token = await current.freshToken([`tenant:${subdomainOf(number)}`]);
      const body = { confirm: current.email };
      const reply = await world.call({ path: deletionEndpoint, token, body });
      if (reply.status === 200) isLeaving = { sameTaxId };
      return reply;
    },
    /** Number of accounts deleted this way. */
    leftForGood: () => leftForGood,
    /** True when the deletion is finished; the next purchase then comes from a new account. */
    followLeaving() {
      if (current === null || isLeaving === null) return;
      const { email } = current;
      const isMailed = world
        .services()
        .mail.state.messages.some(
          ({ to, subject }) => to.includes(email) && subject === 'Sua conta foi apagada',
        );
      if (!isMailed) return;
      leftForGood += 1;
      forget(current, isLeaving.sameTaxId);
    },
    /** The newest account, if it exists. */
    person: (): Account | null => current,
    ask,
    operate: (command: string, body: Record<string, unknown>) =>
      world.operate(command, {
        ...body,
        ...(command === 'reconciliar' ? {} : { who: subdomainOf(number) }),
      }),
    /** The account page's data; `null` without an environment, or while it cannot be read. */
    async readAccount(): Promise<SeenAccount | null> {
      if (current === null) return null;
      const { status, body } = await ask(accountEndpoint, undefined, 'GET');
      if (status !== 200 || typeof body['state'] !== 'string') return null;
      const renewal = body['renewal'] as Fields | undefined;
      return {
        ...{ account: number, plan: body['plan'] as PlanId },
        state: (body['sleep'] as Fields | undefined)?.['since'] === undefined ? body['state'] : 'asleep',
        ...{ endsOn: textOr(body['endsOn']), nextChargeOn: textOr(body['nextChargeOn']) },
        ...{ paidThrough: textOr(body['paidThrough']), renewsOn: textOr(renewal?.['dueOn']) },
        ...{ undoUntil: textOr(body['withdrawUntil']), owes: body['debt'] !== undefined },
        card: textOr((body['card'] as Fields | undefined)?.['lastFour']),
      };
    },
    async readOffers(): Promise<Facts['offers']> {
      if (current === null) return null;
      const { status, body } = await ask(upgradePath(subdomainOf(number)), undefined, 'GET');
      if (status !== 200) return null;
      const obstacle = body['obstacle'] as Fields | undefined;
      return {
        plan: body['plan'] as PlanId,
        paidThrough: textOr(body['paidThrough']),
        obstacle: textOr(obstacle?.['code']),
      };
    },
  };
}
export type Customer = ReturnType<typeof createCustomer>;
