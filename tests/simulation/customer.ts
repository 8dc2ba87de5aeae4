/** The customer of a sequence: their accounts in order, their requests to the API, and its responses. */
import {
  accountCancelEndpoint,
  accountEndpoint,
  accountWithdrawEndpoint,
} from '#domain/api-schemas/account.ts';
import { cardChangeEndpoint } from '#domain/api-schemas/card-change.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { deletionEndpoint } from '#domain/api-schemas/own-data.ts';
import { provisioningStartEndpoint } from '#domain/api-schemas/provisioning.ts';
import { upgradePath } from '#domain/api-schemas/upgrade.ts';
import { TERMS_VERSION } from '#domain/order/order.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { billingAddress, newCard } from '#tests/support/orders.ts';
import type { Facts, Account as SeenAccount } from './facts.ts';
import { subdomainOf } from './record.ts';
import type { CardStep } from './sold-steps.ts';
import type { Step } from './steps.ts';
import type { Account, Reply, World } from './world.ts';

/** Valid CPFs; a sequence needs few. */
const taxIds = ['52998224725', '11144477735', '39053344705', '86288366757', '15350946056'] as const;

export interface Customer {
  /** Number of the newest account, 0 before the first. */
  account(): number;
  taxId(): string;
  readonly payers: ReadonlyMap<number, string>;
  readonly erased: ReadonlySet<number>;
  /** Creates an account if there is none or the last one was deleted. */
  ensureAccount(): Promise<void>;
  buy(step: Extract<Step, { kind: 'checkout' }>): Promise<Reply>;
  upgrade(step: Extract<Step, { kind: 'upgrade' }>): Promise<Reply>;
  cancel(): Promise<Reply>;
  withdraw(purchase: string | null): Promise<Reply>;
  /** Ids of the purchases that may be undone, the oldest first. */
  purchases(): Promise<readonly string[]>;
  start(): Promise<Reply>;
  erase(sameTaxId: boolean): Promise<Reply>;
  /**
   * Changes the card.
   * @param number Its digits.
   */
  changeCard(step: CardStep, number: string): Promise<Reply>;
  /** Requests the deletion of the own account, right after a sign-in. */
  leaveForGood(sameTaxId: boolean): Promise<Reply | null>;
  /** True when the deletion is finished; the next purchase then comes from a new account. */
  followLeaving(): void;
  /** Number of accounts deleted this way. */
  leftForGood(): number;
  /** The newest account, if it exists. */
  person(): Account | null;
  ask(path: string, body?: unknown, method?: 'GET' | 'POST', entry?: 'form' | 'hosted'): Promise<Reply>;
  operate(command: string, body: Record<string, unknown>): Promise<Reply>;
  /** The account page's data; `null` without an environment, or while it cannot be read. */
  readAccount(): Promise<SeenAccount | null>;
  readOffers(): Promise<Facts['offers']>;
}

const textOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
type Fields = Readonly<Record<string, unknown>>;

/** @param onErased Called for each deleted account. */
export function createCustomer(world: World, onErased: (account: Account) => void): Customer {
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
    account: () => number,
    taxId,
    payers,
    erased,
    ensureAccount,
    async buy({ plan, cycle, entry }) {
      await ensureAccount();
      const shared = { subdominio: subdomainOf(number), ciclo: cycle, termosVersao: TERMS_VERSION };
      if (plan === 'free')
        return ask(checkoutEndpoint, { ...shared, plano: 'free', pagamento: 'gratuito' }, 'POST', entry);
      const paid = { ...shared, plano: plan, pagamento: 'cartao' };
      if (entry === 'form') return ask(checkoutEndpoint, { ...paid, ...withCard() });
      const cardHolder = { cpfCnpj: taxId(), phone: '11987654321' };
      return ask(checkoutEndpoint, { ...paid, billingAddress, cardHolder }, 'POST', 'hosted');
    },
    upgrade({ plan, cycle, withCard: hasCard, isHosted = false }) {
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
    withdraw: (purchase) =>
      ask(accountWithdrawEndpoint, purchase === null ? undefined : { compra: purchase }),
    async purchases() {
      const { body } = await ask(accountEndpoint, undefined, 'GET');
      return ((body['compras'] ?? []) as readonly { id: string }[]).map(({ id }) => id);
    },
    start: () => ask(provisioningStartEndpoint),
    async erase(sameTaxId) {
      if (current === null) return { status: 0, code: undefined, body: {} };
      const { email } = current;
      const reply = await world.operate('apagar', { quem: email, confirma: email });
      if (reply.status === 200 && reply.body['isDone'] === true) forget(current, sameTaxId);
      return reply;
    },
    changeCard({ pays, isHosted }, digits) {
      if (isHosted) return ask(cardChangeEndpoint, {}, 'POST', 'hosted');
      const card = newCard({ expiryYear: '2039', number: digits });
      return ask(cardChangeEndpoint, { ...withCard(), card, pagarAtrasada: pays });
    },
    async leaveForGood(sameTaxId) {
      if (current === null || isLeaving !== null || !current.exists()) return null;
      const token = await current.freshToken([`tenant:${subdomainOf(number)}`]);
      const body = { confirma: current.email };
      const reply = await world.call({ path: deletionEndpoint, token, body });
      if (reply.status === 200) isLeaving = { sameTaxId };
      return reply;
    },
    leftForGood: () => leftForGood,
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
    person: () => current,
    ask,
    operate: (command, body) =>
      world.operate(command, {
        ...body,
        ...(command === 'reconciliar' ? {} : { quem: subdomainOf(number) }),
      }),
    async readAccount() {
      if (current === null) return null;
      const { status, body } = await ask(accountEndpoint, undefined, 'GET');
      if (status !== 200 || typeof body['situacao'] !== 'string') return null;
      const renewal = body['renovacao'] as Fields | undefined;
      return {
        ...{ account: number, plan: body['plano'] as PlanId, state: body['situacao'] },
        ...{ endsOn: textOr(body['terminaEm']), nextChargeOn: textOr(body['proximaCobranca']) },
        ...{ paidThrough: textOr(body['pagoAte']), renewsOn: textOr(renewal?.['em']) },
        ...{ undoUntil: textOr(body['arrependimentoAte']), owes: body['divida'] !== undefined },
        card: textOr((body['cartao'] as Fields | undefined)?.['final']),
      };
    },
    async readOffers() {
      if (current === null) return null;
      const { status, body } = await ask(upgradePath(subdomainOf(number)), undefined, 'GET');
      if (status !== 200) return null;
      const obstacle = body['impedimento'] as Fields | undefined;
      return {
        plan: body['plano'] as PlanId,
        paidThrough: textOr(body['pagoAte']),
        obstacle: textOr(obstacle?.['codigo']),
      };
    },
  };
}
