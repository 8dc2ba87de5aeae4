/** `GET /api/conta/atividade`: who reads what happened to an environment, and who did it. */
import { expect } from 'vitest';
import { activityKinds, activityWords } from '#domain/activity/kinds.ts';
import { ActivityAnswer, activityEndpoint } from '#domain/api-schemas/activity.ts';
import { firstMonitorEndpoint, recipientPath } from '#domain/api-schemas/alerts.ts';
import { reportMailEndpoint } from '#domain/api-schemas/reports.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { readView } from './alerts-support.ts';
import { test } from './fixtures.ts';
import { operated } from './operations-support.ts';
import { inviteAs, leaveAs, newPair, teamOf } from './people-support.ts';
import { call, codeOf, sql } from './support.ts';

async function activityOf(token: string): Promise<ActivityAnswer> {
  const response = await call(activityEndpoint, { token });
  expect(response.status).toBe(200);
  return ActivityAnswer.parse(await response.json());
}
/** Each line as the page reads it, without its time. */
const sentencesOf = async (token: string) =>
  (await activityOf(token)).activities.map(({ kind, about, who }) =>
    [who.name ?? who.role, activityWords(kind, about)].join(' '),
  );
const linesOf = async (token: string) =>
  (await activityOf(token)).activities.map(({ kind, who }) => [kind, who.role, who.name]);

test('owner and member read the same, with who did what', async () => {
  const { owner, member } = await newPair();
  const lines = await linesOf(owner.token);
  expect(lines.slice(0, 2)).toEqual([
    ['person-joined', 'member', expect.any(String)],
    ['person-invited', 'owner', 'Ana'],
  ]);
  expect(lines).toContainEqual(['provisioning-done', 'system', undefined]);
  expect(await linesOf(member.token)).toEqual(lines);
});

test('what an operator did is the team’s, without a name', async ({ paidTenant: owner }) => {
  await operated('devolver', { who: owner.subdominio, id: crypto.randomUUID() });
  const [newest] = await linesOf(owner.token);
  expect(newest).toEqual(['restore-asked', 'team', undefined]);
});

test('a change and its line are there once; what changed nothing has none', async ({ paidTenant: owner }) => {
  const turn = (byMail: boolean) => call(reportMailEndpoint, { token: owner.token, body: { byMail } });
  for (const wanted of [false, false, true]) expect((await turn(wanted)).status).toBe(204);
  expect((await linesOf(owner.token)).slice(0, 2).map(([kind]) => kind)).toEqual([
    'report-mail-on',
    'report-mail-off',
  ]);
});

test('a revoked invitation, and preferences of a recipient', async ({ paidTenant: owner }) => {
  await inviteAs(owner, 'colega@empresa.example');
  const [invitation] = (await teamOf(owner)).invitations;
  const revoked = await call(`/api/conta/pessoas/convites/${invitation?.id}/cancelamento`, {
    token: owner.token,
    method: 'POST',
  });
  expect(revoked.status).toBe(200);
  const [recipient] = (await readView(owner)).recipients;
  const chosen = { kinds: ['fall'], quiet: null, reminderHours: 0, monitors: null };
  const saved = await call(recipientPath(String(recipient?.id), 'preferencias'), {
    token: owner.token,
    body: chosen,
  });
  expect(saved.status).toBe(200);
  expect((await linesOf(owner.token)).slice(0, 3)).toEqual([
    ['alert-preferences', 'owner', 'Ana'],
    ['invitation-revoked', 'owner', 'Ana'],
    ['person-invited', 'owner', 'Ana'],
  ]);
});

test('a member who left no longer reads it, and stays named only while the row has the name', async () => {
  const { owner, member } = await newPair();
  expect((await leaveAs(member)).status).toBe(200);
  expect(await codeOf(await call(activityEndpoint, { token: member.token }))).toEqual([404, 'order-missing']);
  const leaving = async () => (await linesOf(owner.token)).find(([kind]) => kind === 'person-left');
  expect(await leaving()).toEqual(['person-left', 'member', expect.any(String)]);
  await sql('DELETE FROM memberships WHERE subject = ?', member.subject);
  expect(await leaving()).toEqual(['person-left', 'former-member', undefined]);
});

test('refused: a stranger, a paused member, no session', async () => {
  const stranger = await signUp();
  expect(await codeOf(await call(activityEndpoint, { token: stranger.token }))).toEqual([
    404,
    'order-missing',
  ]);
  const { member } = await newPair();
  await sql('UPDATE memberships SET paused_at = 1 WHERE subject = ?', member.subject);
  expect(await codeOf(await call(activityEndpoint, { token: member.token }))).toEqual([403, 'member-paused']);
  expect(await codeOf(await call(activityEndpoint))).toEqual([401, 'unauthenticated']);
});

test('the batches of an import are one line', async ({ paidTenant: { orderId, token } }) => {
  const first = Date.now() + 1000;
  for (const [at, count] of [
    [first, 10],
    [first + 60_000, 10],
    [first + 120_000, 4],
    [first + 3_600_000, 3],
  ] as const)
    await sql(
      `INSERT INTO events (at, kind, order_id, actor, detail) VALUES (?, 'monitors-imported', ?, 'owner', ?)`,
      at,
      orderId,
      `${count}, uptime-kuma`,
    );
  const imports = (await activityOf(token)).activities.filter(({ kind }) => kind === 'monitors-imported');
  expect(imports.map(({ about }) => about)).toEqual(['3 itens (Uptime Kuma)', '24 itens (Uptime Kuma)']);
});

test('a long history says that older ones are left out', async ({ paidTenant: owner }) => {
  await sql(
    `INSERT INTO events (at, kind, order_id) SELECT value, 'limits-applied', ? FROM (
       WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 1001) SELECT value FROM n)`,
    owner.orderId,
  );
  const { activities, isComplete } = await activityOf(owner.token);
  expect([activities.length, isComplete]).toEqual([1000, false]);
});

test('no line has a detail of the log, which is for operators', async ({ paidTenant: owner }) => {
  const { activities } = await activityOf(owner.token);
  expect(activities.length).toBeGreaterThan(0);
  for (const each of activities)
    expect(Object.keys(each).filter((key) => key !== 'about')).toEqual(['id', 'at', 'kind', 'who']);
  expect(activities.every(({ kind }) => activityKinds.includes(kind))).toBe(true);
  const details = await sql<{ detail: string }>(
    'SELECT detail FROM events WHERE order_id = ? AND detail IS NOT NULL',
    owner.orderId,
  );
  const told = activities.map(({ about }) => about);
  for (const { detail } of details) expect(told).not.toContain(detail);
});

test('a line names the recipient, the person, the plan and the card; only what was declined is told of a try', async ({
  paidTenant: owner,
}) => {
  await inviteAs(owner, 'colega@empresa.example');
  const [recipient] = (await readView(owner)).recipients;
  const write = (kind: string, detail: string | null, actor: string | null = null) =>
    sql(
      'INSERT INTO events (at, kind, order_id, actor, detail) VALUES (?, ?, ?, ?, ?)',
      Date.now() + 1000,
      kind,
      owner.orderId,
      actor,
      detail,
    );
  await sql(
    "UPDATE alert_recipients SET kind = 'telegram', label = 'Turno da noite' WHERE id = ?",
    recipient?.id,
  );
  await write('alert-recipient-on', `telegram ${recipient?.id}`);
  await write('alert-recipient-off', `telegram left ${recipient?.id}`);
  await write('alert-recipient-on', 'telegram gone');
  await write('card-changed', 'c1 MASTERCARD 4444', 'owner');
  await write('card-change-closed', 'c2 payment-declined', 'owner');
  await write('card-change-closed', 'c3 replaced', 'owner');
  await write('charge-failed', 'payment-declined', 'owner');
  await write('charge-failed', 'processor-unavailable', 'owner');
  await write('upgrade-asked', 'u1 enterprise yearly', 'owner');
  await write('renewal-failed', 'pay_1 falha 2: payment-declined');
  const name = (await linesOf(owner.token)).find(([, role]) => role === 'owner')?.[2];
  expect((await sentencesOf(owner.token)).slice(0, 9)).toEqual([
    'system tentou cobrar a renovação, e ela não passou (2ª vez)',
    `${name} pediu a mudança para o plano Empresarial, anual`,
    `${name} tentou pagar, e o cartão foi recusado`,
    `${name} tentou trocar de cartão, e ele foi recusado`,
    `${name} trocou o cartão: Mastercard, final 4444`,
    // A chat is connected in Telegram, where no account calls.
    `${name} ligou um destino de avisos`,
    'system desligou os avisos em “Turno da noite” (Telegram): quem recebe pediu para sair',
    `${name} ligou os avisos em “Turno da noite” (Telegram)`,
    `${name} convidou colega@empresa.example`,
  ]);
});

test('“Estou vendo” by a link or in a chat is said by its recipient, as long as there is one', async ({
  paidTenant: owner,
}) => {
  const [recipient] = (await readView(owner)).recipients;
  const say = (detail: string, actor: string | null) =>
    sql(
      "INSERT INTO events (at, kind, order_id, actor, detail) VALUES (?, 'alert-seen', ?, ?, ?)",
      Date.now() + 1000,
      owner.orderId,
      actor,
      detail,
    );
  await sql("UPDATE alert_recipients SET kind = 'telegram', label = 'Plantão' WHERE id = ?", recipient?.id);
  await say(`2 ${recipient?.id}`, null);
  await say('1 gone', null);
  await say('1 owner', 'owner');
  expect(
    (await activityOf(owner.token)).activities.slice(0, 3).map(({ about, who }) => [about, who]),
  ).toEqual([
    ['1 queda', { role: 'owner', name: 'Ana' }],
    ['1 queda', { role: 'former-member' }],
    ['2 quedas', { role: 'member', name: '“Plantão” (Telegram)' }],
  ]);
  const [, , said] = await sentencesOf(owner.token);
  expect(said).toBe(`“Plantão” (Telegram) ${activityWords('alert-seen', '2 quedas')}`);
});

test('what is watched first is a line of whoever chose it', async ({ paidTenant: owner }) => {
  const asked = await call(firstMonitorEndpoint, {
    token: owner.token,
    body: { address: 'https://loja.com.br' },
  });
  expect(asked.status).toBe(200);
  const [newest] = await sentencesOf(owner.token);
  expect(newest).toContain('escolheu o que vigiar primeiro: https://loja.com.br');
});
