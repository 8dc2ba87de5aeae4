/** "Estou vendo" by link, button and account: the first one counts, the others are told once, nobody is reminded. */
import { beforeEach, describe, expect, test } from 'vitest';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import { FALLS_A_DAY, recipientsMax } from '#domain/alerts/shares.ts';
import { activityEndpoint } from '#domain/api-schemas/activity.ts';
import { telegramWebhookEndpoint } from '#domain/api-schemas/alerts.ts';
import { type SeenLink, seenLinkEndpoint, seenLookEndpoint } from '#domain/api-schemas/seen.ts';
import { message } from '#domain/messages.ts';
import { connectChat } from '#functions/alerts/recipient-store.ts';
import { sayFallsSeen } from '#functions/alerts/seen.ts';
import { eraseRows, noCustomer } from '#functions/privacy/store.ts';
import { Companion, downOf, fallOf, levelOf } from './alert-reports.ts';
import { act, add, newProven, newWatched, readView, subjectsTo, tell } from './alerts-support.ts';
import { join, leaveAs } from './people-support.ts';
import type { Customer } from './plan-change-support.ts';
import { addresses, call, calmServices, codeOf, depsAt, mailsSent, sql, stateOf } from './support.ts';

beforeEach(calmServices);

const SECONDS = 1_000;
const HOUR = 3_600_000;

interface Fallen {
  readonly owner: Customer;
  /** Another recipient of the environment. */
  readonly colleague: { readonly id: string; readonly address: string };
  readonly companion: Companion;
  readonly since: number;
}

/** An environment whose owner and colleague were told of a fall of `Site 1`. */
async function newFallen(): Promise<Fallen> {
  const owner = await newWatched();
  const colleague = await newProven(owner);
  const companion = new Companion(owner);
  const since = Date.now() - 60 * SECONDS;
  await companion.report({ levels: [downOf(1, since, stillChecked)] });
  await tell();
  return { owner, colleague, companion, since };
}
/** Checked so seldom that the check counts for the whole test. */
const stillChecked = { checkedAt: Date.now(), interval: 2 * 86_400 };

/** Tokens of the links in the mails to an address, the oldest first. */
const tokensTo = async (email: string): Promise<string[]> =>
  (await mailsSent(email))
    .filter(({ to }) => [to].flat().includes(email))
    .flatMap((mail) => /\/avisos\/vendo#([\w.-]+)/.exec(JSON.stringify(mail))?.[1] ?? []);
const tokenTo = async (email: string): Promise<string> => (await tokensTo(email))[0] ?? 'none';
const look = (t: string) => call(seenLookEndpoint, { body: { t } });
const say = (t: string) => call(seenLinkEndpoint, { body: { t } });
const read = async (answer: Promise<Response>): Promise<SeenLink> => (await answer).json();
const seenIn = ({ orderId }: Customer) =>
  sql<{ seen_by: string | null; seen_who: string | null }>(
    'SELECT seen_by, seen_who FROM alert_falls WHERE order_id = ? ORDER BY seq',
    orderId,
  );
const seenTold = async (email: string) =>
  (await subjectsTo(email)).filter((subject) => subject.includes('está vendo'));

describe('the link in a mail', () => {
  test('says for whom it acts and of which falls, before anything is said', async () => {
    const { owner, colleague, since } = await newFallen();
    await act(owner, colleague.id, 'nome', { name: 'Plantão' });
    expect(await read(look(await tokenTo(colleague.address)))).toEqual({
      name: 'Plantão',
      tenant: owner.subdominio,
      falls: [{ monitor: 'Site 1', since, until: null, by: null }],
    });
    expect(await seenIn(owner)).toEqual([{ seen_by: null, seen_who: null }]);
  });

  test('tells the others once, and ends everybody’s reminders', async () => {
    const { owner, colleague } = await newFallen();
    const hourly = { ...defaultPreferences, reminderHours: 1 };
    for (const { id } of (await readView(owner)).recipients) await act(owner, id, 'preferencias', hourly);
    const said = await read(say(await tokenTo(colleague.address)));
    expect(said.falls).toMatchObject([{ by: colleague.address }]);
    await tell(10 * SECONDS);
    await tell(3 * HOUR);
    await tell(7 * HOUR);
    expect(await seenTold(owner.email)).toEqual([`${colleague.address} está vendo: Site 1`]);
    expect(await seenTold(colleague.address)).toEqual([]);
    for (const email of [owner.email, colleague.address])
      expect((await subjectsTo(email)).filter((subject) => subject.startsWith('Continua'))).toEqual([]);
  });

  test('is in the history of the environment, as who said it', async () => {
    const { owner } = await newFallen();
    await say(await tokenTo(owner.email));
    const { activities } = (await (await call(activityEndpoint, { token: owner.token })).json()) as {
      activities: { kind: string; who: object }[];
    };
    expect(activities.filter(({ kind }) => kind === 'alert-seen')).toEqual([
      expect.objectContaining({ who: { role: 'owner', name: 'Ana' } }),
    ]);
  });

  test('of a second one says who was first, and changes nothing', async () => {
    const { owner, colleague } = await newFallen();
    await say(await tokenTo(colleague.address));
    const before = await seenIn(owner);
    const second = await read(say(await tokenTo(owner.email)));
    expect(second.falls).toMatchObject([{ by: colleague.address }]);
    expect(await seenIn(owner)).toEqual(before);
  });

  test('pressed by two at once counts once, and is told once', async () => {
    const { owner, colleague } = await newFallen();
    const third = await newProven(owner);
    await tell(10 * SECONDS);
    await Promise.all([colleague.address, owner.email].map(async (email) => say(await tokenTo(email))));
    await tell(40 * SECONDS);
    await tell(80 * SECONDS);
    expect(await seenTold(third.address)).toHaveLength(1);
    const told = [await seenTold(owner.email), await seenTold(colleague.address)];
    expect(told.flat()).toHaveLength(1);
  });

  test('after the return says that it is over, and nobody is told', async () => {
    const { owner, colleague, companion } = await newFallen();
    await companion.report({ levels: [levelOf(1, { since: Date.now() })] });
    const { falls } = await read(say(await tokenTo(colleague.address)));
    expect(falls).toMatchObject([{ until: expect.any(Number), by: null }]);
    await tell(10 * SECONDS);
    expect(await seenTold(owner.email)).toEqual([]);
  });

  test('is not told any more when the fall is over by then', async () => {
    const { owner, colleague, companion } = await newFallen();
    await say(await tokenTo(colleague.address));
    await companion.report({ levels: [levelOf(1, { since: Date.now() })] });
    await tell(60 * SECONDS);
    expect(await subjectsTo(owner.email)).toContain('De volta: Site 1');
    expect(await seenTold(owner.email)).toEqual([]);
  });

  test('uses nothing of the day’s share', async () => {
    const { owner, colleague } = await newFallen();
    const before = (await readView(owner)).share.sent;
    await say(await tokenTo(colleague.address));
    await tell(60 * SECONDS);
    expect(await seenTold(owner.email)).toHaveLength(1);
    expect((await readView(owner)).share.sent).toBe(before);
  });

  test('is in no mail that says of no fall that it lasts', async () => {
    const { owner, companion } = await newFallen();
    await companion.report({ levels: [levelOf(1, { since: Date.now() })] });
    await tell(60 * SECONDS);
    expect(await tokensTo(owner.email)).toHaveLength(1);
  });
});

describe('a link that is worth nothing', () => {
  const refused = async (token: string) => {
    for (const answer of [look(token), say(token)])
      expect(await codeOf(await answer)).toEqual([403, 'forbidden']);
  };

  test('is another message’s, another purpose’s, or changed', async () => {
    const { owner, colleague } = await newFallen();
    const token = await tokenTo(colleague.address);
    await refused(`x${token}`);
    await refused(await depsAt(0).alertLinks.tokenOf(token.split('.')[0] ?? ''));
    await refused(await depsAt(0).seenLinks.tokenOf(crypto.randomUUID()));
    expect(await seenIn(owner)).toEqual([{ seen_by: null, seen_who: null }]);
  });

  test('is of an old message', async () => {
    const { owner, colleague } = await newFallen();
    await sql(
      'UPDATE alert_messages SET created_at = created_at - ? WHERE order_id = ?',
      7 * 24 * HOUR + 60 * SECONDS,
      owner.orderId,
    );
    await refused(await tokenTo(colleague.address));
  });

  test('is of a recipient that is off, or of a member who is gone', async () => {
    const { owner, colleague } = await newFallen();
    const member = await join(owner);
    await add(member as unknown as Customer, member.email);
    await tell(10 * SECONDS);
    const token = await tokenTo(member.email);
    expect((await look(token)).status).toBe(200);
    await leaveAs(member);
    await refused(token);
    await sql(`UPDATE alert_recipients SET state = 'off', off_reason = 'left' WHERE id = ?`, colleague.id);
    await refused(await tokenTo(colleague.address));
  });
});

test('a member acts under the own name, and is not told in any of the own recipients', async () => {
  const { owner, colleague } = await newFallen();
  const member = await join(owner);
  await add(member as unknown as Customer, member.email);
  await tell(10 * SECONDS);
  const [row] = await sql<{ member_id: string }>(
    'SELECT member_id FROM alert_recipients WHERE address = ?',
    member.email,
  );
  // As the account's page says it.
  const falls = await sql<{ seq: number }>('SELECT seq FROM alert_falls WHERE order_id = ?', owner.orderId);
  const who = { by: 'Bia', recipient: null, actor: row?.member_id ?? '' };
  const said = await sayFallsSeen(
    depsAt(0),
    owner.orderId,
    falls.map(({ seq }) => seq),
    who,
  );
  expect(said).toMatchObject({ count: 1, falls: [{ seenBy: 'Bia' }] });
  await tell(60 * SECONDS);
  expect([
    await seenTold(owner.email),
    await seenTold(colleague.address),
    await seenTold(member.email),
  ]).toEqual([['Bia está vendo: Site 1'], ['Bia está vendo: Site 1'], []]);
});

test('a member whose data are erased is named in no message to the others any more', async () => {
  const { owner, companion, since } = await newFallen();
  const [named, unnamed] = [await join(owner), await join(owner)];
  for (const each of [named, unnamed]) await add(each as unknown as Customer, each.email);
  const [row] = await sql<{ id: string }>('SELECT id FROM alert_recipients WHERE address = ?', named.email);
  await act(named as unknown as Customer, row?.id ?? '', 'nome', { name: 'Bia "B" Luz' });
  await tell(10 * SECONDS);
  await say(await tokenTo(named.email));
  await companion.report({ levels: [downOf(1, since, stillChecked), downOf(2, Date.now(), stillChecked)] });
  await tell(60 * SECONDS);
  // As JSON has it.
  const name = 'Bia \\"B\\" Luz';
  const naming = async (text: string) =>
    sql(
      `SELECT recipient FROM alert_messages WHERE order_id = ?
        AND instr(concat_ws(' ', recipient, subject, lines, shown, facts), ?) > 0`,
      owner.orderId,
      text,
    );
  expect((await naming(name)).length).toBeGreaterThanOrEqual(3);
  expect((await naming(unnamed.email)).length).toBeGreaterThanOrEqual(3);
  for (const { subject, email } of [named, unnamed])
    await eraseRows(
      depsAt(0).db,
      { ...noCustomer, subjects: [subject], emails: [email] },
      Date.now() + 60 * SECONDS,
    );
  for (const text of [name, 'Bia', unnamed.email, named.email]) expect(await naming(text)).toEqual([]);
  expect((await naming('Alguém que saiu está vendo')).length).toBeGreaterThan(0);
  // The messages still stand, with whatever else they say.
  expect((await readView(owner)).messages.map(({ lines }) => lines.join(' '))).toContainEqual(
    expect.stringContaining('Site 2'),
  );
});

test('falls of another environment are nobody’s to look after', async () => {
  const { owner } = await newFallen();
  const stranger = await newWatched();
  const falls = await sql<{ seq: number }>('SELECT seq FROM alert_falls WHERE order_id = ?', owner.orderId);
  const said = await sayFallsSeen(
    depsAt(0),
    stranger.orderId,
    falls.map(({ seq }) => seq),
    { by: 'x', recipient: null, actor: 'owner' },
  );
  expect(said).toEqual({ count: 0, falls: [] });
  expect(await seenIn(owner)).toEqual([{ seen_by: null, seen_who: null }]);
});

describe('who looks after a fall is kept', () => {
  test('by a whole statement after another revision', async () => {
    const { owner, colleague, companion, since } = await newFallen();
    await say(await tokenTo(colleague.address));
    const other = new Companion(owner);
    other.revision = companion.revision;
    await other.report({ base: null, levels: [downOf(1, since, stillChecked)] });
    expect(await seenIn(owner)).toMatchObject([{ seen_by: colleague.address }]);
  });

  test('by a fold of the monitor’s other falls, and goes with the fall', async () => {
    const { owner, colleague, companion, since } = await newFallen();
    await say(await tokenTo(colleague.address));
    const end = since + SECONDS;
    const falls = Array.from({ length: FALLS_A_DAY + 5 }, (_, turn) =>
      fallOf(1, end + turn * 2 * SECONDS, end + (turn * 2 + 1) * SECONDS),
    );
    await companion.report({ falls: [fallOf(1, since, end), ...falls], levels: [levelOf(1)] });
    const seen = (await seenIn(owner)).filter(({ seen_by: by }) => by !== null);
    expect(seen).toMatchObject([{ seen_by: colleague.address }]);
    await companion.report({ levels: [downOf(1, Date.now())] });
    expect((await seenIn(owner)).at(-1)).toMatchObject({ seen_by: null });
  });
});

describe('the button in a chat', () => {
  interface LocalTelegram {
    readonly chats: readonly {
      id: number;
      title: string;
      messages: readonly { id: number; text: string; buttons?: readonly { text: string; data: string }[] }[];
    }[];
    readonly presses: readonly { chat: number; answer: string | null }[];
    readonly updates: readonly { chat: number; body: { callback_query?: object } }[];
    readonly webhook: { readonly secret: string };
  }
  const telegram = () => stateOf<LocalTelegram>(addresses.telegramUrl);
  const form = (path: string, fields: Record<string, string>) =>
    fetch(`${addresses.telegramUrl}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });

  /** A group that was told of the fall, with the button that it got. */
  async function withGroup() {
    const fallen = await newFallen();
    const title = `Plantão ${crypto.randomUUID().slice(0, 8)}`;
    await form('/conversas', { titulo: title, codigo: 'x' });
    const chat = (await telegram()).chats.findLast((each) => each.title === title)?.id ?? 0;
    const recipient = { id: crypto.randomUUID(), orderId: fallen.owner.orderId, address: String(chat) };
    await connectChat(depsAt(0).db, recipient, title, recipientsMax('pro'), Date.now());
    await tell(30 * SECONDS);
    return { ...fallen, chat };
  }
  const toldIn = async (chat: number) =>
    (await telegram()).chats.find(({ id }) => id === chat)?.messages ?? [];

  /** Presses the button of a chat, and brings the update as often as Telegram may. @returns What was answered. */
  async function press(chat: number, times = 1): Promise<string | null> {
    const told = (await toldIn(chat)).find(({ buttons }) => buttons?.[0]?.text === message('telegram.see'));
    await form(`/conversas/${chat}/aperta`, {
      mensagem: String(told?.id),
      botao: told?.buttons?.[0]?.data ?? '',
    });
    const { updates, webhook } = await telegram();
    const update = updates.findLast((each) => each.chat === chat && each.body.callback_query !== undefined);
    for (let time = 0; time < times; time += 1) {
      const headers = { 'x-telegram-bot-api-secret-token': webhook.secret };
      expect((await call(telegramWebhookEndpoint, { body: update?.body, headers })).status).toBe(200);
    }
    return (await telegram()).presses.findLast((each) => each.chat === chat)?.answer ?? null;
  }

  test('says it under the name of who pressed it, once', async () => {
    const { owner, colleague, chat } = await withGroup();
    expect(await press(chat)).toBe(message('telegram.seen'));
    expect(await press(chat, 2)).toBe(message('telegram.seen-by', { nome: 'Ana' }));
    await tell(60 * SECONDS);
    expect([await seenTold(owner.email), await seenTold(colleague.address)]).toEqual([
      ['Ana está vendo: Site 1'],
      ['Ana está vendo: Site 1'],
    ]);
    expect((await toldIn(chat)).filter(({ text }) => text.includes('está vendo'))).toEqual([]);
  });

  test('is answered after the return, and of an old message', async () => {
    const { owner, companion, chat } = await withGroup();
    await companion.report({ levels: [levelOf(1, { since: Date.now() })] });
    expect(await press(chat)).toBe(message('telegram.seen-back'));
    await sql('UPDATE alert_messages SET created_at = 1 WHERE order_id = ?', owner.orderId);
    expect(await press(chat)).toBe(message('telegram.seen-over'));
    expect((await seenIn(owner))[0]).toEqual({ seen_by: null, seen_who: null });
  });

  test('is answered with nothing done in a chat that the message did not go to', async () => {
    const { owner, chat } = await withGroup();
    await sql('UPDATE alert_recipients SET address = ? WHERE address = ?', `-7${chat}`, String(chat));
    expect(await press(chat)).toBe(message('telegram.seen-over'));
    expect((await seenIn(owner))[0]).toEqual({ seen_by: null, seen_who: null });
  });

  test('is only under messages that say of a fall that it lasts', async () => {
    const { companion, chat } = await withGroup();
    await companion.report({ levels: [levelOf(1, { since: Date.now() })] });
    await tell(60 * SECONDS);
    expect(
      (await toldIn(chat)).filter(({ text }) => /Site 1/.test(text)).map(({ buttons }) => buttons?.length),
    ).toEqual([1, undefined]);
  });
});
