/**
 * What people do beside choosing hours: members come, are paused, and go; recipients choose monitors, which a lower plan
 * takes away; and somebody says "Estou vendo" of a fall, on a page, by the link of a mail, or by the button in a chat.
 */
import type { AlertPreferences } from '#domain/alerts/preferences.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { followMember } from '#functions/alerts/follow-owner.ts';
import { listRecipients } from '#functions/alerts/recipient-store.ts';
import { sayFallsSeen, sayInChat, saySeenByLink } from '#functions/alerts/seen.ts';
import { endMembershipRow, noteSeatsFit, noteSeatsPause } from '#functions/people/people-store.ts';
import { all, sql } from '#functions/platform/db.ts';
import { joinedStatement } from '#functions/tenants/members.ts';
import type { Chance } from '../chance.ts';
import type { Act } from './act.ts';
import { calledOf, linesOf } from './lines.ts';
import { chosen, type Listener, onSince } from './listeners.ts';
import { timelineOf } from './model.ts';
import type { People } from './people.ts';
import { stretchAt } from './replay.ts';
import type { World } from './world.ts';

const orderOf = ({ environments }: World, environment: number): string =>
  environments[environment]?.orderId ?? '';

/** An account becomes a member, and takes the offer to be told at its own address. */
async function becomeMember(world: World, environment: number, address: string): Promise<string> {
  const { deps, now } = world;
  const orderId = orderOf(world, environment);
  const id = `${address}-${now()}`;
  const account = { id, subject: id, email: address, name: null, tokenHash: id, joinedAt: now() };
  await joinedStatement(
    deps.db,
    account,
    sql`(SELECT order_id FROM tenants WHERE order_id = ${orderId})`,
  ).run();
  await followMember(deps, { id, orderId }, true);
  return id;
}

/** Somebody accepts an invitation. */
export async function acceptInvitation(
  world: World,
  people: People,
  environment: number,
  preferences?: AlertPreferences,
): Promise<string> {
  const address = `colega-${world.now()}@loja-${environment}.example`;
  const memberId = await becomeMember(world, environment, address);
  await people.note({
    ...{ environment, orderId: orderOf(world, environment), address, kind: 'email', isOwner: false },
    ...{ memberId, preferences },
  });
  return `${address} is a member of ${environment}`;
}

/** A member leaves or is removed, which is the same to the alerts; or comes back by another invitation. */
export async function leaveOrJoin(world: World, listener: Listener): Promise<string> {
  const { deps, now } = world;
  const { address, environment, memberId = '' } = listener;
  const orderId = orderOf(world, environment);
  const last = listener.on.at(-1);
  if (!listener.isGone) {
    await endMembershipRow(deps.db, { id: memberId, orderId }, {}, now());
    if (last !== undefined) last.until ??= now();
    Object.assign(listener, { isGone: true, isPaused: false });
    return `${address} is no member any more`;
  }
  const id = await becomeMember(world, environment, address);
  const row = (await listRecipients(deps.db, orderId)).find((each) => each.address === address);
  Object.assign(listener, { isGone: false, memberId: id, id: row?.id ?? '' });
  if (row?.state === 'on') listener.on.push({ from: now(), until: null, isAnew: true });
  return `${address} is a member again`;
}

/** The plan has no seat for a member any more, or has it again. */
export async function pauseOrResume(world: World, listener: Listener): Promise<string> {
  const { deps, now } = world;
  const { address, environment, memberId = '' } = listener;
  const orderId = orderOf(world, environment);
  if (listener.isPaused) {
    await noteSeatsFit(deps.db, orderId, [memberId], {}, now());
    listener.isPaused = false;
    listener.on.push({ from: now(), until: null });
    return `${address} has its seat again`;
  }
  await noteSeatsPause(deps.db, orderId, [memberId], {}, now());
  const last = listener.on.at(-1);
  if (last !== undefined) last.until = now();
  listener.isPaused = true;
  return `${address} has no seat`;
}

/** A recipient chooses monitors, or all again. @param wanted Names; the page takes no empty choice. */
export async function chooseMonitors(
  world: World,
  people: People,
  listener: Listener,
  wanted: readonly string[] | null,
): Promise<string | null> {
  const rows = await all<{ monitorId: number; createdAt: number; name: string }>(
    world.deps.db,
  )`SELECT monitor_id, created_at, name FROM alert_levels
    WHERE order_id = ${orderOf(world, listener.environment)} AND reason IS NOT 'deleted'`;
  const chosenRows = rows.filter(({ name }) => wanted?.includes(calledOf(name)));
  if (wanted !== null && chosenRows.length === 0) return null;
  const names = wanted === null ? null : chosenRows.map(({ name }) => calledOf(name));
  const monitors = wanted === null ? null : chosenRows.map((each) => `${each.monitorId}:${each.createdAt}`);
  const { names: _, ...kept } = chosen(listener, world.now());
  await people.choose(listener, { ...kept, kinds: listener.kinds, monitors, text: null }, names);
  return `${listener.address} hears of ${names?.join(', ') ?? 'all'}`;
}

/** A plan without the choice of monitors, or one with it. */
export async function lowerOrRaise(world: World, environment: number): Promise<string> {
  const plan = world.plans[environment] === 'essential' ? 'pro' : 'essential';
  await world.setPlan(environment, plan);
  return `environment ${environment} has the plan ${plan}`;
}

/** Whose messages are not about what a person says: all of the account's own. */
const readBy = (people: People, { environment, isOwner, memberId, id }: Listener): readonly Listener[] =>
  people.listeners.filter(
    (each) =>
      each.environment === environment &&
      (isOwner ? each.isOwner : memberId !== undefined ? each.memberId === memberId : each.id === id),
  );

function noteSeen(world: World, people: People, seer: Listener, by: string, names: readonly string[]): void {
  const at = world.now();
  const not = readBy(people, seer).map(({ number }) => number);
  for (const monitor of names) world.sites.seen.push({ monitor, by, at, not });
}

/** Whether somebody looks after a fall already. */
function isSeen({ sites, now }: World, monitor: string): boolean {
  const { run } = stretchAt(timelineOf(sites.monitor(monitor)), now());
  return run === null || sites.seen.some((each) => each.monitor === monitor && each.at >= run.since);
}

/** "Estou vendo" of everything that "Agora" shows to be down, by the owner or a member. */
export async function sayOnPage(world: World, people: People, seer: Listener): Promise<string | null> {
  const { deps, now } = world;
  const orderId = orderOf(world, seer.environment);
  const open = await all<{ seq: number }>(
    deps.db,
  )`SELECT seq FROM alert_falls WHERE order_id = ${orderId} AND until IS NULL`;
  if (open.length === 0) return null;
  const by = `Conta ${seer.memberId ?? 'dona'}`;
  const { falls } = await sayFallsSeen(
    deps,
    orderId,
    open.map(({ seq }) => seq),
    { by, recipient: null, actor: seer.memberId ?? 'owner' },
  );
  const own = falls.filter((each) => each.seenAt === now() && each.seenBy === by);
  noteSeen(
    world,
    people,
    seer,
    by,
    own.map(({ name }) => calledOf(name)),
  );
  return `${by} sees ${own.map(({ name }) => calledOf(name)).join(', ') || 'nothing new'}`;
}

/** "Estou vendo" by the link in the newest mail to somebody that has one. */
export async function sayByLink(world: World, people: People, seer: Listener): Promise<string | null> {
  const mail = world.mail.sent.findLast(
    ({ to, text, isAccepted }) => isAccepted && to === seer.address && text.includes('/avisos/vendo#'),
  );
  const token = /\/avisos\/vendo#([\w.-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) return null;
  try {
    const { name, falls } = await saySeenByLink(world.deps, token);
    const own = falls.filter(({ until, by }) => until === null && by === name);
    const fresh = own.map(({ monitor }) => calledOf(monitor)).filter((each) => !isSeen(world, each));
    noteSeen(world, people, seer, name, fresh);
    return `${seer.address} sees ${fresh.join(', ') || 'nothing new'}, by mail`;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

/** "Estou vendo" by the button under the newest message to a chat that has one. */
export async function sayByButton(world: World, people: People, seer: Listener): Promise<string | null> {
  const press = world.buttons.findLast(({ chat }) => chat === seer.address);
  if (press === undefined) return null;
  const { chat, data, text } = press;
  const update = { what: 'seen', chat, by: 'Plantonista', callback: 'c', isPrivate: false } as const;
  const names = linesOf(text).flatMap(({ leaves, monitor }) => (leaves === 'down' ? [monitor] : []));
  const fresh = [...new Set(names)].filter((each) => !isSeen(world, each));
  await sayInChat(world.deps, { ...update, message: data.replace(/^vendo:/, '') });
  const isNew = world.answers.at(-1) === message('telegram.seen');
  if (isNew) noteSeen(world, people, seer, update.by, fresh);
  return `${chat} sees ${isNew ? fresh.join(', ') : 'nothing new'}, in the chat`;
}

const pickFrom = <T>(chance: Chance, from: readonly T[]): T | null =>
  from.length === 0 ? null : chance.pick(from);

/** Everything above, as often as it is drawn. */
export function peopleActs(people: People): readonly (readonly [weight: number, act: Act])[] {
  const pickMember = ({ mail }: World, chance: Chance) =>
    pickFrom(
      chance,
      people.listeners.filter((each) => each.memberId !== undefined && !mail.ended.has(each.address)),
    );
  const pickOn = ({ now }: World, chance: Chance, isWanted: (each: Listener) => boolean) =>
    pickFrom(
      chance,
      people.listeners.filter((each) => onSince(each, now()) !== null && isWanted(each)),
    );
  const member = (work: (world: World, listener: Listener) => Promise<string>): Act =>
    async function change(world, chance) {
      const listener = pickMember(world, chance);
      return listener === null ? null : people.done(() => work(world, listener));
    };
  const seer =
    (
      isWanted: (each: Listener) => boolean,
      say: (world: World, people: People, listener: Listener) => Promise<string | null>,
    ): Act =>
    (world, chance) => {
      const listener = pickOn(world, chance, isWanted);
      return listener === null ? null : people.done(() => say(world, people, listener));
    };
  return [
    [
      1,
      (world, chance) => {
        const environment = chance.pick([0, 1]);
        const isFull = people.listeners.some(
          (each) => each.environment === environment && each.memberId !== undefined,
        );
        return isFull ? null : people.done(() => acceptInvitation(world, people, environment));
      },
    ],
    [1, member(leaveOrJoin)],
    [
      1,
      (world, chance) => {
        const listener = pickMember(world, chance);
        const mayPause =
          listener !== null &&
          !listener.isGone &&
          (listener.isPaused || onSince(listener, world.now()) !== null);
        return mayPause ? people.done(() => pauseOrResume(world, listener)) : null;
      },
    ],
    [
      2,
      (world, chance) => {
        const listener = pickOn(world, chance, () => true);
        if (listener === null) return null;
        const names = world.sites.ofEnvironment(listener.environment).map(({ name }) => name);
        const wanted = chance.hits(0.3) ? null : names.filter(() => chance.hits(0.5));
        return people.done(() => chooseMonitors(world, people, listener, wanted));
      },
    ],
    [0.5, (world) => people.done(() => lowerOrRaise(world, 0))],
    [2, seer(({ isOwner, memberId }) => isOwner || memberId !== undefined, sayOnPage)],
    [2, seer(({ kind }) => kind === 'email', sayByLink)],
    [2, seer(({ kind }) => kind === 'telegram', sayByButton)],
  ];
}
