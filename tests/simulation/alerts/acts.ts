/**
 * What a customer, an operator, a provider or the weather does: one function for each act, with its effect on the world
 * and on the model of the sites. Each says in words what it did.
 */
import { type Act, pickEnvironment, pickMonitor } from './act.ts';
import { callOff, nearCertificate, pauseGroup, planAhead } from './acts-ahead.ts';
import {
  changePlan,
  changeWeather,
  hangInstance,
  loseRecord,
  restartCompanion,
  restartInstance,
  restoreCopy,
  secondCompanion,
  silence,
  suspend,
  turnFunctionsBack,
} from './acts-of-operators.ts';
import type { RehearsedEnvironment } from './environment.ts';
import type { World } from './world.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;

type Instance = ReturnType<RehearsedEnvironment['instance']>;

const isDown = (instance: Instance, name: string): boolean => (instance.site.get(name) ?? 'up') !== 'up';

/** Sites fall and return. */
export const changeSite: Act = (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const instance = environment.instance();
  const monitor = pickMonitor(instance, chance);
  if (monitor === null) return null;
  const next = isDown(instance, monitor.name) ? 'up' : chance.pick(['refuses', 'hangs'] as const);
  instance.site.set(monitor.name, next);
  return `${monitor.name} ${next}`;
};

/** One falls, and returns by itself. */
const fallBriefly: Act = (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const instance = environment.instance();
  const monitor = pickMonitor(instance, chance, ({ name }) => !isDown(instance, name));
  if (monitor === null) return null;
  instance.site.set(monitor.name, 'refuses');
  const minutes = chance.pick([2, 4, 7, 15, 40]);
  // The volume may be another one by then, and with it the instance.
  world.clock.at(world.now() + minutes * MINUTE_MS, () =>
    environment.instance().site.set(monitor.name, 'up'),
  );
  return `${monitor.name} refuses for ${minutes} min`;
};

const flap: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const monitor = pickMonitor(environment.instance(), chance, ({ interval }) => interval <= 60);
  if (monitor === null) return null;
  const times = chance.pick([7, 8, 9, 10]);
  for (let change = times; change > 0; change -= 1) {
    environment.instance().site.set(monitor.name, change % 2 === 0 ? 'up' : 'refuses');
    await world.pass(monitor.interval * (monitor.maxretries + 1) + 20);
  }
  return `${monitor.name} changes ${times} times, ends ${environment.instance().site.get(monitor.name)}`;
};

/** Pause or resume, in the panel or by our own limits. */
const switchMonitor: Act = (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const instance = environment.instance();
  const monitor = pickMonitor(instance, chance);
  if (monitor === null) return null;
  if (!monitor.active) {
    environment.paused.delete(monitor.id);
    instance.switchTo(monitor.id, true);
    world.sites.note(monitor.name, { what: 'fresh', at: world.now() });
    environment.follow('paused');
    return `${monitor.name} is resumed`;
  }
  const isOurs = chance.hits(0.3);
  if (isOurs) environment.paused.add(monitor.id);
  instance.switchTo(monitor.id, false);
  environment.follow(isOurs ? 'limit' : 'paused');
  return `${monitor.name} is paused ${isOurs ? 'by our limits' : 'in the panel'}`;
};

/** Paused while it is down, and resumed some minutes later: what edges lose. */
const pauseWhileDown: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const instance = environment.instance();
  const monitor = pickMonitor(instance, chance, ({ name, active }) => active && isDown(instance, name));
  if (monitor === null) return null;
  instance.switchTo(monitor.id, false);
  environment.follow('paused');
  const minutes = chance.pick([0.1, 2, 10]);
  const returns = chance.hits(0.6);
  await world.pass(minutes * 60);
  if (returns) environment.instance().site.set(monitor.name, 'up');
  environment.instance().switchTo(monitor.id, true);
  world.sites.note(monitor.name, { what: 'fresh', at: world.now() });
  environment.follow('paused');
  return `${monitor.name} was paused for ${minutes} min while down; ${returns ? 'it is up' : 'still down'}`;
};

/** The channel is taken off a monitor, or put on it again, in the panel. */
const detach: Act = (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const instance = environment.instance();
  const monitor = pickMonitor(instance, chance, ({ active }) => active);
  const channel = instance.raw.prepare('SELECT MAX(id) AS id FROM notification').get()?.['id'];
  if (monitor === null || channel === null || channel === undefined) return null;
  const has = instance.raw.prepare('SELECT 1 FROM monitor_notification WHERE monitor_id = ?').get(monitor.id);
  instance.raw
    .prepare(
      has === undefined
        ? 'INSERT INTO monitor_notification (monitor_id, notification_id) VALUES (?, ?)'
        : 'DELETE FROM monitor_notification WHERE monitor_id = ? AND notification_id = ?',
    )
    .run(monitor.id, channel as number);
  environment.follow('detached');
  environment.look(world.now() + SECOND_MS);
  return `the channel is ${has === undefined ? 'put on' : 'taken off'} ${monitor.name}`;
};

/** The whole channel is deleted, or offered again. */
const deleteChannel: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const { raw } = environment.instance();
  if (raw.prepare('SELECT 1 FROM notification').get() !== undefined) {
    raw.exec('DELETE FROM notification');
    environment.follow('channel');
    environment.look(world.now() + SECOND_MS);
    return `environment ${environment.index}: the channel is deleted`;
  }
  await environment.setUp({ restore: true });
  return `environment ${environment.index}: the channel is restored`;
};

const clearHistory: Act = (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const monitor = pickMonitor(environment.instance(), chance, ({ active }) => active);
  if (monitor === null) return null;
  environment.instance().clearHistory(monitor.id);
  world.sites.note(monitor.name, { what: 'forgotten', at: world.now() });
  return `history of ${monitor.name} is cleared`;
};

const clearEvents: Act = (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const monitor = pickMonitor(environment.instance(), chance);
  if (monitor === null) return null;
  environment.instance().clearEvents(monitor.id);
  return `events of ${monitor.name} are cleared`;
};

/** A monitor is deleted and made anew, sometimes under its old id. */
const makeAgain: Act = async (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const instance = environment.instance();
  const monitor = pickMonitor(instance, chance, ({ type }) => type !== 'push');
  if (monitor === null) return null;
  const { interval, retryInterval, maxretries } = monitor;
  const site = instance.site.get(monitor.name) ?? 'up';
  instance.delete(monitor.id);
  environment.follow('deleted');
  // Seconds of two creations are never the same: a person cannot be so fast.
  await world.pass(chance.pick([2, 90]));
  const isSame = chance.hits(0.5);
  const rhythm = { interval, retryInterval, maxretries, timeout: 10 };
  const name = environment.instance().add(rhythm, isSame ? { id: monitor.id } : {});
  environment.instance().site.set(name, site);
  environment.follow('detached');
  return `${monitor.name} is deleted; ${name} is made${isSame ? ' under its id' : ''}`;
};

/** Somebody raises or lowers the retries while it is down. */
const changeRetries: Act = (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const instance = environment.instance();
  const monitor = pickMonitor(
    instance,
    chance,
    ({ name, type }) => type !== 'push' && isDown(instance, name),
  );
  if (monitor === null) return null;
  const maxretries = monitor.maxretries > 0 ? 0 : 2;
  instance.edit(monitor.id, { maxretries });
  return `${monitor.name} has ${maxretries} retries`;
};

/** A window opens over some monitors, or all windows close. */
const changeWindow: Act = (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const instance = environment.instance();
  const covered = instance.raw
    .prepare('SELECT m.id, m.name FROM monitor_maintenance c JOIN monitor m ON m.id = c.monitor_id')
    .all();
  if (covered.length > 0) {
    instance.closeWindows();
    callOff(world, environment.index);
    for (const { name } of covered)
      world.sites.note(String(name), { what: 'window', at: world.now(), isOpen: false });
    return `environment ${environment.index}: the window is over`;
  }
  const rows = instance
    .all()
    .filter(({ type }) => type !== 'push')
    .slice(0, chance.pick([1, 2]));
  instance.openWindow(rows.map(({ id }) => id));
  for (const { name } of rows) world.sites.note(name, { what: 'window', at: world.now(), isOpen: true });
  return `a window over ${rows.map(({ name }) => name).join(', ')}`;
};

/** Closes every window that is open, so that everything may be known again. */
export function closeWindows(world: World): void {
  for (const environment of world.environments) {
    const instance = environment.instance();
    const covered = instance.raw
      .prepare('SELECT m.name FROM monitor_maintenance c JOIN monitor m ON m.id = c.monitor_id')
      .all();
    instance.closeWindows();
    callOff(world, environment.index);
    for (const { name } of covered)
      world.sites.note(String(name), { what: 'window', at: world.now(), isOpen: false });
  }
}

const passTime: Act = async (world, chance) => {
  const minutes = chance.pick([1, 5, 25, 61]);
  await world.pass(minutes * 60);
  return `${minutes} min pass`;
};

/** Every act that is not about recipients, as often as it is drawn. */
export const acts: readonly (readonly [weight: number, act: Act])[] = [
  [6, changeSite],
  [4, fallBriefly],
  [1, flap],
  [2, switchMonitor],
  [2, pauseWhileDown],
  [2, detach],
  [1, deleteChannel],
  [1, clearHistory],
  [1, clearEvents],
  [1, makeAgain],
  [1, changeRetries],
  [2, changeWindow],
  [1, planAhead],
  [1, pauseGroup],
  [1, nearCertificate],
  [1, restartCompanion],
  [1, restartInstance],
  [1, hangInstance],
  [1, secondCompanion],
  [1, loseRecord],
  [1, restoreCopy],
  [1, turnFunctionsBack],
  [1, suspend],
  [0.5, silence],
  [0.5, changePlan],
  [3, changeWeather],
  [2, passTime],
];
