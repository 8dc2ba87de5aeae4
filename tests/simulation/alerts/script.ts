/** Words in which the sequences with a name (scenarios.ts, scenarios-ahead.ts) are written. */
import { type AlertPreferences, alertKinds } from '#domain/alerts/preferences.ts';
import { closeWindows } from './acts.ts';
import type { Stage } from './stage.ts';
import { calm } from './world.ts';

/** A Thursday, 10h00 in São Paulo. */
export const START = Date.parse('2026-11-26T13:00:00Z');
export const EVENING = Date.parse('2026-11-26T23:30:00Z');
export const MINUTE = 60;
export const HOUR = 60 * MINUTE;

export const everything: AlertPreferences = {
  ...{ kinds: alertKinds, quiet: null, reminderHours: 1, monitors: null, text: null },
};
export const nightly: AlertPreferences = {
  ...everything,
  quiet: {
    ...{ days: [0, 1, 2, 3, 4, 5, 6], wholeDays: [], from: '22:00', until: '07:00' },
    ...{ zone: 'America/Sao_Paulo', mode: 'falls-only' },
  },
};

/** Words for what a script does; each step takes the time that it names. */
export function wordsFor(stage: Stage) {
  const { world, people } = stage;
  const environment = () => {
    const [only] = world.environments;
    if (only === undefined) throw new Error('no environment');
    return only;
  };
  const idOf = (name: string): number => {
    const found = environment()
      .instance()
      .all()
      .find((each) => each.name === name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found.id;
  };
  return {
    world,
    people,
    environment,
    idOf,
    minutes: (count: number) => world.pass(count * MINUTE),
    site(name: string, state: 'up' | 'refuses' | 'hangs' = 'refuses'): void {
      environment().instance().site.set(name, state);
    },
    switchTo(name: string, active: boolean, reason: 'paused' | 'limit' = 'paused'): void {
      const id = idOf(name);
      if (reason === 'limit') environment().paused[active ? 'delete' : 'add'](id);
      environment().instance().switchTo(id, active);
      if (active) world.sites.note(name, { what: 'fresh', at: world.now() });
      environment().follow(reason);
    },
    /** Takes the channel off a monitor, or puts it on it. */
    channel(name: string, isOn: boolean): void {
      const { raw } = environment().instance();
      raw.exec(
        isOn
          ? `INSERT INTO monitor_notification (monitor_id, notification_id) SELECT ${idOf(name)}, MAX(id) FROM notification`
          : `DELETE FROM monitor_notification WHERE monitor_id = ${idOf(name)}`,
      );
      environment().follow('detached');
      environment().look(world.now() + 1000);
    },
    weather: (change: Partial<typeof calm>) => Object.assign(world.weather, calm, change),
    /** Everything answers, and after a while everything must be known. */
    async known(minutes = 50): Promise<void> {
      Object.assign(world.weather, calm);
      for (const provider of world.providers) provider.calm();
      closeWindows(world);
      await world.pass(minutes * MINUTE);
      world.sites.checkpoints.push({ at: world.now(), isLast: false });
    },
    /** Notes that nothing disturbs while something is done. */
    async inCalm(work: () => Promise<unknown>): Promise<void> {
      const from = world.now();
      await work();
      world.sites.calms.push({ from, until: world.now() });
    },
  };
}
type Words = ReturnType<typeof wordsFor>;

/** A sequence with a name. */
export interface Scenario {
  readonly startAt?: number;
  readonly play: (words: Words) => Promise<unknown>;
}
