/** What a recipient of alerts knows: what it was told, and how far it was told what happened. */

import { monitorKey } from './levels.ts';
import type { AlertMessage } from './lines.ts';

/** What a recipient knows of a monitor; what is not here, it takes for up. Times are milliseconds, UTC. */
export interface KnownMonitor {
  readonly name: string;
  /** Start of the fall that it knows to go on; `null` when it knows of none. */
  readonly since: number | null;
  /** True for a fall that it was perhaps told, by a message whose outcome nobody knows. */
  readonly isPerhaps?: boolean;
  /** True when it was told that the monitor left while it was down: a return is told, a reminder is not. */
  readonly hasLeft: boolean;
  /** True when it was told who looks after that fall. */
  readonly isSeen: boolean;
  /** The last message about the monitor. */
  readonly toldAt: number;
  /** When it was last told that the monitor changes too often; `null` while it does not. */
  readonly unstableAt: number | null;
  /** Falls since then that were not told by themselves. */
  readonly unstableFalls: number;
  /** Falls of this monitor up to this number were told, although earlier ones of others were not. */
  readonly readFall: number;
  /** The day (of São Paulo) on which it was told of beyond the share, and whether a fall and a return were. */
  readonly beyond: { readonly day: string; readonly fell: boolean; readonly returned: boolean } | null;
}

export interface AlertMemory {
  /** By `monitorKey`. */
  readonly monitors: Readonly<Record<string, KnownMonitor>>;
  /** `seq` of events that wait for the end of quiet hours although later ones were told. */
  readonly held: readonly number[];
}

/**
 * The mark before a message that was perhaps delivered, for what is true now. What it told as news is told anew; a fall
 * from before its reader was told anything is remembered, or nobody would take it back.
 */
export function perhapsTold(before: Mark, { lines }: Pick<AlertMessage, 'lines'>): Mark {
  const monitors = { ...before.memory.monitors };
  for (const line of lines) {
    if (line.what !== 'fell' || line.isNews) continue;
    const key = monitorKey(line.monitor.id, line.createdAt);
    const known = monitors[key] ?? nothingKnown;
    monitors[key] = { ...known, name: line.monitor.name, since: line.since, isPerhaps: true, hasLeft: false };
  }
  return { ...before, memory: { ...before.memory, monitors } };
}

/** What is known of a monitor of which nothing was told. */
export const nothingKnown: KnownMonitor = {
  ...{ name: '', since: null, hasLeft: false, isSeen: false, toldAt: 0 },
  ...{ unstableAt: null, unstableFalls: 0, readFall: 0, beyond: null },
};

export const emptyMemory: AlertMemory = { monitors: {}, held: [] };

/** How far a recipient was told. A message keeps the mark before it: what surely did not arrive is decided anew from there. */
export interface Mark {
  readonly memory: AlertMemory;
  /** Highest `seq` of falls and of events that were read. */
  readonly readFall: number;
  readonly readSeq: number;
  /** When the last message was made; `null` before the first. */
  readonly toldAt: number | null;
}
