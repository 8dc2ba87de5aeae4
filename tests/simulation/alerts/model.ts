/**
 * What the sites truly were: each monitor's checks, and what was done to it, in the order in which it happened. Pure; it
 * is written by the world (world.ts, acts.ts) and by nothing of the product.
 *
 * What a monitor was at any moment follows from that list by the rules of product.md, "A level, at both borders": the
 * judge compares messages with it. Times are milliseconds, UTC.
 */
import type { OutsideReason } from '#domain/alerts/levels.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { replay, type Timeline } from './replay.ts';

/** As the instance stores it. */
export type CheckStatus = 'up' | 'down' | 'pending' | 'maintenance';

/** What happened to a monitor. */
export type Happening =
  /** The instance stored a check; `at` is its start. A failing one is down, or pending with retries. */
  | {
      readonly what: 'check';
      readonly at: number;
      readonly storedAt: number;
      readonly status: CheckStatus;
      readonly isFailing: boolean;
    }
  /** A monitor that waits for signs got none in its time: since when it waited, and when the sign was due. */
  | {
      readonly what: 'overdue';
      readonly at: number;
      readonly signAt: number;
      readonly since: number;
      /** True where nobody could have taken the sign: it may be told, with that, or not. */
      readonly isUnsure?: boolean;
    }
  /** Signs could not be taken until now. */
  | { readonly what: 'deaf'; readonly at: number; readonly from: number }
  | { readonly what: 'leaves'; readonly at: number; readonly reason: OutsideReason }
  | { readonly what: 'enters'; readonly at: number }
  /** It was switched on, restored or woken: checks from before say nothing about now. */
  | { readonly what: 'fresh'; readonly at: number; readonly isWake?: boolean }
  | { readonly what: 'window'; readonly at: number; readonly isOpen: boolean }
  /** The companion read the instance's database. */
  | { readonly what: 'seen'; readonly at: number }
  /** The functions accepted what the companion had read. */
  | { readonly what: 'heard'; readonly at: number }
  /**
   * Checks, or the companion's own record, were destroyed: what was not heard before may be lost. With the time of the copy
   * that took their place by hand, if one did: nobody can know what was looked at since then.
   */
  | { readonly what: 'forgotten'; readonly at: number; readonly copyAt?: number }
  /** The functions' database is again as it was at `copyAt`: what they had heard since then may be lost. */
  | { readonly what: 'turned-back'; readonly at: number; readonly copyAt: number };

/** Seconds; how the instance checks a monitor. */
export interface Rhythm {
  readonly interval: number;
  readonly retryInterval: number;
  readonly maxretries: number;
  readonly timeout: number;
}

/** A monitor, by the name that messages call it: unique in the whole rehearsal. */
export interface SiteMonitor {
  readonly name: string;
  readonly environment: number;
  readonly isPush: boolean;
  readonly rhythm: Rhythm;
  readonly happenings: readonly Happening[];
}

/** Where nothing disturbed: the judge may ask for what is true to be known. */
export interface Calm {
  readonly from: number;
  readonly until: number;
}

export interface Model {
  readonly monitors: readonly SiteMonitor[];
  /** Moments at which everything has settled, by environment. */
  readonly checkpoints: readonly { readonly at: number; readonly isLast: boolean }[];
  readonly calms: readonly Calm[];
  /** When the functions heard an environment, in order. */
  readonly heard: readonly (readonly number[])[];
  /** When an environment stood still, as its operators wanted; the last time may last. */
  readonly stills: readonly (readonly { readonly from: number; readonly until: number | null }[])[];
  readonly turnedBack: readonly { readonly at: number; readonly copyAt: number }[];
  /** Times in which no companion of an environment looked; short ones are left out. */
  readonly unlooked: readonly (readonly Absence[])[];
  readonly expiries: readonly Expiry[];
  readonly planned: readonly Readonly<PlannedWindow>[];
  readonly seen: readonly SaidSeen[];
  /** From when an environment had which plan; the first one is not among them. */
  readonly planChanges: readonly PlanChange[];
}

/** A model that is being written. */
export class Sites implements Model {
  readonly monitors: (SiteMonitor & { rhythm: Rhythm; happenings: Happening[] })[] = [];
  readonly checkpoints: { at: number; isLast: boolean }[] = [];
  readonly calms: Calm[] = [];
  readonly heard: number[][] = [];
  readonly stills: { from: number; until: number | null }[][] = [];
  readonly turnedBack: { at: number; copyAt: number }[] = [];
  readonly unlooked: Absence[][] = [];
  readonly expiries: Expiry[] = [];
  readonly planned: PlannedWindow[] = [];
  readonly seen: SaidSeen[] = [];
  readonly planChanges: PlanChange[] = [];

  add(name: string, environment: number, rhythm: Rhythm, isPush = false): void {
    this.monitors.push({ name, environment, isPush, rhythm, happenings: [] });
  }

  /** @throws Error for an unknown name. */
  monitor(name: string) {
    const found = this.monitors.find((each) => each.name === name);
    if (found === undefined) throw new Error(`no monitor ${name}`);
    return found;
  }

  ofEnvironment(environment: number) {
    return this.monitors.filter((each) => each.environment === environment);
  }

  note(name: string, happening: Happening): void {
    this.monitor(name).happenings.push(happening);
  }

  /** Of every monitor of an environment. Seen or heard again without anything between says nothing new. */
  noteAll(environment: number, happening: Happening): void {
    for (const { happenings } of this.ofEnvironment(environment)) {
      const last = happenings.at(-1)?.what;
      if (happening.what === 'seen' && (last === 'seen' || last === 'heard')) continue;
      if (happening.what === 'heard' && last === 'heard') continue;
      happenings.push(happening);
    }
  }
}

/** A time in which nobody looked. */
export interface Absence {
  readonly from: number;
  readonly until: number;
}

/** "Estou vendo" of a fall, as its first one was answered. */
export interface SaidSeen {
  readonly monitor: string;
  readonly by: string;
  readonly at: number;
  /** Numbers of the listeners of the person who said it. */
  readonly not: readonly number[];
}

interface PlanChange {
  readonly environment: number;
  readonly at: number;
  readonly plan: PlanId;
  readonly before: PlanId;
}

/** A warning that a certificate or a domain expires, from when it is true. */
export interface Expiry {
  readonly monitor: string;
  readonly kind: 'certificate' | 'domain';
  /** As `24/12/2026`. */
  readonly day: string;
  readonly at: number;
  /** When the domain was renewed; `null` while it was not. */
  renewedAt?: number | null;
}

/** A window that is planned over one monitor, with a title of its own. */
export interface PlannedWindow {
  readonly environment: number;
  readonly monitor: string;
  readonly title: string;
  readonly from: number;
  readonly until: number;
  /** When it was called off, before it began or while it ran; `null` while it stands. */
  calledOffAt: number | null;
}

/** A time in which an environment that was to run was not heard. */
interface Silence {
  readonly from: number;
  /** `null` while it lasts. */
  readonly until: number | null;
}

/** Every silence of an environment, the short ones too. */
export function silencesOf(
  { heard, stills }: Pick<Model, 'heard' | 'stills'>,
  environment: number,
): Silence[] {
  const moments = heard[environment] ?? [];
  return moments.map((at, index) => {
    const until = moments[index + 1] ?? null;
    const within = (stills[environment] ?? []).filter(
      (each) => each.from < (until ?? Number.POSITIVE_INFINITY),
    );
    // Who stands still is awaited from when it is to run again.
    const from = Math.max(at, ...within.map((each) => each.until ?? Number.POSITIVE_INFINITY));
    return { from, until };
  });
}

const timelines = new WeakMap<SiteMonitor, { readonly length: number; readonly timeline: Timeline }>();

/** What a monitor was, all along. */
export function timelineOf(monitor: SiteMonitor): Timeline {
  const known = timelines.get(monitor);
  if (known?.length === monitor.happenings.length) return known.timeline;
  const timeline = replay(monitor.happenings, monitor.rhythm, monitor.isPush);
  timelines.set(monitor, { length: monitor.happenings.length, timeline });
  return timeline;
}
