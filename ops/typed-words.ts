/** Reads what was typed behind a command's name; what cannot be read is a sentence for the person who typed it. */
import { CommandFailure } from './failure.ts';

/** Options as typed. */
export type Typed = Readonly<Record<string, string | boolean | undefined>>;

export const only = (words: readonly string[], what: string): string => {
  const [word, ...more] = words;
  if (word === undefined || more.length > 0) throw new CommandFailure(`Diga ${what}, e só isso.`);
  return word;
};
/** Brazil has no daylight saving time. */
const SAO_PAULO = '-03:00';

const WHO = 'de quem: pedido, subdomínio, e-mail, conta ou identificador da operadora';
export const who = (words: readonly string[]): { who: string } => ({ who: only(words, WHO) });
/** As `who`, for what cannot be taken back. */
export const whoIfSure = (consequence: string) => (words: readonly string[], typed: Typed) => {
  if (typed['sim'] !== true) throw new CommandFailure(`${consequence} Repita com --sim.`);
  return who(words);
};

export function wholeNumber(typed: Typed, name: string): number | undefined {
  const value = typed[name];
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(String(value))) throw new CommandFailure(`--${name} precisa de um número inteiro.`);
  return Number(value);
}

/** A time as lists show it, in São Paulo; a typed time zone is kept. */
export function moment(typed: Typed, name: string): number | undefined {
  const value = text(typed, name);
  if (value === undefined) return undefined;
  const [, day = '', time = '00:00', zone] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?)(Z|[+-]\d\d:\d\d)?)?$/.exec(value) ?? [];
  const epochMs = Date.parse(`${day}T${time}${zone ?? SAO_PAULO}`);
  if (Number.isNaN(epochMs))
    throw new CommandFailure(
      `--${name} precisa de um momento, como "2026-11-21 12:00:00" (hora de São Paulo).`,
    );
  return epochMs;
}

export const text = (typed: Typed, name: string): string | undefined =>
  typed[name] === undefined ? undefined : String(typed[name]);

/** The request of a command that takes only options. */
export const fromOptions =
  <Asked>(read: (typed: Typed) => Asked) =>
  (words: readonly string[], typed: Typed): Asked => {
    if (words.length > 0) throw new CommandFailure(`Este comando só tem opções: "${words.join(' ')}" sobra.`);
    return read(typed);
  };

/** Drops options that were not typed. */
export function known<T extends object>(value: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as never;
}
