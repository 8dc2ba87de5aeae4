/** Sequences that once went wrong, or nearly: slow lookups, late listings, removed subscriptions, silent services. */
import { beforeEach, expect, test } from 'vitest';
import { provisioningStartEndpoint } from '#domain/contracts/provisioning.ts';
import { SubdomainAvailability, subdomainPath } from '#domain/contracts/subdomain.ts';
import { supportEndpoint } from '#domain/contracts/support.ts';
import { DomainError } from '#domain/errors.ts';
import { startCheckout } from '#functions/checkout/start-checkout.ts';
import type { Deps } from '#functions/compose.ts';
import { sendOutbox } from '#functions/platform/mail/send-outbox.ts';
import { provisioningJobs } from '#functions/provisioning/jobs.ts';
import { runScheduled } from '#functions/scheduled.ts';
import { cardNumbers, newCard, newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-door.ts';
import {
  at,
  call,
  calmServices,
  chargesOf,
  checkoutOf,
  confirmPayment,
  depsAt,
  env,
  noFaults,
  orderRow,
  runJobs,
  sendEvent,
  sendOrder,
  setFaults,
  stateOf,
  statusOf,
  variables,
} from './support.ts';

beforeEach(calmServices);

const sql = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run();
const idOf = async (subject: string): Promise<string> => String((await orderRow(subject))['id']);
const codeOf = async (response: Response): Promise<string> => (await response.json<{ code: string }>()).code;
const eventsOf = async (orderId: string, kind: string): Promise<number> => {
  const { results } = await env.DB.prepare('SELECT 1 FROM events WHERE order_id = ? AND kind = ?')
    .bind(orderId, kind)
    .all();
  return results.length;
};
/** Other tests leave orders behind that a sweep would look at first. */
const clearTheTable = () => sql("UPDATE orders SET released_at = 1 WHERE status <> 'CONCLUIDO'");
const declined = () => newPaidOrder({ card: newCard({ number: cardNumbers.refused }) });

/** The processor under which a subscription cannot be found for now. */
function blind(deps: Deps): Deps {
  return { ...deps, payments: { ...deps.payments, findSubscription: async () => null } };
}

/** An order whose charge went through and whose answer was lost; the sweep then looked too early and found nothing. */
async function forgottenCharge() {
  await clearTheTable();
  const { token, subject } = await signUp();
  const order = newPaidOrder();
  await setFaults(at.asaasUrl, { loseAnswers: 1, losePath: '/v3/subscriptions' });
  await sendOrder(token, order);
  await setFaults(at.asaasUrl, noFaults);
  await sql('UPDATE orders SET touched_at = 0 WHERE subject = ?', subject);
  await provisioningJobs.sweep(blind(depsAt(140_000)));
  expect(await orderRow(subject)).toMatchObject({ payment: 'none' });
  return { token, subject, order, id: await idOf(subject) };
}

test('a charge that the processor lists late is found when the order is sent again', async () => {
  const { token, order, id } = await forgottenCharge();
  expect((await sendOrder(token, order)).status).toBe(200);
  expect((await chargesOf(id)).subscriptions).toHaveLength(1);
});

test('a charge that is listed late keeps its name from a stranger', async () => {
  const { subject, order, id } = await forgottenCharge();
  await sql('UPDATE orders SET reserved_until = ? WHERE id = ?', Date.now() - 1, id);
  const stranger = await signUp();
  expect(await codeOf(await sendOrder(stranger.token, order))).toBe('subdomain-taken');
  expect(await orderRow(subject)).toMatchObject({ payment: 'pending', released_at: null });
});

test('a payment for a name that was given back is ended at the processor and told to an operator', async () => {
  const { token, subject } = await signUp();
  await sendOrder(token, newPaidOrder());
  const id = await idOf(subject);
  await sql('UPDATE orders SET released_at = ? WHERE id = ?', Date.now(), id);
  const [payment] = (await chargesOf(id)).payments;
  await confirmPayment(payment?.id ?? '');
  await sendEvent(`evt_${crypto.randomUUID()}`, 'PAYMENT_CONFIRMED', payment?.id);
  await expect.poll(() => eventsOf(id, 'late-payment')).toBe(1);
  expect(await depsAt(0).payments.findSubscription(id)).toBeNull();
});

test('a slow lookup of the sweep does not forget a charge made meanwhile', async () => {
  await clearTheTable();
  const { token, subject } = await signUp();
  const order = declined();
  await sendOrder(token, order);
  const id = await idOf(subject);
  const late =
    "UPDATE orders SET payment = 'unclear', unclear_until = ?, lease_until = 0, touched_at = 0 WHERE id = ?";
  await sql(late, Date.now() - 1, id);
  const good = { ...order, card: newCard() };
  const real = depsAt(0);
  let isFirst = true;
  const findSubscription: Deps['payments']['findSubscription'] = async (orderId) => {
    const found = await real.payments.findSubscription(orderId);
    if (orderId !== id || !isFirst) return found;
    isFirst = false;
    const openSubscription: Deps['payments']['openSubscription'] = async (...given) => {
      await real.payments.openSubscription(...given);
      throw new DomainError('payment-unclear');
    };
    const lossy = { ...real, payments: { ...real.payments, openSubscription } };
    await expect(startCheckout(lossy, checkoutOf(subject, good))).rejects.toMatchObject({
      code: 'payment-unclear',
    });
    return found;
  };
  await provisioningJobs.sweep({ ...real, payments: { ...real.payments, findSubscription } });
  expect((await sendOrder(token, good)).status).toBe(200);
  expect((await chargesOf(id)).subscriptions).toHaveLength(1);
});

test('a subscription removed at the processor before it was paid does not hold the customer up', async () => {
  const { token, subject } = await signUp();
  const order = newPaidOrder();
  await sendOrder(token, order);
  const id = await idOf(subject);
  const { customer_id, subscription_id } = await orderRow(subject);
  expect(customer_id).not.toBeNull();
  await fetch(`${at.asaasUrl}/v3/subscriptions/${subscription_id}`, {
    method: 'DELETE',
    headers: { access_token: String(variables['ASAAS_API_KEY']) },
  });
  await sql('UPDATE orders SET unclear_until = 1, touched_at = 0 WHERE id = ?', id);
  await runJobs(30_000);
  expect(await statusOf(token)).not.toHaveProperty('tenant');
  expect((await sendOrder(token, { ...order, ciclo: 'yearly' })).status).toBe(200);
});

test('a free request that comes behind a paid one does not turn it free', async () => {
  const { token, subject } = await signUp();
  const paid = declined();
  await sendOrder(token, paid);
  const real = depsAt(0);
  let isFirst = true;
  const findLiveBySubject: Deps['orders']['findLiveBySubject'] = async (wanted) => {
    const live = await real.orders.findLiveBySubject(wanted);
    if (isFirst) {
      isFirst = false;
      expect((await sendOrder(token, { ...paid, card: newCard() })).status).toBe(200);
    }
    return live;
  };
  const free = newFreeOrder({ subdominio: paid.subdominio });
  const behind = startCheckout(
    { ...real, orders: { ...real.orders, findLiveBySubject } },
    checkoutOf(subject, free),
  );
  await behind.catch(() => undefined);
  expect(await orderRow(subject)).toMatchObject({ plano: 'pro', payment: 'pending', status: 'AGUARDANDO' });
});

test('a free order killed right after it was reserved is taken up by the sweep', async () => {
  const { token, subject } = await signUp();
  const { subdominio } = newFreeOrder();
  await depsAt(0).orders.reserve(
    {
      ...{
        id: crypto.randomUUID(),
        subject,
        email: null,
        emailVerified: false,
        name: null,
        subdomain: subdominio,
      },
      ...{ plan: 'free', cycle: 'monthly', amountCentavos: 0, termsVersion: 'x', termsAddress: '127.0.0.1' },
    },
    Date.now(),
  );
  await runJobs(40_000);
  expect(await orderRow(subject)).toMatchObject({ status: 'EM_ANDAMENTO' });
  expect(await statusOf(token)).toMatchObject({ tenant: subdominio });
});

test("one's own reserved name counts as free, for oneself alone", async () => {
  const { token } = await signUp();
  const order = declined();
  await sendOrder(token, order);
  const path = subdomainPath(order.subdominio);
  expect(await (await call(path, { token })).json()).toMatchObject({ disponivel: true });
  expect(await (await call(path)).json()).toMatchObject({ disponivel: false });
  expect(await (await call(path, { token: 'stale' })).json()).toMatchObject({ disponivel: false });
});

test('a taken name comes with three free ones close to it; a free name and nonsense with none', async () => {
  const { token } = await signUp();
  const order = newFreeOrder();
  await sendOrder(token, order);
  const neighbour = await signUp();
  await sendOrder(neighbour.token, newFreeOrder({ subdominio: `${order.subdominio}-br` }));
  const ask = async (name: string) =>
    SubdomainAvailability.parse(await (await call(subdomainPath(name))).json());

  const offered = new Set<string>();
  for (let round = 0; round < 12; round += 1) {
    const { sugestoes = [] } = await ask(order.subdominio);
    expect(sugestoes).toHaveLength(3);
    for (const name of sugestoes) offered.add(name);
  }
  expect(offered).not.toContain(`${order.subdominio}-br`);
  for (const name of offered) expect(await ask(name)).toEqual({ subdominio: name, disponivel: true });
  expect((await ask('admin')).sugestoes).toHaveLength(3);
  expect(await ask('a--b')).not.toHaveProperty('sugestoes');
});

test('mail leaves although the payment processor does not answer', async () => {
  const { token } = await signUp();
  await sendOrder(token, newPaidOrder());
  const email = `fila-${crypto.randomUUID().slice(0, 8)}@teste.example`;
  await call(supportEndpoint, { body: { nome: 'Ana', email, assunto: 'Oi', mensagem: 'Oi' } });
  const real = depsAt(60_000);
  const findSubscription = () => new Promise<null>(() => undefined);
  void runScheduled({ ...real, payments: { ...real.payments, findSubscription } });
  const waiting = () =>
    env.DB.prepare('SELECT id FROM outbox WHERE payload LIKE ? AND sent_at IS NULL').bind(`%${email}%`).all();
  await expect.poll(async () => (await waiting()).results, { timeout: 5_000 }).toEqual([]);
});

test('an order that stays silent does not hide the one behind it', async () => {
  await clearTheTable();
  const real = depsAt(0);
  const now = Date.now();
  const ids = Array.from({ length: 51 }, () => crypto.randomUUID());
  for (const [index, id] of ids.entries()) {
    const names = {
      id,
      subject: `s-${id}`,
      email: null,
      emailVerified: false,
      name: null,
      subdomain: `n-${id}`,
    };
    const terms = {
      plan: 'free',
      cycle: 'monthly',
      amountCentavos: 0,
      termsVersion: 'x',
      termsAddress: 'x',
    } as const;
    await real.orders.reserve({ ...names, ...terms }, now);
    await real.orders.beginProvisioning(id, 'free', null, now - 1_000_000 + index);
  }
  const asked = new Set<string>();
  const provisioner = {
    ensureRunning: async (id: string) => {
      asked.add(id);
      return 'running' as const;
    },
  };
  for (let round = 0; round < 2; round += 1) {
    await provisioningJobs.sweep({ ...real, provisioner, clock: { now: () => now + round * 1_000 } });
  }
  await clearTheTable();
  expect(asked.has(ids[50] ?? '')).toBe(true);
});

test('the processor hears 200 before anybody asks it anything', async () => {
  const { token, subject } = await signUp();
  await sendOrder(token, newPaidOrder());
  const [payment] = (await chargesOf(await idOf(subject))).payments;
  await confirmPayment(payment?.id ?? '');
  await setFaults(at.asaasUrl, { down: true });
  expect((await sendEvent(`evt_${crypto.randomUUID()}`, 'PAYMENT_CONFIRMED', payment?.id)).status).toBe(200);
  await setFaults(at.asaasUrl, noFaults);
  await runJobs(60_000);
  await expect.poll(() => orderRow(subject)).toMatchObject({ payment: 'confirmed' });
});

test('pages on another host than the API may call it', async () => {
  const { token } = await signUp();
  const headers = { Origin: new URL(at.siteUrl).origin, 'Sec-Fetch-Site': 'cross-site' };
  expect(await codeOf(await call(provisioningStartEndpoint, { token, method: 'POST', headers }))).toBe(
    'order-missing',
  );
});

test('a payment of another amount does not count and is told once', async () => {
  const { token, subject } = await signUp();
  await sendOrder(token, newPaidOrder());
  const id = await idOf(subject);
  const [payment] = (await chargesOf(id)).payments;
  await sql('UPDATE orders SET amount_centavos = amount_centavos + 1, payment_id = NULL WHERE id = ?', id);
  await confirmPayment(payment?.id ?? '');
  for (let round = 1; round <= 4; round += 1) await runJobs(round * 60_000);
  expect(await eventsOf(id, 'payment-amount-differs')).toBe(1);
  expect(await orderRow(subject)).toMatchObject({ status: 'AGUARDANDO' });
});

test('a lost answer to the card alone is no unclear charge: pressing again at once works', async () => {
  const { token, subject } = await signUp();
  const order = newPaidOrder();
  await setFaults(at.asaasUrl, { loseAnswers: 1, losePath: '/v3/creditCard' });
  expect(await codeOf(await sendOrder(token, order))).toBe('payment-unavailable');
  await setFaults(at.asaasUrl, noFaults);
  expect((await sendOrder(token, order)).status).toBe(200);
  expect((await chargesOf(await idOf(subject))).subscriptions).toHaveLength(1);
});

test('a burst of mail leaves in one run', async () => {
  const { inbox, ids } = await burstOfMail(65);
  await sendOutbox(depsAt(0));
  expect((await inbox()).filter((key) => ids.has(key))).toHaveLength(65);
});

async function burstOfMail(count: number) {
  const ids = new Set(Array.from({ length: count }, () => `support-received-${crypto.randomUUID()}`));
  for (const id of ids) {
    const payload = JSON.stringify({ id, email: 'a@teste.example' });
    await sql(
      "INSERT INTO outbox (id, template, payload, due_at, created_at) VALUES (?, 'support-received', ?, 0, 0)",
      ...[id, payload],
    );
  }
  const inbox = async (): Promise<string[]> => {
    const { messages } = await stateOf<{ messages: { idempotencyKey: string }[] }>(at.mailUrl);
    return messages.map(({ idempotencyKey }) => idempotencyKey);
  };
  return { inbox, ids };
}
