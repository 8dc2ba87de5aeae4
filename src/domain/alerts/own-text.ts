/**
 * The customer's own text of a chat: the five variables of requirements 001 §3, and nothing else of a template language.
 *
 * Applies to what falls, returns and continues down; everything else keeps our words. The link is put in last, because
 * only who hands the message over knows the panel.
 */
import { cutText } from '../text/cut-text.ts';
import { type Clock, lasted } from './clock.ts';
import type { AlertLine } from './lines.ts';

export const OWN_TEXT_MAX = 500;
/** A text with long names in it. */
const FILLED_MAX = 1500;

const ownTextVariables = ['name', 'status', 'url', 'datetime', 'monitorURL'] as const;
type Variable = (typeof ownTextVariables)[number];

const VARIABLE = /\{\{([^{}]*)\}\}/g;
const isVariable = (name: string): name is Variable => (ownTextVariables as readonly string[]).includes(name);

/** The first variable in a text that there is not, as typed; `null` when all exist. */
export function unknownVariable(text: string): string | null {
  for (const [whole, name = ''] of text.matchAll(VARIABLE)) if (!isVariable(name.trim())) return whole;
  // Half of a pair of braces is a variable that was typed wrongly.
  const rest = text.replace(VARIABLE, '');
  return /\{\{|\}\}/.exec(rest)?.[0] ?? null;
}

/** Lines that an own text is used for. */
type OwnLine = Extract<AlertLine, { readonly what: 'fell' | 'returned' | 'still-down' }>;
export const takesOwnText = (line: AlertLine): line is OwnLine =>
  line.what === 'fell' || line.what === 'returned' || line.what === 'still-down';

/** The text with everything but the link in it. */
export function filledText(text: string, line: OwnLine, clock: Clock): string {
  const { name, address = '' } = line.monitor;
  const values: Readonly<Record<Exclude<Variable, 'monitorURL'>, string>> = {
    name,
    status: statusOf(line, clock),
    url: address,
    datetime: clock.time(line.what === 'returned' ? line.at : line.since),
  };
  const filled = text.replace(VARIABLE, (whole, written: string) => {
    const variable = written.trim();
    return isVariable(variable) && variable !== 'monitorURL' ? values[variable] : whole;
  });
  return cutText(filled, FILLED_MAX);
}

function statusOf(line: OwnLine, clock: Clock): string {
  if (line.what === 'returned') return 'no ar';
  return line.what === 'fell' ? 'fora do ar' : `fora do ar há ${lasted(clock.now - line.since)}`;
}

/** @param link Of the monitor in the panel. */
export const withLink = (filled: string, link: string): string =>
  filled.replace(/\{\{\s*monitorURL\s*\}\}/g, () => link);
