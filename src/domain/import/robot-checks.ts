/**
 * Translates what an API monitor of UptimeRobot checks in an answer, or says why it cannot be.
 *
 * Source: `apiAssertions` in the OpenAPI description of its API v3. One language is never passed on as another: a path there
 * is JSONPath, and here it is JSONata.
 */
import { message } from '../messages/import.ts';
import { toJsonata } from './expressions.ts';

export interface RobotCheck {
  /** A path in the JSON, or a word such as `status_code`. */
  readonly property: string;
  readonly comparison: string;
  /** Empty for a comparison that needs none. */
  readonly target: string;
}

type Translated =
  | {
      readonly ok: true;
      readonly fields: Readonly<Record<string, unknown>> & { readonly type: string };
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly reason: string };

const refused = (reason: string): Translated => ({ ok: false, reason });

/** Comparisons with an equal here, by word, sign or short name. */
const operators: Readonly<Record<string, string>> = {
  equals: '==',
  equal: '==',
  not_equals: '!=',
  not_equal: '!=',
  greater_than: '>',
  less_than: '<',
  greater_than_or_equal: '>=',
  less_than_or_equal: '<=',
  contains: 'contains',
  ...Object.fromEntries(['==', '!=', '>', '>=', '<', '<='].map((sign) => [sign, sign])),
  eq: '==',
  ne: '!=',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

/** Words for what is no value in the JSON; a path is not written like them. */
const answerWords =
  /^(?:(?:http_)?(?:response_)?(?:status|code)(?:_code)?|response_time|latency|headers?(?:[.[].*)?|body|size)$/;
const statusWords = /^(?:http_)?(?:response_)?(?:status_)?code$/;

export function translateChecks([check, ...more]: readonly RobotCheck[]): Translated {
  if (check === undefined) return refused(message('import.assertion-none'));
  if (more.length > 0) return refused(message('import.assertions'));
  const property = check.property.trim();
  const word = property
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace(/^_/, '');
  const operator =
    operators[
      check.comparison
        .trim()
        .toLowerCase()
        .replace(/[\s-]+/g, '_')
    ];
  if (operator === undefined)
    return refused(message('import.comparison', { comparison: check.comparison.slice(0, 40) || '–' }));
  if (statusWords.test(word)) return toStatus(operator, check);
  if (answerWords.test(word))
    return refused(message('import.assertion-property', { property: property.slice(0, 60) }));
  const jsonPath = toJsonata(property);
  if (jsonPath === null) return refused(message('import.assertion-path', { path: property.slice(0, 80) }));
  const fields = { type: 'json-query', jsonPath, jsonPathOperator: operator, expectedValue: check.target };
  return { ok: true, fields, notes: [] };
}

/** A code of the answer is what a monitor of HTTP accepts. */
function toStatus(operator: string, { comparison, target }: RobotCheck): Translated {
  const code = /^[1-5]\d\d$/.test(target.trim()) ? Number(target) : null;
  if (code === null) return refused(message('import.missing', { what: 'o código esperado, de 100 a 599' }));
  const range = (from: number, to: number): string => (from === to ? String(from) : `${from}-${to}`);
  const below = code > 100 ? [range(100, code - 1)] : [];
  const above = code < 599 ? [range(code + 1, 599)] : [];
  const accepted: Readonly<Record<string, readonly string[]>> = {
    '==': [String(code)],
    '!=': [...below, ...above],
    '>': above,
    '<': below,
    '>=': [range(code, 599)],
    '<=': [range(100, code)],
  };
  const codes = accepted[operator] ?? [];
  if (codes.length === 0)
    return refused(message('import.comparison', { comparison: comparison.slice(0, 40) }));
  return {
    ok: true,
    fields: { type: 'http', accepted_statuscodes: codes },
    notes: [message('import.status-only', { codes: codes.join(' e ') })],
  };
}
