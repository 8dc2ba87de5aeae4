/** Members' own recipients: who manages which, and what becomes of them with the membership, its address and the plan. */
import { beforeEach, describe, expect, test } from 'vitest';
import { monitorKey } from '#domain/alerts/levels.ts';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import {
  type AlertsView,
  alertsEndpoint,
  type TelegramLink,
  telegramLinkEndpoint,
} from '#domain/api-schemas/alerts.ts';
import { reportsEndpoint } from '#domain/api-schemas/reports.ts';
import { message } from '#domain/messages.ts';
import { countOpenMessages } from '#functions/alerts/message-counts.ts';
import { findRecipient } from '#functions/alerts/recipient-store.ts';
import { switchOff } from '#functions/alerts/report-off.ts';
import { alertSetUpWork } from '#functions/alerts/set-up.ts';
import { followChat } from '#functions/alerts/telegram.ts';
import { alertWork } from '#functions/alerts/tell-recipient.ts';
import { seatsWork } from '#functions/people/enforce-seats.ts';
import { eraseRows, noCustomer, recordsOf } from '#functions/privacy/store.ts';
import { type SignedInPerson, signUp } from '#tests/support/worker-accounts.ts';
import { CREATED } from './alert-reports.ts';
import {
  act,
  add,
  alertsTo,
  fallAt,
  newAddress,
  newProven,
  newUnproven,
  newWatched,
  readView,
  subjectsTo,
  tell,
  viewOf,
} from './alerts-support.ts';
import { acceptAs, inviteAs, join, leaveAs, removeAs, teamOf, tokenTo } from './people-support.ts';
import type { Customer } from './plan-change-support.ts';
import {
  addresses,
  call,
  calmServices,
  codeOf,
  depsAt,
  depsWith,
  dueAtOf,
  noFaults,
  runDue,
  sendMails,
  setDue,
  setFaults,
  sql,
} from './support.ts';

beforeEach(calmServices);

interface Told {
  readonly owner: Customer;
  readonly member: SignedInPerson & { readonly recipient: string };
}

const addOwn = (member: SignedInPerson) => add(member as unknown as Customer, member.email);
const ownIn = (view: AlertsView) => view.recipients.filter(({ isMine }) => isMine);
const rowsOf = ({ orderId }: Customer) =>
  sql<{ address: string; member_id: string | null; state: string }>(
    'SELECT address, member_id, state FROM alert_recipients WHERE order_id = ? AND is_owner = 0 ORDER BY address',
    orderId,
  );

/** An environment with a colleague who gets the alerts. */
async function newTold(): Promise<Told> {
  const owner = await newWatched();
  const member = await join(owner);
  const view = await viewOf(addOwn(member));
  return { owner, member: { ...member, recipient: ownIn(view)[0]?.id ?? '' } };
}

/** Sets the plan as a contract change leaves it in the row. */
async function movePlan({ orderId }: Customer, plan: string): Promise<void> {
  await sql('UPDATE tenants SET plan = ? WHERE order_id = ?', plan, orderId);
}

/** The newest member loses the seat, or gets it back. */
async function pause(owner: Customer, isPaused: boolean): Promise<void> {
  await movePlan(owner, isPaused ? 'free' : 'pro');
  for (const ahead of [0, 15 * 86_400_000]) {
    await setDue(seatsWork, owner.orderId);
    await runDue(seatsWork, depsAt(ahead));
  }
}

describe('a member', () => {
  test('is offered the own address, and gets alerts without a code', async () => {
    const owner = await newWatched();
    const member = await join(owner);
    const offered = await readView(member);
    expect(offered).toMatchObject({ role: 'member', offer: member.email, free: { email: 1, telegram: 1 } });
    const view = await viewOf(addOwn(member));
    expect(view).toMatchObject({ offer: null, free: { email: 0, telegram: 1 } });
    expect(ownIn(view)).toMatchObject([
      { address: member.email, state: 'on', member: { name: member.name } },
    ]);
    await fallAt(owner, 4_000, 'Loja');
    expect([await alertsTo(member.email), await alertsTo(owner.email)]).toEqual([
      ['Fora do ar: Loja'],
      ['Fora do ar: Loja'],
    ]);
    expect((await readView(member)).messages.map(({ recipient }) => recipient)).toEqual([member.email]);
    expect((await readView(owner)).messages).toHaveLength(2);
    const events = await sql(
      `SELECT kind, actor FROM events WHERE order_id = ? AND kind LIKE 'alert-%'`,
      owner.orderId,
    );
    expect(events).toEqual([{ kind: 'alert-recipient-on', actor: ownIn(view)[0]?.member?.id }]);
  });

  test('adds no other address', async () => {
    const { member } = await newTold();
    const answer = await add(member as unknown as Customer, newAddress());
    expect(await codeOf(answer)).toEqual([403, 'owner-only']);
  });

  test('and the owner see each other’s recipients, and change only their own', async () => {
    const { owner, member } = await newTold();
    const other = await newProven(owner);
    const [seen] = (await readView(owner)).recipients.filter(({ member: whose }) => whose !== null);
    expect(seen).toMatchObject({ id: member.recipient, isMine: false, member: { name: member.name } });
    for (const verb of ['preferencias', 'teste', 'retirada', 'codigo', 'nome'] as const) {
      const body = verb === 'nome' ? { name: 'x' } : verb === 'preferencias' ? defaultPreferences : {};
      expect(await codeOf(await act(owner, member.recipient, verb, body))).toEqual([404, 'not-found']);
      expect(await codeOf(await act(member, other.id, verb, body))).toEqual([404, 'not-found']);
    }
    expect((await act(member, member.recipient, 'teste')).status).toBe(200);
    expect(await subjectsTo(member.email)).toContain('Teste dos avisos da Vigia');
  });

  test('is beside the ten of the environment', async () => {
    const owner = await newWatched();
    const before = (await readView(owner)).free;
    const member = await join(owner);
    await addOwn(member);
    expect((await readView(owner)).free).toEqual(before);
    await sql(
      `INSERT INTO alert_recipients (id, order_id, kind, address, state, preferences, read_seq, read_fall, memory, created_at)
        SELECT 'ten-' || value || order_id, order_id, 'email', value || '@dez.example', 'on', preferences, 0, 0, memory, 0
        FROM alert_recipients, json_each('[1,2,3,4,5,6,7,8,9]') WHERE order_id = ? AND is_owner = 1`,
      owner.orderId,
    );
    expect(await codeOf(await add(owner, newAddress()))).toEqual([409, 'alert-recipients-full']);
    const another = await join(owner);
    expect(ownIn(await viewOf(addOwn(another)))).toHaveLength(1);
  });

  test('removes it, and is offered it again', async () => {
    const { member } = await newTold();
    const view = await viewOf(act(member, member.recipient, 'retirada'));
    expect([ownIn(view), view.offer]).toEqual([[], member.email]);
  });

  test('who left by the link in a mail comes back without a code', async () => {
    const { member } = await newTold();
    const recipient = await findRecipient(depsAt(0).db, member.recipient);
    if (recipient === null) return expect.unreachable();
    await switchOff(depsAt(0), recipient, 'left');
    expect(ownIn(await readView(member))).toMatchObject([{ state: 'off', wayBack: 'yes' }]);
    expect(ownIn(await viewOf(act(member, member.recipient, 'codigo')))).toMatchObject([{ state: 'on' }]);
  });
});

describe('an address that the environment had', () => {
  test.each(['on', 'unproven'] as const)('and that was %s becomes the member’s', async (state) => {
    const owner = await newWatched();
    const person = await signUp();
    const known = await (state === 'on' ? newProven(owner, person.email) : newUnproven(owner, person.email));
    await act(owner, known.id, 'nome', { name: 'Plantão' });
    await inviteAs(owner, person.email);
    expect((await acceptAs(person, await tokenTo(person.email))).status).toBe(200);
    const view = await readView(person);
    expect(view.offer).toBeNull();
    expect(ownIn(view)).toMatchObject([{ id: known.id, name: 'Plantão', state: 'on' }]);
    await removeAs(owner, (await teamOf(owner)).members[0]?.id ?? '');
    expect(await rowsOf(owner)).toEqual([]);
  });

  test('is merged when the member’s account moves to it', async () => {
    const { owner, member } = await newTold();
    const other = await newProven(owner);
    const claims = { sub: member.subject, email: other.address, email_verified: true };
    await call(reportsEndpoint, { token: (await signUp({ claims })).token });
    expect(await rowsOf(owner)).toEqual([
      { address: other.address, member_id: expect.any(String), state: 'on' },
    ]);
  });
});

test('a new proven address of a member’s account is followed by its first token', async () => {
  const { owner, member } = await newTold();
  await act(member, member.recipient, 'nome', { name: 'Ana, celular' });
  const email = newAddress();
  const claims = { sub: member.subject, email, email_verified: true };
  await call(reportsEndpoint, { token: (await signUp({ claims })).token });
  await fallAt(owner, 4_000, 'Loja');
  expect([await alertsTo(member.email), await alertsTo(email)]).toEqual([[], ['Fora do ar: Loja']]);
  const view = await readView({ token: (await signUp({ claims })).token });
  expect(ownIn(view)).toMatchObject([{ address: email, name: 'Ana, celular' }]);
  expect(ownIn(view)[0]?.id).not.toBe(member.recipient);
});

test('a member without a recipient gets none by another address', async () => {
  const owner = await newWatched();
  const member = await join(owner);
  const claims = { sub: member.subject, email: newAddress(), email_verified: true };
  await call(alertsEndpoint, { token: (await signUp({ claims })).token });
  expect(await rowsOf(owner)).toEqual([]);
});

describe('with the membership', () => {
  /** Everything of the member: a mail that waits, a code, a link. */
  async function withAll() {
    const { owner, member } = await newTold();
    const link = await linkOf(member);
    await connect(link, '91', true);
    await connect(await linkOf(member), '-92', false);
    await setFaults(addresses.mailUrl, { ...noFaults, down: true });
    await fallAt(owner, 4_000);
    await setFaults(addresses.mailUrl, noFaults);
    return { owner, member };
  }
  const left = async ({ orderId }: Customer, recipient: string) => ({
    recipients: await sql(
      'SELECT address FROM alert_recipients WHERE order_id = ? AND is_owner = 0',
      orderId,
    ),
    waiting: await sql(
      `SELECT id FROM alert_messages WHERE recipient_id = ? AND state = 'waiting'`,
      recipient,
    ),
    links: await sql('SELECT code FROM telegram_links WHERE order_id = ? AND member_id IS NOT NULL', orderId),
  });

  test.each(['leaves', 'is removed', 'is erased'] as const)(
    'who %s loses the own ones; a group stays',
    async (how) => {
      const { owner, member } = await withAll();
      const before = await left(owner, member.recipient);
      expect([before.recipients.length, before.waiting.length, before.links.length]).toEqual([3, 1, 2]);
      if (how === 'leaves') await leaveAs(member);
      else if (how === 'is removed') await removeAs(owner, (await teamOf(owner)).members[0]?.id ?? '');
      else {
        const person = { ...noCustomer, subjects: [member.subject], emails: [member.email] };
        const copied = await recordsOf(depsAt(0).db, person, []);
        expect([copied.alert_recipients.length, copied.alert_messages.length]).toEqual([2, 2]);
        await sql(
          `UPDATE alert_falls SET seen_at = 1, seen_by = 'Bia', seen_who =
          (SELECT member_id FROM alert_recipients WHERE id = ?) WHERE order_id = ?`,
          member.recipient,
          owner.orderId,
        );
        await eraseRows(depsAt(0).db, person, Date.now());
        expect(await sql('SELECT seen_by FROM alert_falls WHERE order_id = ?', owner.orderId)).toEqual([
          { seen_by: 'Alguém que saiu' },
        ]);
      }
      expect(await left(owner, member.recipient)).toEqual({
        recipients: [{ address: '-92' }],
        waiting: [],
        links: [],
      });
      await tell(600_000);
      expect(await alertsTo(member.email)).toEqual([]);
    },
  );

  test('who left long before the erasing takes what was sent along; so does an address of the owner’s', async () => {
    const { owner, member } = await newTold();
    const other = await newProven(owner);
    await fallAt(owner, 4_000);
    await leaveAs(member);
    const sent = ({ email }: { readonly email: string }) =>
      sql(`SELECT id FROM alert_messages WHERE recipient = ? AND state = 'sent'`, email);
    for (const person of [
      { subject: member.subject, email: member.email },
      { subject: 'nobody', email: other.address },
    ]) {
      expect(await sent(person)).toHaveLength(1);
      const known = { ...noCustomer, subjects: [person.subject], emails: [person.email] };
      expect((await recordsOf(depsAt(0).db, known, [])).alert_messages).toHaveLength(1);
      await eraseRows(depsAt(0).db, known, Date.now());
      expect(await sent(person)).toEqual([]);
    }
  });

  test('a link that is opened afterwards connects nothing', async () => {
    const { owner, member } = await newTold();
    const link = await linkOf(member);
    await leaveAs(member);
    await connect(link, '93', true);
    expect(await rowsOf(owner)).toEqual([]);
  });

  test('a paused member is sent nothing, and told all of it with the seat', async () => {
    const { owner, member } = await newTold();
    const waits = async () => (await countOpenMessages(depsAt(0).db, 0))?.waiting ?? 0;
    await setFaults(addresses.mailUrl, { ...noFaults, down: true });
    await fallAt(owner, 4_000, 'Loja');
    await setFaults(addresses.mailUrl, noFaults);
    const before = await waits();
    await pause(owner, true);
    expect(await codeOf(await call(alertsEndpoint, { token: member.token }))).toEqual([403, 'member-paused']);
    expect((await readView(owner)).recipients.find(({ member: whose }) => whose !== null)).toMatchObject({
      state: 'on',
      member: { isPaused: true },
    });
    // No operator is called because of it.
    expect(await waits()).toBe(before - 1);
    await fallAt(owner, 600_000, 'API');
    await tell(660_000);
    expect(await alertsTo(member.email)).toEqual([]);
    await pause(owner, false);
    expect(await dueAtOf(alertWork, member.recipient)).toBeLessThanOrEqual(Date.now());
    await tell(720_000);
    const [told, ...more] = (await subjectsTo(member.email)).filter((each) => each.includes('fora do ar'));
    expect([told, more]).toEqual([expect.stringMatching(/2 monitores fora do ar/), []]);
  });
});

const linkOf = async ({ token }: Pick<SignedInPerson, 'token'>): Promise<TelegramLink> =>
  (await call(telegramLinkEndpoint, { token, body: {} })).json();
/** @returns What the chat is told. */
async function connect(link: TelegramLink, chat: string, isPrivate: boolean): Promise<string[]> {
  const told: string[] = [];
  const send = async (_chat: string, text: string) => {
    told.push(text);
    return { kind: 'sent' } as const;
  };
  await followChat(depsWith({ messenger: { send } }), {
    ...{ what: 'start', chat, name: `Chat ${chat}`, isPrivate },
    code: new URL(link.person).searchParams.get('start'),
  });
  return told;
}

describe('a chat that a member connects', () => {
  test('is the member’s when it is private, and one', async () => {
    const { owner, member } = await newTold();
    await connect(await linkOf(member), '51', true);
    expect(await connect(await linkOf(member), '52', true)).toEqual([
      message('telegram.member-full', { tenant: owner.subdominio }),
    ]);
    const view = await readView(member);
    expect(ownIn(view)).toMatchObject([
      { kind: 'email' },
      { kind: 'telegram', name: 'Chat 51', address: '' },
    ]);
    expect(view.free).toEqual({ email: 0, telegram: 0, posted: 0 });
    // The same chat again, after it was off.
    await sql(`UPDATE alert_recipients SET state = 'off', off_reason = 'kicked' WHERE address = '51'`);
    await connect(await linkOf(member), '51', true);
    expect((await rowsOf(owner)).find(({ address }) => address === '51')?.state).toBe('on');
  });

  test('is the environment’s when it is a group', async () => {
    const { owner, member } = await newTold();
    await connect(await linkOf(member), '-53', false);
    expect((await readView(owner)).recipients.find(({ kind }) => kind === 'telegram')).toMatchObject({
      member: null,
      isMine: true,
    });
  });

  test('becomes the member’s when the environment had it, and stays so by the owner’s link', async () => {
    const { owner, member } = await newTold();
    await connect(await linkOf(owner), '54', true);
    await connect(await linkOf(member), '54', true);
    await connect(await linkOf(owner), '54', true);
    expect(ownIn(await readView(member))).toHaveLength(2);
  });
});

describe('a friendly name', () => {
  test('is given with the address or later, and taken away again', async () => {
    const owner = await newWatched();
    const email = newAddress();
    const added = await call('/api/conta/avisos/destinatarios', {
      token: owner.token,
      body: { email, name: ' Plantão ' },
    });
    const found = ((await added.json()) as AlertsView).recipients.find(({ address }) => address === email);
    expect(found).toMatchObject({ name: 'Plantão' });
    const rename = async (name: string) =>
      (await viewOf(act(owner, found?.id ?? '', 'nome', { name }))).recipients.at(-1)?.name;
    expect([await rename('Equipe'), await rename('')]).toEqual(['Equipe', null]);
    const refused = await act(owner, found?.id ?? '', 'nome', { name: 'x'.repeat(61) });
    expect([refused.status, await refused.json()]).toEqual([
      422,
      expect.objectContaining({ fields: { name: message('alert.name') } }),
    ]);
  });

  test('is what the owner’s mail about a recipient says', async () => {
    const owner = await newWatched();
    const { id } = await newProven(owner);
    await act(owner, id, 'nome', { name: 'Plantão' });
    const recipient = await findRecipient(depsAt(0).db, id);
    if (recipient === null) return expect.unreachable();
    await switchOff(depsAt(0), recipient, 'spam');
    await sendMails(60_000);
    expect(await subjectsTo(owner.email)).toContain('Os avisos não chegam mais a Plantão');
  });

  test('of a chat stays when it is taken away', async () => {
    const { owner } = await newTold();
    await connect(await linkOf(owner), '61', true);
    const chat = (await readView(owner)).recipients.find(({ kind }) => kind === 'telegram');
    const view = await viewOf(act(owner, chat?.id ?? '', 'nome', { name: '' }));
    expect(view.recipients.find(({ kind }) => kind === 'telegram')?.name).toBe('Chat 61');
  });
});

describe('which monitors', () => {
  const keyOf = async ({ orderId }: Customer, name: string) => {
    const [row] = await sql<{ monitor_id: number; created_at: number }>(
      'SELECT monitor_id, created_at FROM alert_levels WHERE order_id = ? AND name = ?',
      orderId,
      name,
    );
    return monitorKey(row?.monitor_id ?? 0, row?.created_at ?? CREATED);
  };
  const choose = (who: Pick<Customer, 'token'>, id: string, monitors: string[] | null) =>
    act(who, id, 'preferencias', { ...defaultPreferences, monitors });

  test('a member hears of the chosen ones, and of others once they are chosen', async () => {
    const { owner, member } = await newTold();
    await choose(member, member.recipient, ['999999:1']);
    const name = await fallAt(owner, 4_000);
    expect([await alertsTo(member.email), await alertsTo(owner.email)]).toEqual([
      [],
      [`Fora do ar: ${name}`],
    ]);
    const view = await readView(member);
    expect(view).toMatchObject({ canChooseMonitors: true });
    const key = view.monitors.find((each) => each.name === name)?.key;
    expect(key).toBe(await keyOf(owner, name));
    await choose(member, member.recipient, [key ?? '']);
    await tell(60_000);
    expect(await alertsTo(member.email)).toEqual([`Fora do ar: ${name}`]);
  });

  test('a plan without the choice tells of all, keeps it, and a plan with it forgets the others', async () => {
    const { owner, member } = await newTold();
    await choose(member, member.recipient, ['999999:1']);
    const name = await fallAt(owner, 4_000);
    await movePlan(owner, 'essential');
    await sql(`UPDATE work SET due_at = 9e15 WHERE kind = 'send-alert' AND key = ?`, member.recipient);
    // Due whenever the plan changes.
    await setDue(alertSetUpWork, owner.orderId);
    await runDue(alertSetUpWork, depsAt(0));
    expect(await dueAtOf(alertWork, member.recipient)).toBeLessThanOrEqual(Date.now());
    await tell(60_000);
    expect(await alertsTo(member.email)).toEqual([`Fora do ar: ${name}`]);
    const view = await readView(member);
    expect(view.canChooseMonitors).toBe(false);
    expect(ownIn(view)[0]?.preferences.monitors).toEqual(['999999:1']);
    await movePlan(owner, 'pro');
    await tell(120_000);
    const recipient = await findRecipient(depsAt(0).db, member.recipient);
    expect(recipient?.memory.monitors).toEqual({});
  });

  test.each([
    ['nobody', []],
    ['a key that is none', ['Loja']],
  ])('%s is refused', async (_name, monitors) => {
    const { member } = await newTold();
    const refused = await choose(member, member.recipient, monitors);
    const { fields } = (await refused.json()) as { fields: Record<string, string> };
    expect([refused.status, Object.values(fields)]).toEqual([422, [message('alert.monitors')]]);
  });
});
