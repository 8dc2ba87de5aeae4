/**
 * One refusal by a provider is a fact about one message: five bad minutes of the mail provider, a wrongly rotated key, half
 * an emoji, and each other row of the table in docs/alerts.md, in the Worker with a moved clock.
 */
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { localSecrets } from '#dev/local-values.ts';
import type { ProblemName } from '#dev/stand-ins/mail/answers.ts';
import { recipientsMax } from '#domain/alerts/shares.ts';
import { accountEndpoint } from '#domain/api-schemas/account.ts';
import { alertEventsEndpoint } from '#domain/api-schemas/alert-events.ts';
import type { SentAlert } from '#domain/api-schemas/alerts.ts';
import type { UndoneEndings } from '#domain/api-schemas/operation-environments.ts';
import { mailWebhookEndpoint } from '#domain/api-schemas/webhook.ts';
import { refuseAddress } from '#functions/alerts/codes-store.ts';
import { connectChat } from '#functions/alerts/recipient-store.ts';
import { leaveAlerts, resendCode } from '#functions/alerts/recipients.ts';
import { followChat } from '#functions/alerts/telegram.ts';
import { readReadiness } from '#functions/operations/read-readiness.ts';
import { mailWork } from '#functions/platform/mail/send-mail.ts';
import { newAddress, newProven, newWatched, readView, tell } from './alerts-support.ts';
import { operated } from './operations-support.ts';
import type { Customer } from './plan-change-support.ts';
import {
  addresses,
  call,
  calmServices,
  codeOf,
  depsAt,
  mailsSent,
  noFaults,
  sendJson,
  sendMails,
  setDue,
  setFaults,
  sql,
  stateOf,
} from './support.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

beforeEach(async () => {
  await calmServices();
  await sql('UPDATE alert_recipients SET ended_at = NULL');
  await sql(`DELETE FROM alert_messages WHERE state IN ('waiting', 'refused')`);
});

/** What the next mails are answered with. */
const answerMail = (answer: ProblemName, times = 1_000, to = '') =>
  sendJson(`${addresses.mailUrl}/__stand-in/answers`, 'PATCH', { answer, times, to });
const answerMailAsAlways = () =>
  sendJson(`${addresses.mailUrl}/__stand-in/answers`, 'PATCH', { answer: '', times: 0, to: '' });
const answerChat = (refusal: string, times = 1_000, chat = '') =>
  sendJson(`${addresses.telegramUrl}/__stand-in/answers`, 'PATCH', { refusal, times, chat });

let monitors = 0;
/** A new monitor falls; tells which. */
async function fallAt({ orderId }: Customer, aheadMs: number, name = ''): Promise<string> {
  monitors += 1;
  const monitor = { id: monitors, name: name === '' ? `M${monitors}` : name };
  const event = { key: crypto.randomUUID(), at: Date.now(), kind: 'down', monitor, message: '' };
  const token = await depsAt(0).environmentTokens.tokenOf(orderId);
  const body = { generation: crypto.randomUUID(), events: [event] };
  const { status } = await call(alertEventsEndpoint, { token, body });
  expect(status).toBe(204);
  await tell(aheadMs);
  return monitor.name;
}

const stateOfOwner = async (customer: Customer) => (await readView(customer)).recipients[0]?.state;
const messagesOf = async (customer: Customer): Promise<[string, string | null][]> =>
  (await readView(customer)).messages.map(({ state, detail }: SentAlert) => [state, detail]);
const subjectsTo = async (email: string): Promise<string[]> =>
  (await mailsSent(email)).filter(({ to }) => [to].flat().includes(email)).map(({ subject }) => subject);
const alertsTo = async (email: string): Promise<string[]> =>
  (await subjectsTo(email)).filter((subject) => subject.startsWith('Fora do ar'));

async function pagesAt(aheadMs: number): Promise<string[]> {
  const { problems } = await readReadiness(depsAt(aheadMs));
  const calls = problems.filter(({ level }) => level === 'page').map(({ text }) => text);
  // No scheduled run happens here.
  return calls.filter((text) => !text.startsWith('cron'));
}

/** Tells the webhook what became of the newest mail to an address. */
async function notify(email: string, type: string, more: object = {}): Promise<void> {
  const reference = (await mailsSent(email)).at(-1)?.tags[0]?.value;
  await notifyAbout(reference, type, more);
}
async function notifyAbout(reference: string | undefined, type: string, more: object = {}): Promise<void> {
  const body = { type, data: { tags: { reference }, ...more } };
  const [now, text] = [new Date(), JSON.stringify(body)];
  const headers = {
    'svix-id': 'msg_1',
    'svix-timestamp': String(Math.floor(now.getTime() / 1000)),
    'svix-signature': new Webhook(localSecrets.mailWebhookSecret).sign('msg_1', now, text),
  };
  expect((await call(mailWebhookEndpoint, { body, headers })).status).toBe(200);
}
const permanent = { bounce: { type: 'Permanent', subType: 'General', message: '' } };

let chatsMade = 0;
/** A group of the local Telegram that is a recipient. */
async function newChat({ orderId }: Customer): Promise<{ id: string; chat: string }> {
  chatsMade += 1;
  const title = `Plantão ${chatsMade} ${crypto.randomUUID().slice(0, 8)}`;
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${addresses.telegramUrl}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
  await form('/conversas', { titulo: title, codigo: 'x' });
  const chat = String((await chats()).find((each) => each.title === title)?.id);
  const id = crypto.randomUUID();
  const recipient = { id, orderId, address: chat };
  await connectChat(depsAt(0).db, recipient, title, recipientsMax('pro'), Date.now());
  return { id, chat };
}
const chats = async () =>
  (
    await stateOf<{ chats: { id: number; title: string; messages: { from: string; text: string }[] }[] }>(
      addresses.telegramUrl,
    )
  ).chats;
const saidIn = async (chat: string): Promise<string[]> =>
  (await chats())
    .find(({ id }) => String(id) === chat)
    ?.messages.filter(({ from }) => from === 'bot')
    .map(({ text }) => text.split('\n')[0] ?? '') ?? [];
const stateOfRecipient = async (id: string): Promise<string[]> => {
  const [row] = await sql<{ state: string; off_reason: string | null }>(
    'SELECT state, off_reason FROM alert_recipients WHERE id = ?',
    id,
  );
  return [row?.state ?? 'gone', row?.off_reason ?? ''];
};

describe('the mail provider refuses everything', () => {
  test('five bad minutes end nobody, call a person, and everything arrives afterwards, with a word of its delay', async () => {
    const customers = [await newWatched('free'), await newWatched('free')];
    await sendJson(`${addresses.mailUrl}/__stand-in/sender`, 'PATCH', { domain: 'failed' });
    const fallen: string[] = [];
    for (const customer of customers) fallen.push(await fallAt(customer, 4_000));
    expect((await pagesAt(5_000)).join()).toContain('mensagens por e-mail esperam: o domínio do remetente');
    for (let minutes = 1; minutes <= 5; minutes += 1) await tell(minutes * MINUTE);
    for (const customer of customers) {
      expect(await stateOfOwner(customer)).toBe('on');
      expect(await messagesOf(customer)).toMatchObject([['waiting', expect.any(String)]]);
    }
    await sendJson(`${addresses.mailUrl}/__stand-in/sender`, 'PATCH', { domain: 'verified' });
    await tell(12 * MINUTE);
    for (const [index, customer] of customers.entries())
      expect(await alertsTo(customer.email)).toEqual([`Fora do ar: ${fallen[index]}`]);
    for (const customer of customers) {
      expect((await mailsSent(customer.email)).at(-1)?.text).toMatch(
        /ficou pronto às? .* de \d\d\/\d\d, e chega com atraso/,
      );
      await notify(customer.email, 'email.delivery_delayed');
      expect(await messagesOf(customer)).toEqual([['sent', 'ainda não entregue a quem recebe']]);
    }
    expect(await pagesAt(12 * MINUTE)).toEqual([]);
  });

  test('readiness says it without a mail, where the key may read the domain', async () => {
    const sender = { domain: 'failed', access: 'full_access' };
    await sendJson(`${addresses.mailUrl}/__stand-in/sender`, 'PATCH', sender);
    expect(await pagesAt(0)).toEqual([expect.stringContaining('e-mail: o domínio do remetente')]);
  });

  test.each([
    ['a wrongly rotated key', 'chave-invalida'],
    ['a suspended key', 'chave-suspensa'],
    ['a refused sender', 'remetente'],
    ['a wrong address of the API', 'caminho'],
  ] as const)('%s ends nobody, and calls a person at once', async (_name, answer) => {
    const customer = await newWatched('free');
    await answerMail(answer);
    const fallen = await fallAt(customer, 4_000);
    await tell(2 * MINUTE);
    expect(await stateOfOwner(customer)).toBe('on');
    expect((await pagesAt(2 * MINUTE)).join()).toContain('mensagens por e-mail esperam');
    await answerMailAsAlways();
    await tell(4 * MINUTE);
    expect(await alertsTo(customer.email)).toEqual([`Fora do ar: ${fallen}`]);
  });

  test('a used up quota is asked again after ten minutes', async () => {
    const customer = await newWatched('free');
    await answerMail('cota-dia', 1);
    await fallAt(customer, 4_000);
    await tell(9 * MINUTE);
    expect(await alertsTo(customer.email)).toEqual([]);
    await tell(11 * MINUTE);
    expect(await alertsTo(customer.email)).toHaveLength(1);
  });

  test('too many requests pause everyone as long as the answer says, and call nobody at once', async () => {
    const [one, other] = [await newWatched('free'), await newWatched('free')];
    await answerMail('ritmo', 1);
    await fallAt(one, 4_000);
    const { requests: before } = await counted();
    await fallAt(other, 5_000);
    expect(await counted()).toEqual({ requests: before });
    expect((await pagesAt(5_000)).join()).not.toContain('e-mail esperam');
    await tell(7_000);
    expect([(await alertsTo(one.email)).length, (await alertsTo(other.email)).length]).toEqual([1, 1]);
  });

  test('five minutes without an answer call a person; a single failure does not', async () => {
    const customer = await newWatched('free');
    await setFaults(addresses.mailUrl, { ...noFaults, down: true });
    await fallAt(customer, 4_000);
    const ofMail = async (aheadMs: number) =>
      (await pagesAt(aheadMs)).filter((text) => text.startsWith('mensagens por e-mail'));
    expect(await ofMail(4 * MINUTE)).toEqual([]);
    await tell(4 * MINUTE);
    expect(await ofMail(6 * MINUTE)).toEqual(['mensagens por e-mail esperam: o provedor não responde']);
    await setFaults(addresses.mailUrl, noFaults);
    await tell(7 * MINUTE);
    expect(await ofMail(7 * MINUTE)).toEqual([]);
    expect(await alertsTo(customer.email)).toHaveLength(1);
  });

  /** Mails in the inbox: a request that was not sent adds none, and leaves the answers that were asked for. */
  const counted = async () => ({
    requests: (await stateOf<{ messages: unknown[] }>(addresses.mailUrl)).messages.length,
  });
});

describe('the mail provider refuses one message', () => {
  test('a subject that it does not like is refused, and the next alert arrives', async () => {
    const customer = await newWatched('free');
    await answerMail('assunto', 1);
    await fallAt(customer, 4_000);
    expect(await messagesOf(customer)).toMatchObject([['refused', expect.stringContaining('texto')]]);
    expect(await stateOfOwner(customer)).toBe('on');
    const next = await fallAt(customer, 30_000);
    expect(await alertsTo(customer.email)).toEqual([`Fora do ar: ${next}`]);
  });

  test('an address ends at the third refusal in a row, over an hour or more, and its owner is told', async () => {
    const customer = await newWatched();
    const email = newAddress();
    const { id } = await newProven(customer, email);
    await answerMail('endereco', 1_000, email);
    for (const aheadMs of [4_000, 30_000, 60_000]) await fallAt(customer, aheadMs);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
    await fallAt(customer, HOUR + 60_000);
    expect(await stateOfRecipient(id)).toEqual(['off', 'missing']);
    await sendMails(2 * HOUR);
    expect(await subjectsTo(customer.email)).toContain(`Os avisos não chegam mais a ${email}`);
  });

  test('an accepted alert between them begins anew', async () => {
    const customer = await newWatched();
    const email = newAddress();
    const { id } = await newProven(customer, email);
    await answerMail('endereco', 2, email);
    for (const minutes of [1, 2, 3]) await fallAt(customer, minutes * MINUTE);
    await answerMail('endereco', 2, email);
    for (const minutes of [70, 71]) await fallAt(customer, minutes * MINUTE);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
  });

  test('what nobody listed is refused twice; the third recipient of another environment stops all, and waits', async () => {
    const customers = [await newWatched('free'), await newWatched('free'), await newWatched('free')];
    await answerMail('desconhecida');
    for (const customer of customers) await fallAt(customer, 4_000);
    const states = await Promise.all(customers.map(messagesOf));
    expect(states.map(([message]) => message?.[0]).toSorted()).toEqual(['refused', 'refused', 'waiting']);
    expect((await pagesAt(5_000)).join()).toContain('mensagens por e-mail esperam: o provedor recusou');
    await answerMailAsAlways();
    await tell(2 * MINUTE);
    const told = await Promise.all(customers.map(({ email }) => alertsTo(email)));
    expect(told.flat()).toHaveLength(1);
    for (const customer of customers) expect(await stateOfOwner(customer)).toBe('on');
  });

  test('the texts of one environment stop nobody else', async () => {
    const customer = await newWatched();
    for (let more = 0; more < 3; more += 1) await newProven(customer);
    await answerMail('assunto');
    await fallAt(customer, 4_000);
    expect(new Set((await messagesOf(customer)).map(([state]) => state))).toEqual(new Set(['refused']));
    expect((await pagesAt(5_000)).join()).not.toContain('e-mail esperam');
  });

  test('the same key with other bytes is perhaps delivered, and is not sent again', async () => {
    const customer = await newWatched('free');
    await answerMail('chave-outra', 1);
    await fallAt(customer, 4_000);
    expect(await messagesOf(customer)).toMatchObject([['unclear', expect.any(String)]]);
    const next = await fallAt(customer, 30_000);
    expect(await alertsTo(customer.email)).toEqual([`Fora do ar: ${next}`]);
  });

  test('a key that the provider cannot read is a defect that pages, until a message goes', async () => {
    const customer = await newWatched('free');
    await answerMail('chave-malfeita', 1);
    await fallAt(customer, 4_000);
    expect(await messagesOf(customer)).toMatchObject([['refused', expect.any(String)]]);
    expect((await pagesAt(4_000)).join()).toContain('mensagens por e-mail são recusadas: um defeito nosso');
    await fallAt(customer, 30_000);
    expect(await stateOfOwner(customer)).toBe('on');
    expect(await pagesAt(30_000)).toEqual([]);
  });

  test('the same key at once is asked again under it, and calls nobody', async () => {
    const customer = await newWatched('free');
    await answerMail('chave-em-uso', 1);
    await fallAt(customer, 4_000);
    await tell(10_000);
    const mails = (await mailsSent(customer.email)).filter(({ subject }) => subject.startsWith('Fora'));
    const [message] = await sql<{ id: string }>(
      'SELECT id FROM alert_messages WHERE order_id = ?',
      customer.orderId,
    );
    expect(mails.map(({ idempotencyKey }) => idempotencyKey)).toEqual([message?.id]);
    expect(await sql('SELECT troubled_since FROM providers')).toEqual([]);
  });

  test('a message whose outcome stays unknown while others are accepted holds up the next for a day at most', async () => {
    const [one, other] = [await newWatched('free'), await newWatched('free')];
    await answerMail('erro', 1_000, one.email);
    await fallAt(one, 4_000);
    await fallAt(other, HOUR);
    await sql(
      'UPDATE alert_messages SET created_at = created_at + ? WHERE order_id = ?',
      HOUR,
      other.orderId,
    );
    await tell(23 * HOUR);
    expect(await messagesOf(one)).toMatchObject([['waiting', expect.any(String)]]);
    await tell(25 * HOUR);
    // Before it stands what is still down by then.
    expect((await messagesOf(one)).at(-1)).toEqual(['unclear', expect.stringContaining('um dia')]);
  });
});

describe('what the mail provider tells later', () => {
  test('a permanent bounce ends, a full mailbox does not; three in a week are told, a delivery between begins anew', async () => {
    const customer = await newWatched();
    const [full, gone] = [newAddress(), newAddress()];
    const [{ id }, other] = [await newProven(customer, full), await newProven(customer, gone)];
    const returned = { bounce: { type: 'Transient', subType: 'MailboxFull', message: '' } };
    const told = async () =>
      (await subjectsTo(customer.email)).filter((subject) => subject.includes('não estão chegando'));
    const comeBack = async (minutes: number) => {
      await fallAt(customer, minutes * MINUTE);
      await notify(full, 'email.bounced', returned);
    };
    await fallAt(customer, MINUTE);
    await notify(gone, 'email.bounced', permanent);
    expect(await stateOfRecipient(other.id)).toEqual(['off', 'missing']);
    for (const minutes of [2, 3]) await comeBack(minutes);
    await fallAt(customer, 4 * MINUTE);
    await notify(full, 'email.delivered');
    for (const minutes of [5, 6]) await comeBack(minutes);
    await sendMails(HOUR);
    expect(await told()).toEqual([]);
    for (const minutes of [7, 8]) await comeBack(minutes);
    await sendMails(HOUR);
    expect(await told()).toEqual([`Os avisos não estão chegando a ${full}`]);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
  });

  test('the owner’s click on spam ends his mail, and is told to the others and on the account', async () => {
    const customer = await newWatched();
    const email = newAddress();
    await newProven(customer, email);
    const { chat } = await newChat(customer);
    await fallAt(customer, 4_000);
    await notify(customer.email, 'email.complained');
    const view = await readView(customer);
    expect(view.recipients[0]).toMatchObject({ state: 'off', offReason: 'spam' });
    await tell(30_000);
    const word = 'Os avisos não chegam mais ao e-mail do dono do ambiente';
    expect([await subjectsTo(email), await saidIn(chat)]).toEqual([
      expect.arrayContaining([word]),
      expect.arrayContaining([word]),
    ]);
    expect(await subjectsTo(customer.email)).not.toContain(word);
    const account = await call(accountEndpoint, { token: customer.token });
    expect(await account.json()).toMatchObject({
      stoppedRecipients: [{ name: customer.email, reason: 'quem recebe marcou um aviso como spam' }],
    });
  });

  test('a mail that fails after it was accepted goes again under a new key, once for each notice', async () => {
    const customer = await newWatched('free');
    const fallen = await fallAt(customer, 4_000);
    const [first] = await mailsSent(customer.email);
    const reference = first?.tags[0]?.value;
    const failed = { failed: { reason: 'invalid_recipient' } };
    for (let told = 0; told < 2; told += 1) await notifyAbout(reference, 'email.failed', failed);
    expect(await messagesOf(customer)).toMatchObject([['waiting', expect.any(String)]]);
    await tell(30_000);
    await notifyAbout(reference, 'email.failed', failed);
    await tell(60_000);
    const mails = (await mailsSent(customer.email)).filter(({ subject }) => subject.startsWith('Fora'));
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill(`Fora do ar: ${fallen}`));
    expect(mails.map(({ idempotencyKey }) => idempotencyKey)).toEqual([reference, `${reference}_1`]);
  });

  test('one that fails because of our quota stops the provider and calls a person', async () => {
    const customer = await newWatched('free');
    await fallAt(customer, 4_000);
    await notify(customer.email, 'email.failed', { failed: { reason: 'reached_daily_quota' } });
    expect((await pagesAt(5_000)).join()).toContain('mensagens por e-mail esperam');
    await tell(5 * MINUTE);
    expect(await alertsTo(customer.email)).toHaveLength(1);
    await tell(11 * MINUTE);
    expect(await alertsTo(customer.email)).toHaveLength(2);
  });

  test('one that fails because of its reader’s domain stops nobody else', async () => {
    const customer = await newWatched('free');
    await fallAt(customer, 4_000);
    await notify(customer.email, 'email.failed', { failed: { reason: 'recipient_domain_not_found' } });
    expect((await pagesAt(5_000)).join()).not.toContain('mensagens por e-mail esperam');
  });

  test('a code that comes too soon asks nothing of the provider’s list of addresses', async () => {
    const customer = await newWatched('free');
    const [own] = (await readView(customer)).recipients;
    await fallAt(customer, 4_000);
    await notify(customer.email, 'email.bounced', permanent);
    const asked: string[] = [];
    const deps = depsAt(0);
    const allowAgain = async (address: string) => asked.push(address) > 0;
    const needs = { ...deps, mailer: { ...deps.mailer, allowAgain } };
    const asking = { subject: customer.subject, network: '198.51.100.7' };
    await resendCode(needs, asking, own?.id ?? '');
    expect(asked).toEqual([customer.email]);
    await expect(resendCode(needs, asking, own?.id ?? '')).rejects.toMatchObject({ code: 'alert-code-wait' });
    expect(asked).toHaveLength(1);
  });

  test('one that fails after its reader left is not shown as delivered', async () => {
    const customer = await newWatched('free');
    const [own] = (await readView(customer)).recipients;
    await fallAt(customer, 4_000);
    await leaveAlerts(depsAt(0), await depsAt(0).alertLinks.tokenOf(own?.id ?? ''));
    await notify(customer.email, 'email.failed', { failed: { reason: 'reached_daily_quota' } });
    expect(await messagesOf(customer)).toEqual([['refused', expect.any(String)]]);
    await tell(11 * MINUTE);
    expect(await alertsTo(customer.email)).toHaveLength(1);
  });

  test('one that is late says so until it is delivered', async () => {
    const customer = await newWatched('free');
    await fallAt(customer, 4_000);
    await notify(customer.email, 'email.delivery_delayed');
    expect(await messagesOf(customer)).toEqual([['sent', 'ainda não entregue a quem recebe']]);
    await notify(customer.email, 'email.delivered');
    expect(await messagesOf(customer)).toEqual([['sent', null]]);
  });
});

describe('Telegram', () => {
  test('half of an emoji in a name is replaced, and the next alert arrives too', async () => {
    const customer = await newWatched('free');
    const { chat } = await newChat(customer);
    await fallAt(customer, 4_000, 'Loja \ud83d');
    const next = await fallAt(customer, 30_000);
    expect(await saidIn(chat)).toEqual(['Fora do ar: Loja \ufffd', `Fora do ar: ${next}`]);
    expect(await alertsTo(customer.email)).toEqual(['Fora do ar: Loja \ufffd', `Fora do ar: ${next}`]);
  });

  test.each(['codificacao', 'longo', 'grande', 'topico', 'topico-apagado'])(
    'a text that is refused (%s) holds up no later one, and ends nothing',
    async (refusal) => {
      const customer = await newWatched('free');
      const { id, chat } = await newChat(customer);
      await answerChat(refusal, 1, chat);
      await fallAt(customer, 4_000);
      const next = await fallAt(customer, 30_000);
      expect([await saidIn(chat), await stateOfRecipient(id)]).toEqual([[`Fora do ar: ${next}`], ['on', '']]);
      expect((await pagesAt(HOUR + MINUTE)).join()).not.toContain('Aviso');
    },
  );

  test('missing rights wait and end nothing; the owner is told once, and after a day the message is given up', async () => {
    const customer = await newWatched('free');
    const { id, chat } = await newChat(customer);
    await answerChat('sem-direito', 1_000, chat);
    await fallAt(customer, 4_000);
    for (const hours of [1, 12, 23]) await tell(hours * HOUR);
    const messages = async () =>
      await sql('SELECT state FROM alert_messages WHERE recipient_id = ? ORDER BY created_at', id);
    expect((await messages())[0]).toEqual({ state: 'waiting' });
    await tell(24 * HOUR + 5_000);
    expect([(await messages())[0], await stateOfRecipient(id)]).toEqual([{ state: 'refused' }, ['on', '']]);
    await sendMails(25 * HOUR);
    const told = (await subjectsTo(customer.email)).filter((each) => each.includes('não estão chegando'));
    expect(told).toHaveLength(1);
    await answerChat('', 0);
    const next = await fallAt(customer, 25 * HOUR);
    expect(await saidIn(chat)).toContain(`Fora do ar: ${next}`);
  });

  test('a chat that does not exist ends at the second refusal, an hour or more later', async () => {
    const customer = await newWatched('free');
    const { id, chat } = await newChat(customer);
    await answerChat('sem-conversa', 1_000, chat);
    for (const aheadMs of [4_000, 30_000]) await fallAt(customer, aheadMs);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
    await fallAt(customer, HOUR + MINUTE);
    expect(await stateOfRecipient(id)).toEqual(['off', 'blocked']);
  });

  test.each(['bloqueado', 'desativado', 'expulso', 'nao-membro', 'apagado', 'nao-inicia'])(
    '“%s” ends a chat',
    async (refusal) => {
      const customer = await newWatched('free');
      const { id, chat } = await newChat(customer);
      await answerChat(refusal, 1, chat);
      await fallAt(customer, 4_000);
      expect(await stateOfRecipient(id)).toEqual(['off', 'blocked']);
    },
  );

  test('another 403 waits an hour three times, and ends then', async () => {
    const customer = await newWatched('free');
    const { id, chat } = await newChat(customer);
    await answerChat('outro-403', 1_000, chat);
    await fallAt(customer, 4_000);
    for (const hours of [1, 2]) await tell(hours * HOUR + 5_000);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
    await tell(3 * HOUR + 10_000);
    expect(await stateOfRecipient(id)).toEqual(['off', 'blocked']);
  });

  test('missing rights count nothing towards the three waits of another 403', async () => {
    const customer = await newWatched('free');
    const { id, chat } = await newChat(customer);
    await answerChat('sem-direito', 1_000, chat);
    await fallAt(customer, 4_000);
    for (const minutes of [11, 22, 33]) await tell(minutes * MINUTE);
    await answerChat('outro-403', 1_000, chat);
    await tell(44 * MINUTE);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
  });

  test('a wrong token ends nothing and calls a person at once', async () => {
    const customer = await newWatched('free');
    const { id, chat } = await newChat(customer);
    await answerChat('token');
    await fallAt(customer, 4_000);
    expect((await pagesAt(5_000)).join()).toContain('mensagens por Telegram esperam');
    await answerChat('', 0);
    await tell(2 * MINUTE);
    expect([(await saidIn(chat)).length, await stateOfRecipient(id)]).toEqual([1, ['on', '']]);
  });

  test('two chats that are asked to wait pause all of them, one does not', async () => {
    const customers = [await newWatched('free'), await newWatched('free'), await newWatched('free')];
    const made = [];
    for (const customer of customers) made.push(await newChat(customer));
    const pause = (pauses: number) =>
      sendJson(`${addresses.telegramUrl}/__stand-in/pauses`, 'PATCH', { pauses, retryAfter: 40 });
    const [one, other, third] = customers as [Customer, Customer, Customer];
    await pause(1);
    await fallAt(one, 4_000);
    await fallAt(other, 10_000);
    expect(await saidIn(made[1]?.chat ?? '')).toHaveLength(1);
    await tell(50_000);
    await pause(1_000);
    await fallAt(one, 80_000);
    await fallAt(other, 81_000);
    await pause(0);
    await fallAt(third, 82_000);
    expect(await saidIn(made[2]?.chat ?? '')).toEqual([]);
    await tell(130_000);
    expect(await saidIn(made[2]?.chat ?? '')).toHaveLength(1);
  });

  test('a group that takes the bot back within a week is told again; one that left by a link is not', async () => {
    const customer = await newWatched();
    const { id, chat } = await newChat(customer);
    const now = Date.now();
    const follow = (what: 'gone' | 'back', days: number) =>
      followChat(depsAt(days * 24 * HOUR), { what, chat, at: now + days * 24 * HOUR });
    await follow('gone', 0);
    // Too late, and from before it was removed: Telegram may repeat an update.
    for (const days of [8, -1]) await follow('back', days);
    expect(await stateOfRecipient(id)).toEqual(['off', 'kicked']);
    await follow('back', 6);
    expect(await stateOfRecipient(id)).toEqual(['on', '']);
    await sql(`UPDATE alert_recipients SET state = 'off', off_reason = 'left' WHERE id = ?`, id);
    await follow('back', 1);
    expect(await stateOfRecipient(id)).toEqual(['off', 'left']);
  });
});

describe('other mail', () => {
  /** Queues a mail about a recipient that ended, to this address. */
  async function queue(to: string): Promise<string> {
    const id = crypto.randomUUID();
    const payload = { to, name: null, subdominio: 'padaria', recipient: 'x', reason: 'left' };
    await sql(
      `INSERT INTO outbox (id, template, payload, created_at) VALUES (?, 'alert-recipient-off', ?, ?)`,
      id,
      JSON.stringify(payload),
      Date.now(),
    );
    await setDue(mailWork, id);
    return id;
  }
  const rowOf = async (id: string) =>
    (
      await sql<{ sent_at: number | null; refused: string | null }>('SELECT * FROM outbox WHERE id = ?', id)
    )[0];
  const mailLines = async () => (await readReadiness(depsAt(0))).problems.map(({ text }) => text).join();

  test('to an address that cannot exist is settled, counted, and sent again on command', async () => {
    const email = newAddress();
    await answerMail('endereco', 1, email);
    const id = await queue(email);
    await sendMails();
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(Number), refused: 'address' });
    expect(await mailLines()).toContain('e-mails recusados pelo provedor em um dia');
    expect(await operated('reenviar', { mensagem: id })).toMatchObject({ isNew: true });
    await sendMails(1_000);
    expect(await subjectsTo(email)).toHaveLength(1);
  });

  test.each(['assunto', 'desconhecida', 'dominio'] as const)(
    'that is refused otherwise (%s) still goes out',
    async (answer) => {
      const email = newAddress();
      await answerMail(answer, 1, email);
      const id = await queue(email);
      await sendMails();
      expect(await rowOf(id)).toMatchObject({ sent_at: null, refused: null });
      await sendMails(2 * MINUTE);
      expect([(await rowOf(id))?.sent_at, (await subjectsTo(email)).length]).toEqual([expect.any(Number), 1]);
    },
  );

  test('that an earlier try delivered is settled', async () => {
    const email = newAddress();
    await answerMail('chave-outra', 1, email);
    const id = await queue(email);
    await sendMails();
    expect(await rowOf(id)).toMatchObject({ sent_at: expect.any(Number), refused: null });
  });

  test('waits with everything else, and makes the provider’s trouble known', async () => {
    await answerMail('chave-invalida');
    await queue(newAddress());
    await sendMails();
    expect((await pagesAt(0)).join()).toContain(
      'mensagens por e-mail esperam: o provedor não aceita a nossa chave',
    );
  });
});

describe('many endings at once', () => {
  /** Ends the owners' mail of some environments by permanent bounces, one after the other. */
  async function bounceAll(customers: readonly Customer[]): Promise<string[]> {
    const states: string[] = [];
    for (const customer of customers) {
      await fallAt(customer, 4_000);
      await notify(customer.email, 'email.bounced', permanent);
      states.push((await stateOfOwner(customer)) ?? '');
    }
    return states;
  }
  const newWatchedAt = async (domain: string): Promise<Customer> => {
    const customer = await newWatched('free');
    const email = `${crypto.randomUUID().slice(0, 8)}@${domain}`;
    await sql('UPDATE alert_recipients SET address = ? WHERE order_id = ?', email, customer.orderId);
    await sql('UPDATE orders SET email = ? WHERE id = ?', email, customer.orderId);
    return { ...customer, email };
  };

  test('the third of one domain is not believed, nor any after it; an operator undoes and rearms', async () => {
    const domain = `${crypto.randomUUID().slice(0, 8)}.example`;
    const customers = [];
    for (let each = 0; each < 4; each += 1) customers.push(await newWatchedAt(domain));
    expect(await bounceAll(customers)).toEqual(['off', 'off', 'on', 'on']);
    expect((await pagesAt(5_000)).join()).toContain('recusas em série no e-mail');
    const left = await newWatched('free');
    await sql(
      `UPDATE alert_recipients SET state = 'off', off_reason = 'left' WHERE order_id = ?`,
      left.orderId,
    );
    const spam = await newWatched('free');
    await fallAt(spam, 4_000);
    await notify(spam.email, 'email.complained');

    const looked = await operated<UndoneEndings>('religar');
    const ended = customers.slice(0, 2).map(({ email }) => email);
    expect(looked.recipients.map(({ name, state }) => [name, state])).toEqual(
      ended.map((email) => [email, 'off']),
    );
    const done = await operated<UndoneEndings>('religar', { sim: true, rearmar: true });
    // Its key may only send: the list of suppressed addresses is left to the operator.
    expect(done).toMatchObject({
      isRearmed: true,
      recipients: ended.map((name) => ({ name, state: 'on', isListed: true })),
    });
    for (const customer of customers) expect(await stateOfOwner(customer)).toBe('on');
    expect([await stateOfOwner(left), await stateOfOwner(spam)]).toEqual(['off', 'off']);
    expect(await pagesAt(5_000)).toEqual([]);
    const again = await operated<UndoneEndings>('religar', { sim: true });
    expect(again.recipients).toEqual([]);
  });

  test('who refused for good stays off, also by the operator’s command', async () => {
    const customer = await newWatched('free');
    await bounceAll([customer]);
    await refuseAddress(depsAt(0), customer.email, Date.now());
    await sql(`UPDATE alert_recipients SET off_reason = 'missing' WHERE order_id = ?`, customer.orderId);
    expect(await operated('religar', { sim: true })).toMatchObject({
      recipients: [{ name: customer.email, state: 'refused' }],
    });
    expect(await stateOfOwner(customer)).toBe('off');
  });

  test('the fifth of several environments is not believed', async () => {
    const customers = [];
    for (let each = 0; each < 6; each += 1)
      customers.push(await newWatchedAt(`${crypto.randomUUID().slice(0, 8)}.example`));
    expect(await bounceAll(customers)).toEqual([...Array(4).fill('off'), 'on', 'on']);
  });

  test('an unsigned command undoes nothing', async () => {
    expect(await codeOf(await call('/api/operacao/religar', { body: { sim: true } }))).toEqual([
      401,
      'unauthenticated',
    ]);
  });
});
