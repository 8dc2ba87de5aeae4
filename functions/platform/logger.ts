/**
 * Structured, redacting logger: one JSON object per line.
 *
 * Owns: what must never be readable in a log. Redacts by field name and by format, so that a new field with a card
 * number is covered too.
 */
import { passesLuhn } from '#domain/card/card.ts';
import { parseCnpj, parseCpf } from '#domain/tax-id/tax-id.ts';
import { currentScope } from './request-scope.ts';

/** Values under secret names, card-like numbers and tax ids are always redacted. */
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
/** Characters read of one text. Logged text may come from any caller, so the patterns run over a limited length. */
const TEXT_MAX = 2000;
/** Dropped from the end of a shortened text: longer than any secret that the cut could make unrecognisable. */
const CUT_MARGIN = 200;
/** Maximum depth into a value, or along causes, which may be circular. */
const DEPTH_MAX = 4;

/**
 * JWTs, bearer values, bots' tokens, e-mail addresses and mobile numbers; CPF, CNPJ and cards as people write them or after their
 * name. These are redacted even with a mistyped digit.
 *
 * No pattern may scan a run of characters to its end from each position: that takes quadratic time.
 */
const secretForms: readonly RegExp[] = [
  /\beyJ[\w-]+(?:\.[\w-]*){0,2}/g,
  /Bearer\s+\S+/gi,
  // Addresses with which anybody writes into a team's channel, and the secret of a webhook.
  /(?:hooks\.slack\.com|discord(?:app)?\.com\/api|[\w-]{1,63}\.logic\.azure\.com|api\.powerplatform\.com|api\.powerautomate\.com)[^\s"']{0,2000}/gi,
  /whsec_[\w+/=]{1,120}/g,
  // A bot's token, which Telegram wants in the path of every call.
  /\d{6,12}:[\w-]{30,64}/g,
  // 64: the maximum length before the @ (RFC 5321, 4.5.3.1.1).
  /[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+/g,
  /(?:cpf|cnpj|card|cart[ãa]o)\D{0,12}\d[\w.\-/ ]{9,22}/gi,
  /\b[0-9A-Z]{2}\.[0-9A-Z]{3}\.[0-9A-Z]{3}\/[0-9A-Z]{4}-\d{2}\b/gi,
  /\b\d{3}\.\d{3}\.\d{3}-\d{2}\b/g,
  /\b\d{4}([ -])\d{4}\1\d{4}\1\d{1,7}\b/g,
  /(?<!\w)\(?[1-9]{2}\)? ?9\d{4}-?\d{4}\b/g,
];

/** Plain numbers are redacted only with valid check digits, because times and ids look the same. */
const secretNumbers: readonly (readonly [RegExp, (written: string) => boolean])[] = [
  [/\b\d{11}\b/g, (written) => parseCpf(written) !== null],
  [/\b[0-9A-Z]{12}\d{2}\b/gi, (written) => parseCnpj(written) !== null],
  [/\b\d(?:[ -]?\d){12,}\b/g, holdsCardNumber],
];

/** True when neighbouring groups of digits form a card number, whatever digits are around them. */
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
  const withoutForms = secretForms.reduce((kept, form) => kept.replace(form, HIDDEN), text);
  return secretNumbers.reduce(
    (kept, [form, isSecret]) => kept.replace(form, (written) => (isSecret(written) ? HIDDEN : written)),
    withoutForms,
  );
}

/** Copies a value with every secret replaced. Of errors it keeps name, code and message, and those of their causes. */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (value instanceof Error) {
    return {
      name: value.name,
      message: redactText(value.message),
      ...('code' in value ? { code: value.code } : {}),
      // Only errors: another value may be a request body.
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

/** Makes a logger that passes each line to `write`. */
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
  // biome-ignore lint/suspicious/noConsole: the one place where log lines are written.
  (level === 'error' ? console.error : level === 'warn' ? console.warn : console.log)(line);
}
