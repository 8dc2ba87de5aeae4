/**
 * `GET /api/conta/agora` and `GET /api/conta/ocorrencias`: how the monitors of an environment stand, and the falls of ninety
 * days, for its owner and members. Moments are milliseconds, UTC.
 */
import * as z from 'zod/mini';
import { doubts, fallEnds, gaps, levelStates, outsideReasons } from '../alerts/levels.ts';
import { tenantStates } from '../tenants/states.ts';
import { Beats } from './status-picture.ts';

export const nowEndpoint = '/api/conta/agora';
export const occurrencesEndpoint = '/api/conta/ocorrencias';
/** How often a visible page asks for what is true now. */
export const NOW_SECONDS = 30;
export const OCCURRENCE_DAYS = 90;
/** The newest of them. */
export const OCCURRENCES_MAX = 500;

/** Who said "Estou vendo" of a fall, as the owner and members see it. */
const Seen = z.object({ by: z.string(), at: z.int() });

const NowMonitor = z.object({
  id: z.int(),
  createdAt: z.int(),
  name: z.string(),
  address: z.nullable(z.string()),
  group: z.nullable(z.string()),
  /** As in src/domain/alerts/levels.ts; with a doubt nothing is known now, and the page never says "no ar". */
  state: z.enum(levelStates),
  since: z.int(),
  reason: z.nullable(z.enum(outsideReasons)),
  doubt: z.nullable(z.enum(doubts)),
  doubtSince: z.nullable(z.int()),
  checkedAt: z.nullable(z.int()),
  interval: z.int(),
  /** What the instance says of the open fall, raw. */
  message: z.string(),
  /** The same in words (src/domain/alerts/causes.ts); `null` where the table has none. */
  cause: z.nullable(z.string()),
  /** Of the open fall of a monitor that waits for signs: the last one. */
  signAt: z.nullable(z.int()),
  /** Number of the open fall, by which "Estou vendo" names it; `null` without one, or before it was reported. */
  fall: z.nullable(z.int()),
  seen: z.nullable(Seen),
  beats: Beats,
  /** Milliseconds that the newest check took. */
  ping: z.nullable(z.int()),
});
export type NowMonitor = z.output<typeof NowMonitor>;

export const Now = z.object({
  tenant: z.string(),
  /** Address of the panel. */
  url: z.string(),
  role: z.enum(['owner', 'member']),
  state: z.enum(tenantStates),
  /** When the environment was last heard of: the picture's time, or that of the last report. `null`: never. */
  heardAt: z.nullable(z.int()),
  /** False when the environment does not answer: then the levels are the last known ones, and none is true now. */
  isCurrent: z.boolean(),
  monitors: z.array(NowMonitor),
});
export type Now = z.output<typeof Now>;

const Occurrence = z.object({
  fall: z.int(),
  monitor: z.object({ id: z.int(), name: z.string(), address: z.nullable(z.string()) }),
  since: z.int(),
  /** `null` while it lasts. */
  until: z.nullable(z.int()),
  endedBy: z.nullable(z.enum(fallEnds)),
  gap: z.nullable(z.enum(gaps)),
  message: z.string(),
  cause: z.nullable(z.string()),
  /** Of a monitor that waits for signs: the last one before the fall. */
  signAt: z.nullable(z.int()),
  /** Who was told of the fall, and when it was handed over. */
  told: z.array(z.object({ recipient: z.string(), at: z.int() })),
  seen: z.nullable(Seen),
});
export type Occurrence = z.output<typeof Occurrence>;

/** The newest first. */
export const Occurrences = z.object({
  tenant: z.string(),
  url: z.string(),
  /** First moment of what is listed. */
  from: z.int(),
  occurrences: z.array(Occurrence),
  /** False when there are older ones than are listed. */
  isComplete: z.boolean(),
});
export type Occurrences = z.output<typeof Occurrences>;
