/** What is left of a person after a deletion: nothing in the event log, and no order by a token that is still valid. */
import { expect } from 'vitest';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { alertsEndpoint, firstMonitorEndpoint } from '#domain/api-schemas/alerts.ts';
import { provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { readinessPath } from '#domain/api-schemas/readiness.ts';
import { supportEndpoint } from '#domain/api-schemas/support.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { test } from './fixtures.ts';
import { operated } from './operations-support.ts';
import { call, codeOf, depsAt, newKey, runJobs, sendOrder, sql } from './support.ts';

/** Events that contain one of these words. */
const eventsWith = async (...words: readonly string[]) => {
  const condition = words.map(() => 'instr(detail, ?) > 0').join(' OR ');
  return sql(`SELECT kind, detail FROM events WHERE ${condition}`, ...words);
};

test('no event names environment, account or e-mail of a deleted customer', async ({
  paidTenant: { subdominio, subject, email },
}) => {
  await notifyOperators(depsAt(0), 'purchase-held', {
    subdomain: null,
    reference: `${subject}/2026-11-21`,
    who: subject,
    amountCentavos: null,
  });
  await operated('apagar', { quem: subject, confirma: subdominio });
  await runJobs();
  expect(await eventsWith(subdominio, subject, email)).toEqual([]);
});

test('a token of a deleted account cannot order; its record is a hash', async ({ tenant }) => {
  const { token, subject, subdominio } = tenant;
  await operated('apagar', { quem: subject, confirma: subdominio });
  for (const order of [newFreeOrder(), newPaidOrder()])
    expect(await codeOf(await sendOrder(token, order))).toEqual([401, 'unauthenticated']);
  expect(await sql('SELECT 1 FROM orders WHERE subject = ? AND released_at IS NULL', subject)).toEqual([]);
  // Reading the account would copy name and e-mail from the token.
  expect((await call(accountEndpoint, { token })).status).toBe(401);
  const noted = await sql<{ account: string }>('SELECT account FROM deleted_accounts');
  for (const { account } of noted) expect(account).toMatch(/^[0-9a-f]{64}$/);
  expect(noted.length).toBeGreaterThan(0);
});

test('a deleted account reads nothing but the progress of its order', async ({
  tenant: { token, subject, subdominio },
}) => {
  await operated('apagar', { quem: subject, confirma: subdominio });
  const reads = [accountEndpoint, alertsEndpoint, firstMonitorEndpoint, readinessPath(subdominio)];
  for (const path of reads) expect([path, (await call(path, { token })).status]).toEqual([path, 401]);
  expect((await call(provisioningStatusEndpoint, { token })).status).toBe(200);
});

test('a deleted account without orders cannot order; others still can', async () => {
  const person = await signUp();
  await operated('apagar', { quem: person.subject, confirma: person.email });
  expect(await codeOf(await sendOrder(person.token, newFreeOrder()))).toEqual([401, 'unauthenticated']);
  expect((await sendOrder((await signUp()).token, newFreeOrder())).status).toBe(200);
});

test('CPF, CNPJ and card numbers in support messages are dropped', async () => {
  const email = `suporte-${crypto.randomUUID()}@teste.example`;
  const body = {
    nome: 'Ana 529.982.247-25',
    email,
    assunto: 'CNPJ 12.ABC.345/01DE-35',
    mensagem: 'CPF 52998224725, cartão 4111 1111 1111 1111, fone (11) 98765-4321',
  };
  const key = newKey();
  for (let turn = 0; turn < 2; turn += 1)
    expect((await call(supportEndpoint, { body, key })).status).toBe(200);
  const [kept, ...more] = await sql(
    'SELECT nome, assunto, mensagem FROM support_messages WHERE email = ?',
    email,
  );
  expect(more).toEqual([]);
  expect(kept).toEqual({
    nome: 'Ana [CPF oculto]',
    assunto: 'CNPJ [CNPJ oculto]',
    mensagem: 'CPF [CPF oculto], cartão [número de cartão oculto], fone (11) 98765-4321',
  });
  const mails = await sql(`SELECT payload FROM outbox WHERE json_extract(payload, '$.email') = ?`, email);
  expect(JSON.stringify(mails)).not.toMatch(/529\.?982|12\.?ABC|4111/);
});
