/**
 * Content with which a check always fails, though every field is there: a body that is no JSON, codes that no answer has, a
 * number that is none.
 */

import { hostProblem } from '../address/host.ts';
import { message } from '../messages/import.ts';
import { isJsonPath } from './expressions.ts';
import { isRow, parsed } from './field-values.ts';
import type { Json } from './items.ts';
import { isIdle } from './needs.ts';

/** Why a monitor cannot come; the message is for people. */
export class Refused extends Error {}

type Fields = Readonly<Record<string, Json>>;

/** Fields with what is wrong with each; one that the check does not look at is not judged. */
const rules: Readonly<Record<string, (fields: Fields) => boolean>> = {
  body: ({ body, httpBodyEncoding = 'json' }) =>
    typeof body !== 'string' ||
    body.trim() === '' ||
    httpBodyEncoding !== 'json' ||
    parsed(body) !== undefined,
  accepted_statuscodes: ({ type, accepted_statuscodes: codes }) =>
    Array.isArray(codes) &&
    codes.length > 0 &&
    codes.some((code) => canMatch(String(code), type === 'websocket-upgrade' ? [1000, 4999] : [100, 599])),
  jsonPath: ({ jsonPath }) => typeof jsonPath !== 'string' || !isJsonPath(jsonPath),
  expectedValue: ({ jsonPathOperator, expectedValue }) =>
    !['>', '>=', '<', '<='].includes(String(jsonPathOperator ?? '')) ||
    (String(expectedValue).trim() !== '' && Number.isFinite(Number(expectedValue))),
  databaseQuery: ({ type, databaseQuery }) =>
    type !== 'mongodb' || databaseQuery === undefined || isRow(parsed(databaseQuery)),
  grpcBody: ({ grpcBody }) => grpcBody === undefined || isRow(parsed(grpcBody)),
  conditions: ({ type, conditions }) => areConditions(conditions, variables[String(type)] ?? []),
  kafkaProducerSaslOptions: ({ kafkaProducerSaslOptions: options }) =>
    isRow(options) &&
    ['none', 'plain', 'scram-sha-256', 'scram-sha-512', 'aws'].includes(
      String(options['mechanism'] ?? '').toLowerCase(),
    ),
  hostname: ({ type, dns_resolve_type: record, hostname }) =>
    type !== 'dns' || (record === 'PTR') === (hostProblem(hostOf(String(hostname))) === 'ip'),
  wsSubprotocol: ({ wsSubprotocol: names }) =>
    names === undefined ||
    String(names)
      .replace(/\s/g, '')
      .split(',')
      .every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)),
  tlsCert: ({ authMethod, tlsCert }) => authMethod !== 'mtls' || String(tlsCert).includes('-----BEGIN '),
  tlsKey: ({ authMethod, tlsKey }) => authMethod !== 'mtls' || String(tlsKey).includes('-----BEGIN '),
};

/** @throws Refused For the first field with which the check always fails. */
export function checkContent(type: string, monitor: Fields): void {
  for (const [field, isGood] of Object.entries(rules))
    if (monitor[field] !== undefined && !isGood(monitor) && !isIdle(field, { ...monitor, type }))
      throw new Refused(message('import.field-invalid', { field }));
}

const hostOf = (name: string): string => {
  const text = name.toLowerCase().replace(/\.$/, '');
  return text.includes(':') ? `[${text}]` : text;
};

/**
 * Whether a code of `200` or `200-299` is one that an answer can have. The check reads each as a number up to the first sign that
 * is none, and passes over those that it does not understand.
 */
function canMatch(written: string, [least, most]: readonly [number, number]): boolean {
  const [from = Number.NaN, to = from, ...more] = written.split('-').map((part) => Number.parseInt(part, 10));
  return more.length === 0 && from <= to && from <= most && to >= least;
}

const variables: Readonly<Record<string, readonly string[]>> = {
  dns: ['record'],
  mqtt: ['topic', 'message', 'json_value'],
  ...Object.fromEntries(['mysql', 'sqlserver', 'oracledb'].map((type) => [type, ['result']])),
};
const operators: ReadonlySet<unknown> = new Set([
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'starts_with',
  'not_starts_with',
  'ends_with',
  'not_ends_with',
  'num_equals',
  'num_not_equals',
  'lt',
  'gt',
  'lte',
  'gte',
]);

/** Conditions of the panel: expressions about the type's own variables, in groups that are not empty. */
const areConditions = (value: unknown, known: readonly string[]): boolean =>
  Array.isArray(value) &&
  value.every(
    (each: unknown) =>
      isRow(each) &&
      (each['type'] === 'group'
        ? Array.isArray(each['children']) &&
          each['children'].length > 0 &&
          areConditions(each['children'], known)
        : each['type'] === 'expression' &&
          known.includes(String(each['variable'])) &&
          operators.has(each['operator'])),
  );
