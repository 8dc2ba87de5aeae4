/**
 * Structured, redacting logger: one JSON object a line.
 *
 * Owns: what may never be readable in a log. Redaction goes by name and by form, so that a new field with a card
 * number in it is covered before anyone thinks of it.
 */
import { passesLuhn } from '#domain/card/card.ts';
import { parseCnpj, parseCpf } from '#domain/tax-id/tax-id.ts';
import { currentScope } from './request-scope.ts';

/** Values under secret names, card-like numbers and tax ids never come out readable. */
export interface Logger {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
  /** A logger that adds `fields` to each line. */
  with(fields: Record<string, unknown>): Logger;
}

export const logLevels = ['info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

const secretName =
  /authorization|token|secret|password|senha|api_?key|cookie|card|number|ccv|cvv|cpf|cnpj|email|phone|holder|postal|cep|address/i;
const HIDDEN = '[oculto]';
/** Read of one text. What is logged may come from anybody, and no pattern is run over as much as anybody may send. */
const TEXT_MAX = 2000;
/** Dropped from the end of a text that was cut: longer than any form that the cut can have made unrecognisable. */
const CUT_MARGIN = 200;
/** Steps down into a value, or back along causes, which may go in a circle. */
const DEPTH_MAX = 4;

/**
 * JWTs, bearer values, e-mail addresses and mobile numbers; CPF, CNPJ and cards in the form in which people write them,
 * or named as one: these are hidden even where a digit is mistyped.
 *
 * None may go through a run of characters to its end from each of its places: the time would grow with the square of
 * the length.
 */
const secretForms: readonly RegExp[] = [
  /\beyJ[\w-]+(?:\.[\w-]*){0,2}/g,
  /Bearer\s+\S+/gi,
  // 64: the longest that may come before the @ (RFC 5321, 4.5.3.1.1).
  /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g,
  /(?:cpf|cnpj|card|cart[ãa]o)\D{0,12}\d[\w.\-/ ]{9,22}/gi,
  /\b[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}\b/gi,
  /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g,
  /\b\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}\b/g,
  /(?<!\w)\(?[1-9]{2}\)? ?9\d{4}-?\d{4}\b/g,
];

/** Bare numbers, which are a secret only where the check digits agree: times and ids look like them. */
const secretNumbers: readonly (readonly [RegExp, (written: string) => boolean])[] = [
  [/\b\d{11}\b/g, (written) => parseCpf(written) !== null],
  [/\b[0-9A-Z]{12}\d{2}\b/gi, (written) => parseCnpj(written) !== null],
  [/\b\d(?:[ -]?\d){12,}\b/g, holdsCardNumber],
];

/** True when neighbouring groups of digits make a card number, whatever number comes before or after them. */
function holdsCardNumber(written: string): boolean {
  const groups = written.split(/[ -]/);
  return groups.some((_, start) => {
    let digits = '';
    return groups.slice(start, start + 19).some((group) => {
      digits += group;
      return digits.length >= 13 && digits.length <= 19 && passesLuhn(digits);
    });
  });
}

function redactText(text: string): string {
  if (text.length <= TEXT_MAX) return hideSecrets(text);
  return `${hideSecrets(text.slice(0, TEXT_MAX)).slice(0, -CUT_MARGIN)}…`;
}

function hideSecrets(text: string): string {
  const formless = secretForms.reduce((kept, form) => kept.replace(form, HIDDEN), text);
  return secretNumbers.reduce(
    (kept, [form, isSecret]) => kept.replace(form, (written) => (isSecret(written) ? HIDDEN : written)),
    formless,
  );
}

/** Copies a value with everything secret replaced; errors give name, code and message, and those of their cause. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (value instanceof Error) {
    return {
      name: value.name,
      message: redactText(value.message),
      ...('code' in value ? { code: value.code } : {}),
      // Only an error: anything else may be a body.
      ...(value.cause instanceof Error && depth < DEPTH_MAX ? { cause: redact(value.cause, depth + 1) } : {}),
    };
  }
  if (value === null || typeof value !== 'object') return value;
  if (depth > DEPTH_MAX) return '[…]';
  if (Array.isArray(value)) return value.map((item) => redact(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      secretName.test(key) ? HIDDEN : redact(item, depth + 1),
    ]),
  );
}

/** Makes a logger that hands each line to `write`. */
export function createLogger(
  level: LogLevel,
  write: (level: LogLevel, line: string) => void,
  now: () => number,
  base: Record<string, unknown> = {},
): Logger {
  const log = (at: LogLevel, event: string, fields: Record<string, unknown> = {}): void => {
    if (logLevels.indexOf(at) < logLevels.indexOf(level)) return;
    const safe = redact({ ...currentScope(), ...base, ...fields }) as Record<string, unknown>;
    write(at, JSON.stringify({ time: new Date(now()).toISOString(), level: at, event, ...safe }));
  };
  return {
    info: (event, fields) => log('info', event, fields),
    warn: (event, fields) => log('warn', event, fields),
    error: (event, fields) => log('error', event, fields),
    with: (fields) => createLogger(level, write, now, { ...base, ...fields }),
  };
}

/** Writes to the runtime's log. */
export function writeToConsole(level: LogLevel, line: string): void {
  // biome-ignore lint/suspicious/noConsole: the one place where lines leave the Worker.
  (level === 'error' ? console.error : level === 'warn' ? console.warn : console.log)(line);
}
