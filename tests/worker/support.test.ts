/** A support message is stored first, and mailed once mail works. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { ExportedCustomer } from '#domain/api-schemas/operation-answers.ts';
import { supportEndpoint } from '#domain/api-schemas/support.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { keepSupportMessage, THANKS_PER_DAY_MAX } from '#functions/support/store.ts';
import { operated } from './operations-support.ts';
import {
  addresses,
  call,
  calmServices,
  depsAt,
  mailsSent,
  newKey,
  noFaults,
  sendMails,
  setFaults,
  sql,
} from './support.ts';

beforeEach(calmServices);

const newMessage = (known: Record<string, unknown> = {}) => ({
  nome: 'Pessoa de Teste',
  email: `suporte-${crypto.randomUUID().slice(0, 8)}@teste.example`,
  assunto: 'Dúvida sobre o plano',
  mensagem: 'Primeira linha.\n\nSegunda linha.',
  ...known,
});

const kept = (email: string) =>
  sql('SELECT nome, assunto, mensagem FROM support_messages WHERE email = ?', email);

test('a message is stored and mailed to team and sender', async () => {
  const body = newMessage();
  const response = await call(supportEndpoint, { body });
  expect([response.status, await response.json()]).toEqual([
    200,
    {
      details: 'Recebemos a sua mensagem e respondemos por e-mail.',
      number: expect.stringMatching(/^[0-9A-F]{8}$/),
      dueAt: null,
    },
  ]);
  expect(await kept(body.email)).toEqual([
    { nome: body.nome, assunto: body.assunto, mensagem: body.mensagem },
  ]);
  await sendMails();
  await sendMails(120_000);
  const subjects = (await mailsSent(body.email)).map((mail) => mail.subject).sort();
  expect(subjects).toEqual(['Recebemos a sua mensagem', '[Suporte] Dúvida sobre o plano']);
});

test('an address with capital letters is found by an export', async () => {
  const body = newMessage();
  const typed = ` ${body.email.replace('teste.example', 'Teste.Example').replace('suporte', 'Suporte')} `;
  await call(supportEndpoint, { body: { ...body, email: typed } });
  expect(await kept(body.email)).toHaveLength(1);
  const { tables } = await operated<ExportedCustomer>('exportar', { who: typed.trim() });
  expect(tables['support_messages']).toHaveLength(1);
  expect(tables['outbox']).toHaveLength(2);
});

test('with mail down the message is accepted and sent later', async () => {
  const body = newMessage();
  await setFaults(addresses.mailUrl, { down: true });
  expect((await call(supportEndpoint, { body })).status).toBe(200);
  await sendMails();
  expect(await mailsSent(body.email)).toHaveLength(0);
  await setFaults(addresses.mailUrl, noFaults);
  await sendMails(600_000);
  expect(await mailsSent(body.email)).toHaveLength(2);
});

test('confirmations to one address are limited; messages are not', async () => {
  const body = newMessage();
  const wanted = THANKS_PER_DAY_MAX + 2;
  for (let sent = 0; sent < wanted; sent += 1) await call(supportEndpoint, { body });
  expect(await kept(body.email)).toHaveLength(wanted);
  const mails = () =>
    sql(
      `SELECT template, COUNT(*) AS mails FROM outbox WHERE json_extract(payload, '$.email') = ?
       GROUP BY template ORDER BY template`,
      body.email,
    );
  expect(await mails()).toEqual([
    { template: 'support-message', mails: wanted },
    { template: 'support-received', mails: THANKS_PER_DAY_MAX },
  ]);
  const { nome: name, email, assunto: subject, mensagem: text } = body;
  const message = { id: crypto.randomUUID(), name, email, subject, text };
  await keepSupportMessage(depsAt(0).db, message, Date.now() + DAY_MS);
  expect(await mails()).toContainEqual({ template: 'support-received', mails: THANKS_PER_DAY_MAX + 1 });
});

test('a message repeated after a crash is stored and mailed once', async () => {
  const body = newMessage();
  const key = newKey();
  await call(supportEndpoint, { body, key });
  // The crash came after the message was stored and before the response was.
  const forget = 'UPDATE idempotency SET status = NULL, body = NULL, lease_until = 0 WHERE key = ?';
  await sql(forget, key);
  expect((await call(supportEndpoint, { body, key })).status).toBe(200);
  expect(await kept(body.email)).toHaveLength(1);
  await sendMails();
  await sendMails(120_000);
  expect(await mailsSent(body.email)).toHaveLength(2);
  await call(supportEndpoint, { body, key: newKey() });
  expect(await kept(body.email)).toHaveLength(2);
});

describe('refused', () => {
  test('empty fields are named one by one and nothing is stored', async () => {
    const response = await call(supportEndpoint, { body: { nome: ' ', email: '', assunto: '' } });
    expect(response.status).toBe(422);
    const sentence = 'Preencha este campo';
    expect(await response.json()).toMatchObject({
      code: 'validation-failed',
      fields: { nome: sentence, email: sentence, assunto: sentence, mensagem: sentence },
    });
  });

  test('a line break cannot reach a mail header', async () => {
    const body = newMessage({ assunto: 'Oi\r\nBcc: outra@teste.example' });
    await call(supportEndpoint, { body });
    expect(await kept(body.email)).toMatchObject([{ assunto: 'Oi Bcc: outra@teste.example' }]);
  });

  test('a bot that fills the trap gets thanks and leaves nothing', async () => {
    const body = newMessage({ site: 'https://spam.example' });
    expect((await call(supportEndpoint, { body })).status).toBe(200);
    expect(await kept(body.email)).toEqual([]);
  });
});

test('sent twice under one key, a message is stored once', async () => {
  const body = newMessage();
  const key = newKey();
  await call(supportEndpoint, { body, key });
  const again = await call(supportEndpoint, { body, key });
  expect(again.headers.get('Idempotent-Replayed')).toBe('true');
  expect(await kept(body.email)).toHaveLength(1);
});
