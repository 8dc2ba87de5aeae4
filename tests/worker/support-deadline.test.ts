/** Support that is sold: number, plan and deadline of a signed-in sender's message, until somebody says that it was answered. */
import { beforeEach, describe, expect, test } from 'vitest';
import { activityEndpoint } from '#domain/api-schemas/activity.ts';
import type { ReadyResponse } from '#domain/api-schemas/operation-answers.ts';
import { type SupportReport, type SupportResponse, supportEndpoint } from '#domain/api-schemas/support.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages.ts';
import {
  answeredEndpoint,
  answeredLookEndpoint,
  ownMessagesEndpoint,
} from '#domain/support/support-pages.ts';
import { shortDeadline } from '#domain/support/words.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { listNearDeadline } from '#functions/support/near-deadline.ts';
import { signUp } from '#tests/support/worker-accounts.ts';
import { operate, operated } from './operations-support.ts';
import { newPair } from './people-support.ts';
import { newTenant } from './plan-change-support.ts';
import { call, calmServices, codeOf, depsAt, mailsSent, newKey, sendMails, sql } from './support.ts';

beforeEach(async () => {
  await calmServices();
  // What other tests wrote would be near its deadline too.
  await sql('UPDATE support_messages SET answered_at = created_at WHERE answered_at IS NULL');
});

const MINUTE = 60_000;
const newMessage = () => ({
  nome: 'Pessoa de Teste',
  email: `suporte-${crypto.randomUUID().slice(0, 8)}@teste.example`,
  assunto: 'O painel não abre',
  mensagem: 'Desde as nove.',
});
type Body = ReturnType<typeof newMessage>;

async function write(token: string | undefined, body: Body = newMessage(), key = newKey()) {
  const response = await call(supportEndpoint, { body, key, ...(token ? { token } : {}) });
  return { ...(await response.json<SupportResponse>()), body };
}
const rowOf = async ({ email }: Body) =>
  (
    await sql<{ subject: string; plan: string; due_at: number; created_at: number; answered_at: number }>(
      'SELECT subject, plan, due_at, created_at, answered_at FROM support_messages WHERE email = ?',
      email,
    )
  )[0];
/** The team's mail about a message, and the token of its link. */
async function teamMail({ email }: Body) {
  await sendMails();
  const [mail] = (await mailsSent(email)).filter(({ subject }) => String(subject).startsWith('[Suporte'));
  return { mail, token: /respondida#([\w.-]+)/.exec(JSON.stringify(mail))?.[1] ?? 'none' };
}
const ownOf = async (token: string) =>
  (await call(ownMessagesEndpoint, { token })).json<{
    plan: string | null;
    isOwner: boolean;
    messages: { number: string; answeredAt: unknown }[];
  }>();

describe('a message of a signed-in customer', () => {
  test('of Empresarial has thirty minutes, in subject, confirmation and account', async () => {
    const { token, subject } = await newTenant('enterprise');
    const { number, dueAt, details, body } = await write(token);
    const row = await rowOf(body);
    expect(row).toMatchObject({ subject, plan: 'enterprise', due_at: dueAt, answered_at: null });
    expect((dueAt ?? 0) - (row?.created_at ?? 0)).toBe(30 * MINUTE);
    expect(details).toBe(message('support.sent-due', { numero: number, ate: formatMoment(dueAt ?? 0) }));
    const { mail } = await teamMail(body);
    expect(mail?.subject).toBe(
      `[Suporte · Empresarial · até ${shortDeadline(dueAt ?? 0, row?.created_at ?? 0)}] O painel não abre`,
    );
    const [confirmation] = (await mailsSent(body.email)).filter(
      ({ subject }) => subject === 'Recebemos a sua mensagem',
    );
    expect(JSON.stringify(confirmation)).toContain(number);
    expect(JSON.stringify(confirmation)).toMatch(/até \d+ de [a-zç]+ de \d{4} (?:às|à) \d+h\d\d/);
    expect(await ownOf(token)).toMatchObject({ plan: 'enterprise', isOwner: true });
    expect((await ownOf(token)).messages).toEqual([
      { number, subject: body.assunto, at: row?.created_at, dueAt, answeredAt: null },
    ]);
  });

  test('of a member has the plan of the environment, and only the member’s account lists it', async () => {
    const { owner, member } = await newPair('enterprise');
    const { body, number } = await write(member.token);
    expect(await rowOf(body)).toMatchObject({ subject: member.subject, plan: 'enterprise' });
    expect((await ownOf(owner.token)).messages).toEqual([]);
    expect(await ownOf(member.token)).toMatchObject({ plan: 'enterprise', isOwner: false });
    expect((await ownOf(member.token)).messages).toHaveLength(1);
    const { activities } = await (await call(activityEndpoint, { token: owner.token })).json<{
      activities: { kind: string; about?: string; who: { role: string } }[];
    }>();
    expect(activities.find(({ kind }) => kind === 'support-asked')).toMatchObject({
      about: number,
      who: { role: 'member' },
    });
  });

  test('of a suspended environment, or of an account without one, has the law’s five days', async () => {
    const suspended = await newTenant('enterprise');
    await sql("UPDATE tenants SET state = 'suspended' WHERE order_id = ?", suspended.orderId);
    for (const { token } of [suspended, await signUp()]) {
      const row = await rowOf((await write(token)).body);
      expect(row?.plan).toBeNull();
      expect((await ownOf(token)).plan).toBeNull();
      expect((row?.due_at ?? 0) - (row?.created_at ?? 0)).toBe(5 * 24 * 60 * MINUTE);
    }
  });

  test('without a session, or with a token that is no good, has no deadline and is still kept', async () => {
    for (const token of [undefined, 'no.such.token']) {
      const { dueAt, body } = await write(token);
      expect(dueAt).toBeNull();
      expect(await rowOf(body)).toMatchObject({ subject: null, plan: null, due_at: null });
      expect((await teamMail(body)).mail?.subject).toBe('[Suporte] O painel não abre');
    }
  });

  test('repeated after a crash keeps its first deadline', async () => {
    const { token } = await newTenant('enterprise');
    const [body, key] = [newMessage(), newKey()];
    const { dueAt } = await write(token, body, key);
    await sql('UPDATE idempotency SET status = NULL, body = NULL, lease_until = 0 WHERE key = ?', key);
    await sql('UPDATE support_messages SET due_at = due_at - 1000 WHERE email = ?', body.email);
    expect((await write(token, body, key)).dueAt).toBe((dueAt ?? 0) - 1000);
    expect((await ownOf(token)).messages).toHaveLength(1);
  });
});

describe('“Já respondi”', () => {
  test('is said by the link of the team’s mail, once; looking changes nothing', async () => {
    const { token, orderId } = await newTenant('pro');
    const { body, number } = await write(token);
    const { token: t } = await teamMail(body);
    const look = await call(answeredLookEndpoint, { body: { t } });
    expect(await look.json()).toMatchObject({ number, subject: body.assunto, plan: 'pro', answeredAt: null });
    const said = await (await call(answeredEndpoint, { body: { t } })).json<{ answeredAt: number }>();
    expect(said.answeredAt).toEqual(expect.any(Number));
    expect(await (await call(answeredEndpoint, { body: { t } })).json()).toEqual(said);
    expect((await ownOf(token)).messages).toMatchObject([{ number, answeredAt: said.answeredAt }]);
    expect(
      await sql("SELECT detail FROM events WHERE order_id = ? AND kind = 'support-answered'", orderId),
    ).toEqual([{ detail: number }]);
  });

  test('needs a token of that very message', async () => {
    const { token } = await newTenant('pro');
    const { token: t } = await teamMail((await write(token)).body);
    const forged = `${crypto.randomUUID()}.${t.split('.')[1]}`;
    for (const path of [answeredLookEndpoint, answeredEndpoint])
      expect(await codeOf(await call(path, { body: { t: forged } }))).toEqual([403, 'forbidden']);
  });
});

describe('readiness', () => {
  const problemsAt = async (at: number): Promise<ReadyResponse['problems']> => {
    const { problems } = await readReadiness(depsAt(at - Date.now()));
    return problems.filter(({ text }) => text.startsWith('suporte') || text.startsWith('feriados'));
  };

  test('pages ten minutes before an Empresarial deadline, and until it is answered', async () => {
    const { token } = await newTenant('enterprise');
    const { number, dueAt, body } = await write(token);
    const due = dueAt ?? 0;
    const { db } = depsAt(0);
    expect(await listNearDeadline(db, due - 10 * MINUTE - 1)).toEqual([]);
    expect(await problemsAt(due - 10 * MINUTE)).toEqual([
      {
        level: 'page',
        text: expect.stringContaining(`suporte sem resposta, Empresarial: 1 (${number} até `),
      },
    ]);
    expect(await listNearDeadline(db, due + 60 * MINUTE)).toHaveLength(1);
    await call(answeredEndpoint, { body: { t: (await teamMail(body)).token } });
    expect(await listNearDeadline(db, due + 60 * MINUTE)).toEqual([]);
  });

  test('mails for the other plans, and says nothing of a message without a session', async () => {
    const { dueAt, number } = await write((await newTenant('essential')).token);
    await write(undefined);
    expect(await problemsAt((dueAt ?? 0) - MINUTE)).toContainEqual({
      level: 'mail',
      text: expect.stringContaining(`suporte sem resposta: 1 (${number} até `),
    });
  });
});

describe('“suporte”', () => {
  test('lists what waits, and the month’s median and share in time by plan', async () => {
    await sql("UPDATE support_messages SET created_at = 0 WHERE plan = 'enterprise'");
    const { token, subdominio } = await newTenant('enterprise');
    const [quick, late, open] = [await write(token), await write(token), await write(token)];
    const answer = (body: Body, minutes: number) =>
      sql(
        `UPDATE support_messages SET answered_at = created_at + ${minutes * MINUTE} WHERE email = ?`,
        body.email,
      );
    await answer(quick.body, 10);
    await answer(late.body, 40);
    const report = await operated<SupportReport>('suporte');
    expect(report.open).toMatchObject([{ number: open.number, plan: 'enterprise', tenant: subdominio }]);
    expect(report.plans.find(({ plan }) => plan === 'enterprise')).toEqual({
      plan: 'enterprise',
      messages: 3,
      answered: 2,
      medianMinutes: 25,
      inTimePercent: 50,
    });
    const after = await operated<SupportReport>('suporte', { answered: open.number.toLowerCase() });
    expect(after.open).toEqual([]);
    expect((await operated<SupportReport>('suporte', { month: '2020-01' })).plans).toEqual([]);
  });

  test('knows no number of nobody', async () => {
    expect(await codeOf(await operate('suporte', { answered: '00000000' }))).toEqual([404, 'not-found']);
  });
});
