/** Reads what messages say, as their reader does: sentences, with the times that stand in them. */
import type { AlertKind } from '#domain/alerts/preferences.ts';

export type What =
  | 'fell'
  | 'first-failed'
  | 'no-sign'
  | 'returned'
  | 'left'
  | 'brief'
  | 'counted'
  | 'unstable'
  | 'stable'
  | 'still-down';

/** A time as it is written: minutes only, and the day where it is another one. */
export interface Reading {
  readonly hour: number;
  readonly minute: number;
  /** As `26/11`; `null` for today. */
  readonly day: string | null;
}

/** What a message says of a monitor. */
export interface Line {
  readonly monitor: string;
  readonly what: What;
  /** The beginning: of the fall, of a count. */
  readonly since: Reading | null;
  /** The end, or the moment of what is told. */
  readonly at: Reading | null;
  /** How long, in words; `null` where it is not said. */
  readonly lasted: string | null;
  /** How many falls or changes. */
  readonly times: number | null;
  readonly isAtLeast: boolean;
  /** What the reader takes for true afterwards. */
  readonly leaves: 'down' | 'up' | 'left';
  /** What it names between fall and return. */
  readonly gap: 'paused' | 'maintenance' | 'unseen' | null;
  readonly isLate: boolean;
  readonly text: string;
}

const TIME = String.raw`(\d{1,2}h\d{0,2}(?: de \d\d/\d\d)?)`;
const AT = `(?:às|à) ${TIME}`;

interface Form {
  readonly what: What;
  readonly pattern: RegExp;
  /** Which group is what. */
  readonly since?: number;
  readonly at?: number;
  readonly lasted?: number;
  readonly times?: number;
}

/** The longer one before what begins like it. */
const forms: readonly Form[] = [
  {
    what: 'still-down',
    pattern: new RegExp(`^continua fora do ar desde ${TIME}, há ([^.]+?)\\.`),
    since: 1,
    lasted: 2,
  },
  {
    what: 'first-failed',
    pattern: new RegExp(`^a primeira checagem, ${AT}, não teve resposta\\.`),
    since: 1,
  },
  { what: 'fell', pattern: new RegExp(`^está fora do ar desde ${TIME}[.;,]`), since: 1 },
  { what: 'no-sign', pattern: new RegExp(`^não deu sinal desde ${TIME}[.;,]`), since: 1 },
  {
    what: 'returned',
    pattern: new RegExp(`^voltou ${AT}, depois de ([^.]+?) fora do ar\\.`),
    at: 1,
    lasted: 2,
  },
  { what: 'returned', pattern: new RegExp(`^voltou ${AT}`), at: 1 },
  {
    what: 'brief',
    pattern: new RegExp(`^ficou fora do ar por ([^,]+), ${AT}, e já voltou`),
    ...{ lasted: 1, since: 2, at: 2 },
  },
  {
    what: 'brief',
    pattern: new RegExp(`^ficou fora do ar de ${TIME} a ${TIME}(?: \\(([^)]*)\\))?`),
    ...{ since: 1, at: 2, lasted: 3 },
  },
  {
    what: 'counted',
    pattern: new RegExp(`^caiu (?:pelo menos )?(\\d+) vezes entre ${TIME} e ${TIME}`),
    ...{ times: 1, since: 2, at: 3 },
  },
  {
    what: 'left',
    pattern: new RegExp(`^paramos de vigiar(?: ${AT})?(?: \\([^)]*\\))?; estava fora do ar desde ${TIME}`),
    ...{ at: 1, since: 2 },
  },
  {
    what: 'unstable',
    pattern: /^está instável: mudou (?:pelo menos )?(\d+) vezes em uma hora e agora está/,
    times: 1,
  },
  {
    what: 'stable',
    pattern:
      /^parou de oscilar e (?:está|não é mais vigiado)[^.]*\.(?: Enquanto isso caiu (?:pelo menos )?(\d+) vez(?:es)?)?/,
    times: 1,
  },
];

/** `E0M1` is the first monitor of environment 0; its name may go on, in whole characters, and its address may stand behind it. */
const NAMED = /^(?:[🔴🟠🟢🔵] )?(E\d+M\d+)[^\s:(\uFFFD]*(?: \([^)]*\))?(?::| –)? (.+)$/u;

/** What the model calls a monitor, whatever its name goes on with. */
export const calledOf = (name: string): string => /^E\d+M\d+/.exec(name)?.[0] ?? name;

/** Which choice of a recipient it belongs to. */
export const kindOf = (what: What): AlertKind => (what === 'returned' ? 'return' : 'fall');

/** A time as it is written; `null` for what is none. */
export function readingOf(text: string | undefined): Reading | null {
  const [, hour, minute, day] = /^(\d{1,2})h(\d{0,2})(?: de (\d\d\/\d\d))?$/.exec(text ?? '') ?? [];
  return hour === undefined ? null : { hour: Number(hour), minute: Number(minute || 0), day: day ?? null };
}

function leavesOf(what: What, text: string): Line['leaves'] {
  if (what === 'left' || /não é mais vigiado/.test(text)) return 'left';
  if (what === 'fell' || what === 'first-failed' || what === 'no-sign' || what === 'still-down')
    return 'down';
  return /está fora do ar/.test(text) ? 'down' : 'up';
}

function gapOf(text: string): Line['gap'] {
  if (/depois de uma pausa/.test(text)) return 'paused';
  if (/durante ou depois de uma manutenção|durante a manutenção/.test(text)) return 'maintenance';
  return /^voltou [^.]*por um tempo, ninguém olhou/.test(text) ? 'unseen' : null;
}

/** What a message says of something that was to come: a certificate or a domain that expires, a window. */
export type Notice =
  | { readonly what: 'certificate' | 'domain'; readonly monitor: string; readonly day: string }
  | { readonly what: 'soon'; readonly title: string; readonly lasts: string; readonly from: Reading | null }
  | { readonly what: 'began' | 'over'; readonly title: string; readonly at: Reading | null };

const EXPIRES =
  /^O (certificado|domínio) de (E\d+M\d+)(?: \([^)]*\))? está perto de vencer\. O .+ vence em (\d\d\/\d\d\/\d{4})\.$/;
const SOON = new RegExp(`^A manutenção “([^”]+)” começa em ([^,]+), ${AT}`);
const TURNED = new RegExp(`^A manutenção “([^”]+)” (começou|terminou) ${AT}`);

export function noticesOf(text: string): Notice[] {
  return text.split('\n').flatMap((line): Notice[] => {
    const [, kind, monitor, day] = EXPIRES.exec(line) ?? [];
    if (monitor !== undefined && day !== undefined)
      return [{ what: kind === 'certificado' ? 'certificate' : 'domain', monitor, day }];
    const [, turned, verb, at] = TURNED.exec(line) ?? [];
    if (turned !== undefined)
      return [{ what: verb === 'começou' ? 'began' : 'over', title: turned, at: readingOf(at) }];
    const [, title, lasts, from] = SOON.exec(line) ?? [];
    return title === undefined || lasts === undefined
      ? []
      : [{ what: 'soon', title, lasts, from: readingOf(from) }];
  });
}

const SEEN = /^(?:[🔴🟠🟢🔵] )?(.+) está vendo: (E\d+M\d+)[^\s,]*(?: \([^)]*\))?, fora do ar desde /u;

/** Who looks after which fall, as a message says it. */
export const seenIn = (text: string): { readonly by: string; readonly monitor: string }[] =>
  text.split('\n').flatMap((line) => {
    const [, by, monitor] = SEEN.exec(line.trim()) ?? [];
    return by === undefined || monitor === undefined ? [] : [{ by, monitor }];
  });

/** What one line of a message says; `null` for one that is about no monitor, or says nothing of what it is. */
function lineOf(text: string): Line | null {
  const [, monitor, said = ''] = NAMED.exec(text.trim()) ?? [];
  if (monitor === undefined) return null;
  for (const { what, pattern, since, at, lasted, times } of forms) {
    const found = pattern.exec(said);
    if (found === null) continue;
    const group = (index: number | undefined) => (index === undefined ? undefined : found[index]);
    return {
      ...{ monitor, what, text: said },
      since: readingOf(group(since)),
      at: readingOf(group(at)),
      lasted: group(lasted) ?? null,
      times: group(times) === undefined ? null : Number(group(times)),
      isAtLeast: /pelo menos/.test(found[0]),
      leaves: leavesOf(what, said),
      gap: gapOf(said),
      isLate: /chegou com atraso/.test(said),
    };
  }
  return null;
}

/** What a message says, monitor by monitor. A line about a monitor that cannot be read is given to `unread`. */
export function linesOf(text: string, unread: (line: string) => void = () => undefined): Line[] {
  return text.split('\n').flatMap((each) => {
    const line = lineOf(each);
    if (line === null && NAMED.test(each) && !/perto de vencer|Primeira checagem|caiu mais de/.test(each))
      unread(each);
    return line === null ? [] : [line];
  });
}
