/** What is told beside falls: groups that are paused, certificates that expire, windows that are planned. */
import { businessDay, formatDay } from '#domain/billing/days.ts';
import { type Act, pickEnvironment, pickMonitor } from './act.ts';
import type { RehearsedEnvironment } from './environment.ts';
import { calledOf } from './lines.ts';
import type { PlannedWindow } from './model.ts';
import type { World } from './world.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 1440 * MINUTE_MS;

/** A group of two monitors is made, paused, or resumed. */
export function switchGroup(world: World, environment: RehearsedEnvironment): string {
  const { isActive, names } = environment.instance().switchGroup();
  environment.follow('paused');
  environment.look(world.now() + SECOND_MS);
  return `the group of ${names.join(' and ')} is ${isActive ? 'on' : 'paused'}`;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The instance warns that a certificate expires, or there is another one. */
export function warnOfCertificate(
  world: World,
  environment: RehearsedEnvironment,
  { id, name }: Named,
): string {
  const instance = environment.instance();
  const end = instance.certificateEnd(id) ?? world.now() + 20 * DAY_MS;
  const isWarning = instance.warnOfCertificate(id, end);
  if (isWarning) {
    const day = formatDay(businessDay(end));
    world.sites.expiries.push({ monitor: name, kind: 'certificate', day, at: world.now() });
  }
  environment.look(world.now() + SECOND_MS);
  return `${name} ${isWarning ? 'is warned of its certificate' : 'has another certificate'}`;
}

/** A window over one monitor is planned; it may be called off by then. */
export function planWindow(
  world: World,
  environment: RehearsedEnvironment,
  { id, name }: Named,
  from: number,
): string {
  const { planned } = world.sites;
  const [title, until] = [`Troca ${planned.length + 1}`, from + 25 * MINUTE_MS];
  const { index } = environment;
  const window: PlannedWindow = { environment: index, monitor: name, title, from, until, calledOffAt: null };
  planned.push(window);
  environment.instance().planWindow([id], title, from, until);
  // The volume may be another one by then.
  const isCovered = () => environment.instance().covered().includes(name);
  world.clock.at(from, () => {
    if (!isCovered()) return;
    world.sites.note(name, { what: 'window', at: from, isOpen: true });
    world.clock.at(until + 1, () => {
      if (window.calledOffAt === null && !isCovered())
        world.sites.note(name, { what: 'window', at: until, isOpen: false });
    });
  });
  environment.look(world.now() + SECOND_MS);
  return `${title} is planned over ${name}`;
}

export const pauseGroup: Act = (world, chance) => switchGroup(world, pickEnvironment(world, chance));

export const nearCertificate: Act = (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const isWatched = ({ type, active }: { readonly type: string; readonly active: boolean }) =>
    active && type !== 'push';
  const monitor = pickMonitor(environment.instance(), chance, isWatched);
  return monitor === null ? null : warnOfCertificate(world, environment, monitor);
};

export const planAhead: Act = (world, chance) => {
  const environment = pickEnvironment(world, chance);
  const monitor = pickMonitor(environment.instance(), chance, ({ type }) => type !== 'push');
  if (monitor === null) return null;
  return planWindow(world, environment, monitor, world.now() + chance.pick([17, 64, 90]) * MINUTE_MS);
};

/** What was planned and is not over is called off with the windows. */
export function callOff(world: World, environment: number): void {
  for (const each of world.sites.planned)
    if (each.environment === environment && each.until > world.now()) each.calledOffAt ??= world.now();
}

/** The last window that was planned is called off, before it begins or while it runs. */
export function callOffLast(world: World, environment: RehearsedEnvironment): void {
  const planned = world.sites.planned.findLast((each) => each.environment === environment.index);
  if (planned === undefined) throw new Error('nothing is planned');
  const names = environment.instance().callOffWindow(planned.title);
  planned.calledOffAt ??= world.now();
  if (planned.from <= world.now())
    for (const name of names)
      world.sites.note(calledOf(name), { what: 'window', at: world.now(), isOpen: false });
  environment.look(world.now() + SECOND_MS);
}
