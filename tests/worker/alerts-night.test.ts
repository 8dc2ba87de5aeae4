/** A night with "Só quedas à noite" and a reminder each hour: what is said of now is true then. */
import { beforeEach, expect, test } from 'vitest';
import { addDays, businessDay, startOfDay } from '#domain/billing/days.ts';
import { addTestMessage } from '#functions/alerts/message-store.ts';
import { findRecipient, listRecipients } from '#functions/alerts/recipient-store.ts';
import { switchOff } from '#functions/alerts/report-off.ts';
import { alertWork } from '#functions/alerts/tell-recipient.ts';
import { downOf, levelOf, reportAlso } from './alert-reports.ts';
import { mailsTo, newProven, newWatched } from './alerts-support.ts';
import type { Customer } from './plan-change-support.ts';
import { calmServices, depsAt, mailsSent, runDue, sql } from './support.ts';

beforeEach(calmServices);

const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

async function newSleeper(): Promise<Customer> {
  const customer = await newWatched('pro');
  const quiet = {
    days: [0, 1, 2, 3, 4, 5, 6],
    wholeDays: [],
    from: '22:00',
    until: '07:00',
    mode: 'falls-only',
  };
  const kinds = ['fall', 'return', 'maintenance', 'expiry'];
  await sql(
    'UPDATE alert_recipients SET preferences = ? WHERE order_id = ?',
    JSON.stringify({
      kinds,
      quiet: { ...quiet, zone: 'America/Sao_Paulo' },
      reminderHours: 1,
      monitors: null,
    }),
    customer.orderId,
  );
  return customer;
}

/** At a minute of the next day in São Paulo: what happens then. */
type Night = Readonly<Record<number, 'down' | 'up' | 'maintenance' | (() => Promise<unknown>)>>;
const at = (hours: number, minutes = 0): number => hours * 60 + minutes;

/** Plays from 22h59 to 7h10, with the scheduled job each ten minutes and after each change. @returns Subjects, in order. */
async function play({ orderId, email }: Customer, night: Night): Promise<string[]> {
  const midnight = startOfDay(addDays(businessDay(Date.now()), 1));
  const moments = new Set(Object.keys(night).map(Number));
  let fell = midnight;
  for (let minute = at(22, 59); minute <= DAY_MINUTES + at(7, 10); minute += 1) {
    const ahead = midnight + minute * MINUTE_MS - Date.now();
    const what = night[minute];
    if (typeof what === 'function') await what();
    else if (what !== undefined) {
      const at = midnight + minute * MINUTE_MS;
      const about = { monitor: { id: 1, name: 'Loja' }, checkedAt: at, interval: DAY_MINUTES * 60 };
      fell = what === 'down' ? at : fell;
      const level = {
        down: downOf(1, at, about),
        up: levelOf(1, { ...about, since: at }),
        maintenance: downOf(1, fell, { ...about, doubt: 'maintenance' as const, doubtSince: at }),
      }[what];
      await reportAlso({ orderId }, { levels: [level] }, ahead);
    }
    if (minute % 10 === 0 || moments.has(minute - 1)) await runDue(alertWork, depsAt(ahead));
  }
  const sent = await mailsSent(email);
  return sent.map(({ subject }) => subject).filter((subject) => subject.endsWith(': Loja'));
}

test('a site that fell at 23h and is back at 23h20 is no longer said to be down', async () => {
  const customer = await newSleeper();
  expect(await play(customer, { [at(23)]: 'down', [at(23, 20)]: 'up' })).toEqual([
    'Fora do ar: Loja',
    'De volta: Loja',
  ]);
});

test('a site that stays down is reminded of each hour', async () => {
  const subjects = await play(await newSleeper(), { [at(23)]: 'down', [DAY_MINUTES + at(4)]: 'up' });
  expect(subjects).toEqual([
    'Fora do ar: Loja',
    ...Array.from({ length: 4 }, () => 'Continua fora do ar: Loja'),
    'De volta: Loja',
  ]);
});

test('a site in maintenance is not reminded of', async () => {
  const night: Night = { [at(23)]: 'down', [at(23, 20)]: 'maintenance' };
  expect(await play(await newSleeper(), night)).toEqual(['Fora do ar: Loja']);
});

test('a suspended environment is silent, and tells what waited when it runs again', async () => {
  const customer = await newSleeper();
  const become = (state: string) => () =>
    sql('UPDATE tenants SET state = ? WHERE order_id = ?', state, customer.orderId);
  const subjects = await play(customer, {
    [at(23)]: 'down',
    [at(23, 30)]: become('suspended'),
    [DAY_MINUTES + at(4)]: become('active'),
    [DAY_MINUTES + at(5, 30)]: 'up',
  });
  expect(subjects).toEqual(['Fora do ar: Loja', 'Continua fora do ar: Loja', 'De volta: Loja']);
});

test('a word about another recipient waits for the morning, and holds up no fall and no test', async () => {
  const customer = await newSleeper();
  const colleague = await newProven(customer);
  await sql(
    `UPDATE alert_recipients SET preferences = (SELECT preferences FROM alert_recipients
      WHERE order_id = ? AND is_owner = 1) WHERE id = ?`,
    customer.orderId,
    colleague.id,
  );
  const ofOwner = (await listRecipients(depsAt(0).db, customer.orderId)).find(({ isOwner }) => isOwner);
  if (ofOwner === undefined) return expect.unreachable();
  const before = (await mailsTo(colleague.address)).length;
  const subjects = async () =>
    (await mailsTo(colleague.address)).slice(before).map(({ subject }) => subject.split(' ao ')[0]);
  let atNight: unknown;
  await play(customer, {
    [at(23, 5)]: () => switchOff(depsAt(0), ofOwner, 'spam'),
    [at(23, 10)]: async () => {
      const recipient = await findRecipient(depsAt(0).db, colleague.id);
      if (recipient === null) return expect.unreachable();
      expect(await addTestMessage(depsAt(0).db, recipient, crypto.randomUUID(), Date.now())).toBe(true);
    },
    [DAY_MINUTES + at(1)]: 'down',
    [DAY_MINUTES + at(1, 30)]: async () => {
      atNight = await subjects();
    },
    [DAY_MINUTES + at(1, 40)]: 'up',
  });
  expect(atNight).toEqual(['Teste dos avisos da Vigia', 'Fora do ar: Loja']);
  expect((await subjects()).toSorted()).toEqual([
    'De volta: Loja',
    'Fora do ar: Loja',
    'Os avisos não chegam mais',
    'Teste dos avisos da Vigia',
  ]);
});
