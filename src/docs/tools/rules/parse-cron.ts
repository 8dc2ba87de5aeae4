/**
 * Parses cron expressions with five parts, as the maintenance form accepts them.
 *
 * Owns: which texts are valid, and the message for those that are not. Does not own: when an expression runs (croner)
 * or its description (describe-cron.ts). Extensions that not every parser knows (seconds, `L`, `W`, `#`, `@daily`) are
 * refused with a replacement, so that an accepted expression works everywhere.
 */
const cronPartIds = ['minute', 'hour', 'dayOfMonth', 'month', 'dayOfWeek'] as const;
type CronPartId = (typeof cronPartIds)[number];

export interface CronPart {
  /** As written. */
  readonly text: string;
  /** Every value that matches, ascending; Sunday is 0. */
  readonly values: readonly number[];
  /** True for `*`, which restricts nothing. */
  readonly isAny: boolean;
}

export type CronExpression = Readonly<Record<CronPartId, CronPart>>;

export type CronReading =
  | { readonly isValid: true; readonly expression: CronExpression }
  | { readonly isValid: false; readonly mistake: string };

interface Rule {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly words: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
/** Beginnings of the Portuguese names, in the same order; cron knows only the English ones. */
const portuguese: Readonly<Partial<Record<CronPartId, readonly string[]>>> = {
  month: ['jan', 'fev', 'mar', 'abr', 'mai', 'jun', 'jul', 'ago', 'set', 'out', 'nov', 'dez'],
  dayOfWeek: ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab'],
};

const rules: Readonly<Record<CronPartId, Rule>> = {
  minute: { name: 'minuto', min: 0, max: 59, words: [] },
  hour: { name: 'hora', min: 0, max: 23, words: [] },
  dayOfMonth: { name: 'dia do mês', min: 1, max: 31, words: [] },
  month: { name: 'mês', min: 1, max: 12, words: months },
  // 7 also means Sunday.
  dayOfWeek: { name: 'dia da semana', min: 0, max: 7, words: weekdays },
};

/** The expression behind each nickname, to suggest it in the message. */
const nicknames: Readonly<Record<string, string>> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
};

/**
 * Parses an expression as typed.
 *
 * @returns The five parts, or one Portuguese sentence that says which part is wrong and what it may contain.
 */
export function parseCron(typed: string): CronReading {
  const text = typed.trim();
  if (text === '') return mistake('Escreva as cinco partes da expressão, separadas por espaço: 0 2 * * 1.');
  if (text.startsWith('@')) {
    const same = nicknames[text.toLowerCase()];
    return mistake(
      same ? `No lugar de ${text}, escreva ${same}.` : `${text} não é uma expressão de cinco partes.`,
    );
  }
  const parts = text.split(/\s+/);
  if (parts.length !== cronPartIds.length) return mistake(wrongCount(parts));
  const read: Partial<Record<CronPartId, CronPart>> = {};
  for (const [index, id] of cronPartIds.entries()) {
    const part = readPart(parts[index] ?? '', id);
    if (typeof part === 'string') return mistake(part);
    read[id] = part;
  }
  return { isValid: true, expression: read as CronExpression };
}

const mistake = (sentence: string): CronReading => ({ isValid: false, mistake: sentence });

const numbers = ['nenhuma', 'uma', 'duas', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito'];

function wrongCount(parts: readonly string[]): string {
  const there = `aqui há ${numbers[parts.length] ?? parts.length}`;
  if (parts.length === 6) {
    const five = (from: number): string => parts.slice(from, from + 5).join(' ');
    if (/^[12]\d{3}$/.test(parts[5] ?? '') && parseCron(five(0)).isValid)
      return `São cinco partes, e o ano não é uma delas. Tire-o: ${five(0)}.`;
    if (parseCron(five(1)).isValid)
      return `São cinco partes, e aqui há seis. Se a primeira são os segundos, tire-a: ${five(1)}.`;
  }
  return `São cinco partes (minuto, hora, dia do mês, mês e dia da semana), e ${there}.`;
}

function readPart(text: string, id: CronPartId): CronPart | string {
  const rule = rules[id];
  const values = new Set<number>();
  for (const item of text.split(',')) {
    const found = readItem(item, id, rule);
    if (typeof found === 'string') return found;
    for (const value of found) values.add(id === 'dayOfWeek' ? value % 7 : value);
  }
  return { text, values: [...values].sort((a, b) => a - b), isAny: text === '*' };
}

const ITEM = /^(?:(\*)|([0-9a-z]+)(?:-([0-9a-z]+))?)(?:\/(\d+))?$/;

/** Reads `*`, `5` or `1-5`, each with an optional step; returns the values, or what is wrong. */
function readItem(item: string, id: CronPartId, rule: Rule): number[] | string {
  const shown = `${item === '' ? 'vazio' : item}`;
  const range = id === 'dayOfWeek' ? '0 a 6, e 0 é domingo' : `${rule.min} a ${rule.max}`;
  const wrong = `Parte ${rule.name}: ${shown} não vale. Use * ou números de ${range}.`;
  const english = inEnglish(item, id, rule);
  if (english !== null) {
    const read = readItem(english, id, rule);
    return typeof read === 'string'
      ? read
      : `Parte ${rule.name}: os nomes são em inglês. No lugar de ${shown}, escreva ${english}.`;
  }
  if (/^(?:l|lw|\d+w|.+l|.+#.*|\?)$/.test(item.toLowerCase()) && !rule.words.includes(item.toLowerCase())) {
    return `Parte ${rule.name}: ${shown} só alguns leitores de cron entendem. Use * ou números de ${range}.`;
  }
  const [, any, low, high, step] = ITEM.exec(item.toLowerCase()) ?? [];
  if (any === undefined && low === undefined) return wrong;
  const every = step === undefined ? 1 : Number(step);
  if (every < 1) return `Parte ${rule.name}: o passo de ${shown} precisa ser pelo menos 1.`;
  const top = id === 'dayOfWeek' ? 6 : rule.max;
  // A step past the end leaves only the first value: a writer of */90 means 90 minutes but would get one hour.
  const leapsOver = (from: number, to: number): string | null =>
    step !== undefined && every > Math.max(1, to - from)
      ? `Parte ${rule.name}: o passo de ${shown} passa do fim (${from} a ${to}), e só ${from} valeria. Escreva ${from}, ou um passo menor.`
      : null;
  if (any !== undefined) return leapsOver(rule.min, top) ?? stepped(rule.min, top, every);
  const from = numberOf(low ?? '', rule);
  // `5/10` counts from 5 to the end.
  const to = high === undefined ? (step === undefined ? from : top) : numberOf(high, rule);
  if (from === null || to === null) return wrong;
  if (from > to) return backwards(shown, rule, step === undefined ? [from, to, top] : null);
  return leapsOver(from, to) ?? stepped(from, to, every);
}

/** `seg-sex` as `MON-FRI`; `null` when no name is Portuguese. */
function inEnglish(item: string, id: CronPartId, rule: Rule): string | null {
  const names = portuguese[id];
  if (names === undefined) return null;
  const plain = item
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]|-feira/g, '');
  let isPortuguese = false;
  const english = plain.replace(/[a-z]{3,}/g, (word) => {
    const place = names.indexOf(word.slice(0, 3));
    const own = rule.words.includes(word) ? word : rule.words[place];
    if (own !== word) isPortuguese = true;
    return own?.toUpperCase() ?? word;
  });
  return isPortuguese ? english : null;
}

/** Longer lists help no one. */
const LISTED_MAX = 12;

/** A range over the end, such as 22-2 for the night: cron wants its values one by one. */
function backwards(
  shown: string,
  { name, min }: Rule,
  range: readonly [number, number, number] | null,
): string {
  const mistake = `Parte ${name}: em ${shown}, o primeiro valor passa do último.`;
  if (range === null) return mistake;
  const [from, to, top] = range;
  const values = [...stepped(from, top, 1), ...stepped(min, to, 1)];
  return values.length > LISTED_MAX ? mistake : `${mistake} Se passa do fim, escreva ${values.join(',')}.`;
}
function stepped(from: number, to: number, every: number): number[] {
  return Array.from({ length: Math.floor((to - from) / every) + 1 }, (_, index) => from + index * every);
}

/** Reads a number within the rule's range, or one of its English words; `null` when it is neither. */
function numberOf(text: string, rule: Rule): number | null {
  const word = rule.words.indexOf(text);
  const value =
    word >= 0 ? word + (rule.words === months ? 1 : 0) : /^\d{1,2}$/.test(text) ? Number(text) : -1;
  return value >= rule.min && value <= rule.max ? value : null;
}
