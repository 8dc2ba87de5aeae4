/** What customers do with an environment: change the plan, renew, leave, write to support. */
import { setTimeout as wait } from 'node:timers/promises';
import { accountCancelEndpoint, accountWithdrawEndpoint } from '#domain/api-schemas/account.ts';
import { type UpgradeRequestInput, upgradePath } from '#domain/api-schemas/plan-change.ts';
import { supportEndpoint } from '#domain/api-schemas/support.ts';
import { TERMS_VERSION } from '#domain/orders/order.ts';
import { billingAddress, newCard } from '#tests/support/orders.ts';
import { newCpf } from '#tests/support/people.ts';
import { newKey, type Reply } from './client.ts';
import { type Cast, payOnPage, press, type Story } from './customers.ts';

const PAUSE_MS = 600;

/** Requests a higher plan twice at once, and pays when asked to, until it is in force. */
export async function upgrade(cast: Cast, story: Story): Promise<void> {
  if (story.subdomain === null || story.plan === 'enterprise') return;
  const targetPlan = story.plan === 'pro' ? 'enterprise' : cast.chance.pick(['pro', 'enterprise'] as const);
  const plain: UpgradeRequestInput = { targetPlan, termosVersao: TERMS_VERSION };
  const blocks = { billingAddress, cardHolder: { cpfCnpj: newCpf() }, card: newCard() };
  const withCard = cast.chance.hits(0.5);
  const path = upgradePath(story.subdomain);
  const ask = async (body: UpgradeRequestInput): Promise<Reply> => {
    const token = await cast.world.tokenFor(story.email);
    return cast.client.insist({ method: 'POST', path, token, key: newKey(), body });
  };
  const first: UpgradeRequestInput = withCard ? { ...plain, ...blocks } : plain;
  await Promise.all([ask(first), ask(first)]);
  for (;;) {
    const { status, body } = await ask(plain);
    if (status === 200 && body['status'] === 'applied') {
      // Not charged: on trust, which ends when the renewal is cancelled (terms, annex).
      story.paidPlan = body['hojeCentavos'] === 0 ? story.plan : targetPlan;
      break;
    }
    if (typeof body['paymentUrl'] === 'string') await payOnLinkedPage(cast, body['paymentUrl']);
    // The limits rise once the payment is seen; until then the page polls.
    await cast.client.pause(`the upgrade of ${story.email}`);
  }
  story.plan = targetPlan;
}

async function payOnLinkedPage(cast: Cast, url: string): Promise<void> {
  const page = new URL(url).searchParams.get('id');
  if (page === null) await payOnPage(url);
  // Each customer has an own CPF, so that withdrawals block only their own purchases.
  else await press(cast, 'checkouts', page, 'pay', { cpfCnpj: newCpf() });
}

/** Charges the next period; sometimes the card fails first and the customer pays the invoice. */
export async function renew(cast: Cast, story: Story): Promise<void> {
  const { state } = cast.world.stack().services.asaas;
  const subscription = state.subscriptions.find(
    (each) => !each.deleted && each.status === 'ACTIVE' && each.description?.includes(`(${story.subdomain})`),
  );
  if (subscription === undefined) return;
  if (!(await press(cast, 'subscriptions', subscription.id, 'renew'))) return;
  const payment = state.payments.findLast((each) => each.subscription === subscription.id && !each.deleted);
  if (payment === undefined) return;
  story.renewals += 1;
  if (cast.chance.hits(0.4) && (await press(cast, 'payments', payment.id, 'overdue'))) {
    await wait(PAUSE_MS);
    await payOnPage(payment.invoiceUrl);
  }
}

/** Leaves at the end of the paid period, or at once with a refund. */
export async function leave(cast: Cast, story: Story, end: 'cancelled' | 'withdrawn'): Promise<void> {
  const path = end === 'cancelled' ? accountCancelEndpoint : accountWithdrawEndpoint;
  const token = await cast.world.tokenFor(story.email);
  const ask = () => cast.client.insist({ method: 'POST', path, token });
  const [reply] = await Promise.all([ask(), ask()]);
  // Nothing renews on a free plan.
  if (reply.code === 'subscription-missing') return;
  if (reply.status !== 200) throw new Error(`${path} answered ${reply.status} ${reply.code}`);
  story.end = end;
  if (end === 'cancelled') story.plan = story.paidPlan;
}

/** Writes to support, clicking "Enviar" until it succeeds. */
export async function writeToSupport(cast: Cast, story: Story): Promise<void> {
  const word = newKey();
  const reply = await cast.client.insist({
    method: 'POST',
    path: supportEndpoint,
    key: newKey(),
    body: {
      nome: 'Pessoa de Teste',
      email: story.email,
      assunto: `Dúvida ${word}`,
      mensagem: 'Não consigo ver o meu ambiente.',
    },
  });
  if (reply.status !== 200) throw new Error(`support answered ${reply.status} ${reply.code}`);
  story.messages.push(word);
}
