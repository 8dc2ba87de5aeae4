/** What a recipient of alerts knows: what it was told, and how far it was told what happened. */

/** What a recipient knows of a monitor; what is not here, it takes for up. Times are milliseconds, UTC. */
export interface KnownMonitor {
  readonly name: string;
  /** Start of the fall that it knows to go on; `null` when it knows of none. */
  readonly since: number | null;
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
