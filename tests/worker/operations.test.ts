/** What operators may do, who is refused, and that every action is in the events with the operator's name. */
import { beforeEach, describe, expect, test } from 'vitest';
import { telegramWebhookEndpoint } from '#domain/api-schemas/alerts.ts';
import type { OrderHistory, OrderLine, ResentMail, WorkLine } from '#domain/api-schemas/operation-answers.ts';
import { operationPath } from '#domain/api-schemas/operations.ts';
import { type OrderState, orderState, orderStates } from '#domain/operations/words.ts';
import { apiDefinition } from '#functions/api.ts';
import { writeFeedback } from '#functions/feedback/store.ts';
import { failProvisioning, noteRetry, recordFacts, reopenOrder } from '#functions/orders/run-rows.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { findUnsentMail, markMailSent } from '#functions/platform/outbox.ts';
import { claimTheseWorks, noteWorkFailed } from '#functions/platform/work/work-store.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { eventsOf, OPERATOR, operate, operated, operatorToken, unpaid } from './operations-support.ts';
import { placeOrder, reserveOrder } from './order-support.ts';
import {
  addresses,
  call,
  calmServices,
  chargesOf,
  clearWork,
  confirmPayment,
  depsAt,
  dueAtOf,
  orderRow,
  setDue,
  sql,
  stateOf,
  watchWorkflows,
} from './support.ts';

beforeEach(calmServices);

describe('access', () => {
  const path = operationPath('pedidos');

  test('refuses visitors and customers of any group', async () => {
    expect((await call(path, { body: {} })).status).toBe(401);
    const { token } = await signUp({ groups: ['operador', 'tenant:operador'], roles: ['operador'] });
    // The role alone is not enough: this token was issued to the site.
    expect((await call(path, { token, body: {} })).status).toBe(401);
    expect((await call('/api/health/ready', { token })).status).toBe(401);
  });

  test('no command is carried out for nobody', async () => {
    const commands = apiDefinition.filter(({ path }) => path.startsWith(operationPath('')));
    expect(commands.length).toBeGreaterThan(15);
    for (const { path } of commands)
      expect([path, (await call(path, { body: {} })).status]).toEqual([path, 401]);
  });

  test('a token of the operators’ client without the role is refused', async () => {
    const { token } = await signUp({ claims: { azp: 'vigia-ops' } });
    const response = await call(path, { token, body: {} });
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'forbidden', error: 'Só operadores podem fazer isto.' }),
    ]);
    expect((await call('/api/health/ready', { token })).status).toBe(403);
  });

  test('the shared client must name the operator; a personal token does', async () => {
    const nameless = await call(path, { token: await operatorToken(), body: {} });
    expect([nameless.status, await nameless.json()]).toEqual([
      422,
      expect.objectContaining({ fields: { operador: 'Diga quem opera, com 2 a 60 letras.' } }),
    ]);
    const { token } = await signUp({ claims: { azp: 'vigia-ops' }, roles: ['operador'] });
    expect((await call(path, { token, body: {} })).status).toBe(200);
  });

  test('unknown commands, extra fields and other methods get different errors', async () => {
    expect((await operate('nada')).status).toBe(404);
    expect((await operate('pedidos', { extra: 1 })).status).toBe(422);
    expect((await call(path, { method: 'GET' })).status).toBe(405);
    expect((await operate('pedidos')).headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('look-ups', () => {
  test('orders by state, a page at a time', async () => {
    const { id } = await unpaid();
    const waiting = await operated<OrderLine[]>('pedidos', { state: 'AGUARDANDO', limit: 1 });
    expect(waiting).toHaveLength(1);
    expect(waiting[0]).toMatchObject({ id, status: 'AGUARDANDO', payment: 'pending', isReleased: false });
    const before = await operated<OrderLine[]>('pedidos', {
      state: 'AGUARDANDO',
      before: waiting[0]?.createdAt,
    });
    expect(before.map((order) => order.id)).not.toContain(id);
    expect(await operated('pedidos', { state: 'ERRO', before: 1 })).toEqual([]);
  });

  test('every displayed state can be queried, and finds only its orders', async () => {
    const made = await Promise.all(orderStates.map(async (state) => ({ state, ...(await unpaid()) })));
    const columns: Record<OrderState, string> = {
      AGUARDANDO: "status = 'AGUARDANDO'",
      EM_ANDAMENTO: "status = 'EM_ANDAMENTO'",
      CONCLUIDO: "status = 'CONCLUIDO'",
      ERRO: "status = 'ERRO'",
      CANCELANDO: "status = 'ERRO', closed_at = 1",
      CANCELADO: "status = 'ERRO', closed_at = 1, released_at = 2",
      VENCIDO: 'released_at = 2',
      REMOVIDO: "status = 'CONCLUIDO', released_at = 2",
    };
    for (const { state, id } of made) await sql(`UPDATE orders SET ${columns[state]} WHERE id = ?`, id);
    for (const { state, id } of made) {
      const found = await operated<OrderLine[]>('pedidos', { state: state, limit: 200 });
      expect([
        state,
        found.filter((order) => made.some((each) => each.id === order.id)).map((order) => order.id),
      ]).toEqual([state, [id]]);
      expect(new Set(found.map(orderState))).toEqual(new Set([state]));
    }
    // Orders of other tests must not be listed.
    for (const { id } of made) await sql('UPDATE orders SET released_at = 2 WHERE id = ?', id);
  });

  test('a customer’s history is found by anything the operator knows', async () => {
    await using workflows = await watchWorkflows();
    const { subject, email, id, order, answer } = await placeOrder(newFreeOrder());
    const { subdominio } = order;
    const requestId = answer.headers.get('X-Request-Id');
    await workflows.allDone();
    const histories = await Promise.all(
      [id, subdominio, subject, email, email.toUpperCase()].map((who) =>
        operated<OrderHistory[]>('historico', { who }),
      ),
    );
    for (const history of histories) expect(history).toEqual(histories[0]);
    const [found] = histories[0] ?? [];
    expect(found).toMatchObject({
      order: { id, subdomain: subdominio, email },
      tenant: { state: 'active', plan: 'free' },
    });
    const entries = found?.entries ?? [];
    expect(entries.map(({ at: moment }) => moment)).toEqual(
      entries.map(({ at: moment }) => moment).toSorted((one, other) => one - other),
    );
    expect(entries).toContainEqual(
      expect.objectContaining({ source: 'evento', what: 'order-reserved', requestId }),
    );
    for (const what of ['reservado', 'termos aceitos', 'acesso dado', 'na fila: welcome', 'ambiente ativo'])
      expect(entries.map((entry) => entry.what)).toContain(what);
    expect(entries.map(({ detail }) => detail)).toContain('free mensal por R$\u00a00');
    const words = entries
      .filter(({ source }) => source !== 'evento')
      .map(({ what, detail }) => `${what} ${detail}`);
    expect(words.join('\n')).not.toMatch(/[{}]|monthly|active/);
    const nobody = await operate('historico', { who: 'ninguem-aqui' });
    expect([nobody.status, (await nobody.json()) as unknown]).toEqual([
      404,
      expect.objectContaining({ error: 'Não há cliente, conta nem mensagem com este identificador.' }),
    ]);
    const person = await signUp();
    const orderless = await operate('historico', { who: person.email });
    expect(await orderless.json()).toMatchObject({
      code: 'order-missing',
      error: expect.stringContaining('"exportar" mostra o que há dela'),
    });
  });

  test('the least helpful articles come first, with their comments', async () => {
    await sql('DELETE FROM feedback');
    const { db } = depsAt(0);
    const today = new Date().toISOString().slice(0, 10);
    const vote = (page: string, isHelpful: boolean, text: string | null = null) =>
      writeFeedback(db, { page, key: crypto.randomUUID(), isHelpful, text }, today, '2020-01-01');
    await vote('/docs/metrics', true);
    await vote('/docs/first-monitor', false, 'Faltou a tela');
    await vote('/docs/first-monitor', true);
    expect(await operated('opiniao', { days: 7 })).toEqual([
      { page: '/docs/first-monitor', helpful: 1, notHelpful: 1, texts: ['Faltou a tela'] },
      { page: '/docs/metrics', helpful: 1, notHelpful: 0, texts: [] },
    ]);
  });
});

describe('repairs', () => {
  test('the code of a final failure stays in the history after a new try', async () => {
    const { id } = await reserveOrder();
    await sql("UPDATE orders SET status = 'EM_ANDAMENTO' WHERE id = ?", id);
    const { db } = depsAt(0);
    await noteRetry(db, id, { step: 'grupo', code: 'identity-unavailable' }, 1);
    // That step succeeded: its code says nothing about what comes later.
    await recordFacts(db, id, { groupId: 'g' }, 2);
    await noteRetry(db, id, { step: 'application', code: 'cluster-unavailable' }, 3);
    await failProvisioning(db, id, 0, 'internal', 4);
    await failProvisioning(db, id, 0, 'internal', 5);
    await reopenOrder(db, { id, attempt: 0 }, 6);
    await recordFacts(db, id, { applied: true }, 7);
    await failProvisioning(db, id, 1, 'internal', 8);
    const failures = (await eventsOf(id)).filter(({ kind }) => kind === 'provisioning-failed');
    expect(failures.map(({ detail }) => detail)).toEqual(['cluster-unavailable', 'internal']);
  });

  test('a failed provisioning is retried, with the operator in its history', async () => {
    await using workflows = await watchWorkflows();
    const { subject, id, order } = await placeOrder(newFreeOrder());
    const { subdominio: who } = order;
    await workflows.allDone();
    // As a failed run leaves it.
    await sql('DELETE FROM quota_readings WHERE subdomain = ?', who);
    await sql('DELETE FROM tenants WHERE order_id = ?', id);
    await sql("UPDATE orders SET status = 'EM_ANDAMENTO' WHERE id = ?", id);
    await failProvisioning(depsAt(0).db, id, 0, 'cluster-unavailable', Date.now());
    expect(await operated('reprovisionar', { who })).toMatchObject({ status: 'EM_ANDAMENTO' });
    await expect.poll(async () => (await orderRow(subject))['status'], { timeout: 10_000 }).toBe('CONCLUIDO');
    expect(await eventsOf(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'operator-command',
          operator: OPERATOR,
          detail: 'reprovisionar: feito',
        }),
        expect.objectContaining({ kind: 'provisioning-restarted', operator: OPERATOR }),
      ]),
    );
  });

  test('a sent mail is sent again under a new id; a waiting one only once', async () => {
    const { db } = depsAt(0);
    const id = `support-received-${crypto.randomUUID()}`;
    const payload = JSON.stringify({ id: 'x', email: 'pessoa@teste.example' });
    await sql(
      `INSERT INTO outbox (id, template, payload, created_at) VALUES (?, 'support-received', ?, 1)`,
      id,
      payload,
    );
    expect(await operated('reenviar', { messageId: id })).toEqual({ messageId: id, isNew: false });
    await markMailSent(db, id, 5);
    const { messageId, isNew } = await operated<ResentMail>('reenviar', { messageId: id });
    expect([messageId, isNew]).toEqual([expect.stringMatching(new RegExp(`^${id}~\\d+$`)), true]);
    // Two requests send it once.
    for (const again of [id, messageId])
      expect(await operated('reenviar', { messageId: again })).toEqual({
        messageId: messageId,
        isNew: false,
      });
    expect(await findUnsentMail(db, messageId)).toEqual({
      id: messageId,
      template: 'support-received',
      payload,
    });
    expect(await claimTheseWorks(db, mailWork.kind, [messageId], {}, Date.now() + 1)).toHaveLength(1);
    expect((await operate('reenviar', { messageId: 'não existe' })).status).toBe(404);
  });

  test('the webhook is set up for the host that was called', async () => {
    const answer = await operated<{ url: string; outcome: string }>('webhook');
    expect(answer).toEqual({
      url: `${addresses.siteUrl}/api/webhooks/asaas`,
      outcome: expect.stringMatching(/created|updated/),
    });
    expect(await operated('webhook')).toMatchObject({ outcome: 'updated' });
  });

  test('the bot’s webhook is set up with the secret that the Worker accepts', async () => {
    const url = `${addresses.siteUrl}${telegramWebhookEndpoint}`;
    expect(await operated('telegram')).toEqual({ url, bot: 'vigia_local_bot' });
    const { webhook } = await stateOf<{ webhook: { url: string; secret: string } }>(addresses.telegramUrl);
    expect(webhook.url).toBe(url);
    const accepted = (secret: string) =>
      call(telegramWebhookEndpoint, {
        body: { update_id: 1 },
        headers: { 'x-telegram-bot-api-secret-token': secret },
      });
    expect((await accepted(webhook.secret)).status).toBe(200);
    expect((await accepted(`${webhook.secret}0`)).status).toBe(401);
  });

  test('a comparison settles what a lost event would have settled', async () => {
    await using workflows = await watchWorkflows();
    const { id, subject } = await unpaid();
    const { payments } = await chargesOf(id);
    await confirmPayment(payments[0]?.id ?? '');
    const { compared, found } = await operated<{ compared: number; found: number }>('reconciliar');
    expect(compared).toBeGreaterThan(0);
    expect(found).toBeGreaterThan(0);
    expect(['EM_ANDAMENTO', 'CONCLUIDO']).toContain((await orderRow(subject))['status']);
    await workflows.allDone();
  });
});

test('late and failing work is listed, and one item is tried at once', async () => {
  await clearWork();
  const { db } = depsAt(0);
  const now = Date.now();
  await setDue(mailWork, 'late', now - 600_000);
  await setDue(mailWork, 'soon', now - 60_000);
  await setDue(mailWork, 'failing', now - 60_000);
  const [item] = await claimTheseWorks(db, mailWork.kind, ['failing'], {}, now);
  if (item === undefined) throw new Error('The item was not claimed.');
  await noteWorkFailed(db, item, now + 3_600_000, 'mail-unavailable');
  const list = await operated<WorkLine[]>('trabalho');
  expect(list).toEqual([
    expect.objectContaining({ kind: 'mail', name: 'E-mail', key: 'late', attempts: 0, lastError: null }),
    expect.objectContaining({ key: 'failing', attempts: 1, lastError: 'mail-unavailable', since: now }),
  ]);
  await operated('trabalho', { retry: 'mail failing' });
  expect(await dueAtOf(mailWork, 'failing')).toBeLessThanOrEqual(Date.now());
  expect((await operate('trabalho', { retry: 'mail gone' })).status).toBe(404);
  await clearWork();
});
