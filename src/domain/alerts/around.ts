/** What a message says beside what happened: whom it is for, who else gets it, and the hour before. Pure. */

import type { Hour } from './blocks.ts';
import { type Clock, lasted, MINUTE_MS } from './clock.ts';
import { isTeamKind, kindNames, type RecipientKind } from './codes.ts';
import { monitorKey } from './levels.ts';
import { type AlertLine, type Around, isWanted, type Others, type PastFall } from './lines.ts';
import { type AlertPreferences, hearsOf, quietUntil } from './preferences.ts';

/** A recipient that is on, as its environment knows it. */
export interface Peer {
  readonly id: string;
  readonly kind: RecipientKind;
  readonly address: string;
  /** What it is called. */
  readonly name: string;
  /** Its person's name; `null` where none is known. */
  readonly person: string | null;
  /** Whether it is the owner's or a member's own. */
  readonly isInside: boolean;
  /** As they are on its plan. */
  readonly preferences: AlertPreferences;
}

/** Lines that everybody who wants them gets at the same time. */
const common: ReadonlySet<AlertLine['what']> = new Set([
  ...(['fell', 'returned', 'left', 'brief', 'unstable', 'stable', 'certificate', 'domain'] as const),
  ...(['maintenance', 'maintenance-soon', 'maintenance-over'] as const),
]);
const urgent: ReadonlySet<AlertLine['what']> = new Set(['fell', 'unstable']);

/** Who else is told of these lines now. @param peers Of the environment, with the reader. */
export function othersOf(
  readerId: string,
  peers: readonly Peer[],
  lines: readonly AlertLine[],
  now: number,
): Others | null {
  const said = lines.filter(({ what }) => common.has(what));
  if (said.length === 0) return null;
  const told = peers.filter(({ id, kind, preferences }) => {
    const { quiet } = preferences;
    const isQuiet = quietUntil(quiet, now) !== null;
    const isTold = (line: AlertLine) =>
      isWanted(line, preferences) &&
      (!('createdAt' in line) || hearsOf(preferences, monitorKey(line.monitor.id, line.createdAt))) &&
      (!isQuiet || (quiet?.mode === 'falls-only' && urgent.has(line.what)));
    // A program reads no message.
    return id !== readerId && kind !== 'webhook' && said.some(isTold);
  });
  const isInside = peers.some(({ id, isInside: inside }) => id === readerId && inside);
  const groups = told.filter(isGroup);
  return {
    people: told.length - groups.length,
    groups: groups.length,
    names: isInside ? told.map(nameOf) : null,
  };
}

/** Telegram's numbers of groups are negative; a team's channel has several readers too. */
const isGroup = ({ kind, address }: Peer): boolean =>
  isTeamKind(kind) || (kind === 'telegram' && address.startsWith('-'));

/** As a sentence names it: a chat of a name alone would look like a second address of that person. */
function nameOf(peer: Peer): string {
  if (isTeamKind(peer.kind)) return `${peer.name} (${kindNames[peer.kind]})`;
  if (isGroup(peer)) return `grupo ${peer.name}`;
  return peer.kind === 'telegram' ? `${peer.name} (Telegram)` : peer.name;
}

const NAMES_MAX = 5;
const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Who else gets a message, as a sentence. */
export function othersWords({ people, groups, names }: Others): string {
  const total = people + groups;
  if (total === 0) return 'Só você recebe este aviso.';
  const verb = total === 1 ? 'recebe' : 'recebem';
  if (names !== null) {
    const left = names.length - NAMES_MAX;
    const shown = [...names.slice(0, NAMES_MAX), ...(left > 0 ? [`mais ${left}`] : [])];
    return `Também ${verb} este aviso: ${listFormat.format(shown)}.`;
  }
  const counted = [
    ...(people > 0 ? [count(people, 'pessoa', 'pessoas')] : []),
    ...(groups > 0 ? [count(groups, 'grupo', 'grupos')] : []),
  ];
  return `Mais ${counted.join(' e ')} ${verb} este aviso.`;
}
const listFormat = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

const BARS = 12;
const BAR_MS = 5 * MINUTE_MS;

/** A monitor's hour before a message; `null` for a line about none. */
export function hourOf(line: AlertLine, falls: Around['falls'], clock: Clock): Hour | null {
  if (line.what === 'first')
    return { bars: `${'-'.repeat(BARS - 1)}u`, words: 'A última hora aparece aqui, em barras.' };
  if (!('createdAt' in line)) return null;
  const known = falls[monitorKey(line.monitor.id, line.createdAt)];
  if (known === undefined || known.length === 0) return null;
  const from = clock.now - BARS * BAR_MS;
  const untilOf = ({ until }: PastFall): number => until ?? clock.now;
  const bars = Array.from({ length: BARS }, (_, place) => {
    const [begin, end] = [from + place * BAR_MS, from + (place + 1) * BAR_MS];
    if (known.some((fall) => fall.since < end && untilOf(fall) >= begin)) return 'd';
    const before = known.filter((fall) => untilOf(fall) < begin).at(-1);
    return end <= line.createdAt || before?.isLeft ? '-' : 'u';
  }).join('');
  const total = known.reduce((sum, fall) => sum + untilOf(fall) - Math.max(fall.since, from), 0);
  const falling = known.length === 1 ? 'uma queda' : `${known.length} quedas`;
  return {
    bars,
    words: `Na última hora, até ${clock.time(clock.now)}: ${falling}, ${lasted(total)} fora do ar.`,
  };
}
