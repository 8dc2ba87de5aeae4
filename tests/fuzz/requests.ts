/** Random requests from the API description: every operation, with any caller, input and modification. */
import fc from 'fast-check';
import type { OpenapiOperation } from '#functions/http/openapi/document.ts';
import { almostFitting, fitting } from './from-schema.ts';
import { headerTricks, hostileBytes, hostileJson, hostileText, MARK } from './hostile.ts';
import type { RawRequest } from './http.ts';
import type { Tokens } from './tokens.ts';

/** The existing environment, so its name is taken. */
export const TENANT = 'padaria-central';

/** One operation of the document. */
export interface Target {
  readonly method: string;
  /** With placeholders such as `{tenant}`. */
  readonly path: string;
  readonly operation: OpenapiOperation;
}

/** How the caller authenticates. */
type Credential = 'good' | 'foreign' | 'none' | 'forged';

export interface Attempt {
  readonly target: Target;
  readonly credential: Credential;
  /** Name of the forged token. */
  readonly forgery?: string;
  /** True when the path names the existing environment. */
  readonly isKnownTenant: boolean;
  readonly request: RawRequest;
}

export interface Drawing {
  readonly tokens: Tokens;
  readonly siteUrl: string;
  readonly webhookToken: string;
}

type Header = readonly [string, string];

function credentials({ operation }: Target, { tokens, webhookToken }: Drawing) {
  const names = operation.security.flatMap((each) => Object.keys(each));
  const bearer = (token: string): readonly Header[] => [['Authorization', `Bearer ${token}`]];
  const good = names.includes('operador') ? tokens.operators : tokens.accounts;
  const wrong = names.includes('operador') ? tokens.accounts : tokens.foreigners;
  const draw = (kind: Credential, from: readonly string[]) =>
    fc.constantFrom(...from).map((token) => ({ kind, forgery: undefined, headers: bearer(token) }));
  if (names.includes('operadora')) {
    const carrying = (kind: Credential, value: string) =>
      fc.constant({
        kind,
        forgery: undefined,
        headers: [['asaas-access-token', value]] as readonly Header[],
      });
    return fc.oneof(
      { weight: 5, arbitrary: carrying('good', webhookToken) },
      { weight: 1, arbitrary: carrying('forged', webhookToken.slice(1)) },
      { weight: 1, arbitrary: carrying('forged', `${webhookToken} `.repeat(40)) },
      { weight: 1, arbitrary: fc.constant({ kind: 'none' as const, forgery: undefined, headers: [] }) },
    );
  }
  const bent = fc.constantFrom<readonly Header[]>(
    [],
    [['Authorization', '']],
    [['Authorization', 'Bearer']],
    [['Authorization', `Bearer ${MARK}`]],
    [['Authorization', `Bearer ${'a.'.repeat(2000)}`]],
    [['Authorization', `Basic ${Buffer.from('a:b').toString('base64')}`]],
    [['Authorization', `Bearer ${good[0]}, Bearer ${good[1]}`]],
    [['Authorization', `DPoP ${good[0]}`]],
    [['Cookie', `token=${good[0]}`]],
  );
  return fc.oneof(
    { weight: 7, arbitrary: draw('good', good) },
    { weight: 2, arbitrary: draw('foreign', wrong) },
    {
      weight: 3,
      arbitrary: fc
        .constantFrom(...tokens.forged)
        .map(([forgery, token]) => ({ kind: 'forged' as const, forgery, headers: bearer(token) })),
    },
    { weight: 1, arbitrary: bent.map((headers) => ({ kind: 'none' as const, forgery: undefined, headers })) },
  );
}

/** A path segment in any encoding. */
const segment: fc.Arbitrary<string> = fc.oneof(
  hostileText.map((text) => encodeURIComponent(text.toWellFormed()).slice(0, 3000)),
  fc.constantFrom(
    '%',
    '%ff',
    '%00',
    '%c0%af',
    '..%2f..%2fhealth',
    '%2e%2e',
    '.',
    '..',
    '%252e',
    'a;b=c',
    '~',
  ),
);

function paths({ path, operation }: Target) {
  const names = operation.parameters.filter((each) => each.in === 'path').map(({ name }) => name);
  const segments = fc.oneof(
    { weight: 2, arbitrary: fc.constant(TENANT) },
    { weight: 1, arbitrary: fc.constant('outra-padaria') },
    { weight: 2, arbitrary: segment },
  );
  const inPath =
    names.length === 0
      ? fc.constant({ path, isKnownTenant: false })
      : segments.map((value) => ({
          path: path.replace(/\{\w+\}/, value),
          isKnownTenant: value === TENANT,
        }));
  const known = operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name);
  const value = fc.oneof(
    fc.constantFrom('login', 'register', 'pro', 'yearly', 'https://evil.example', '//evil.example', ''),
    hostileText.map((text) => text.toWellFormed().slice(0, 500)),
  );
  const queries = fc
    .array(fc.tuple(fc.constantFrom(...known, 'redirect_uri', 'next', '_method', '__proto__'), value), {
      maxLength: known.length === 0 ? 1 : 4,
    })
    .map((pairs) => new URLSearchParams(pairs).toString());
  return fc
    .tuple(inPath, queries)
    .map(([drawn, query]) => ({ ...drawn, path: query === '' ? drawn.path : `${drawn.path}?${query}` }));
}

/** Sets the version of the terms, which the schema cannot express, so that orders get further. */
function withTerms(body: unknown, version: string): unknown {
  if (typeof body !== 'object' || body === null || !('termosVersao' in body)) return body;
  return { ...body, termosVersao: version };
}

function bodies({ operation }: Target, terms: string): fc.Arbitrary<Uint8Array | undefined> {
  const schema = operation.requestBody?.content['application/json'].schema;
  if (schema === undefined)
    return fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: hostileBytes });
  const json = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value) ?? '');
  return fc.oneof(
    { weight: 3, arbitrary: fitting(schema).map(json) },
    { weight: 2, arbitrary: fitting(schema).map((value) => json(withTerms(value, terms))) },
    { weight: 8, arbitrary: almostFitting(schema).map(json) },
    { weight: 2, arbitrary: almostFitting(schema).map((value) => json(withTerms(value, terms))) },
    { weight: 2, arbitrary: hostileJson.map(json) },
    { weight: 2, arbitrary: hostileBytes },
  );
}

/** Later headers replace earlier ones, unless a name is repeated on purpose. */
function merge(plain: readonly Header[], bent: readonly Header[]): readonly Header[] {
  const replaced = new Set(bent.map(([name]) => name.toLowerCase()));
  // A second Host never reaches a Worker: Cloudflare refuses it (RFC 9112, 3.2), but the local runtime does not.
  const host = bent.findIndex(([name]) => name === 'Host');
  const sent = bent.filter(([name], index) => name !== 'Host' || index === host);
  return [...plain.filter(([name]) => !replaced.has(name.toLowerCase())), ...sent];
}

/** Attempts at one operation. */
export function attempts(target: Target, drawing: Drawing, terms: string): fc.Arbitrary<Attempt> {
  return fc
    .record({
      who: credentials(target, drawing),
      path: paths(target),
      body: bodies(target, terms),
      bent: fc.oneof(
        { weight: 3, arbitrary: fc.constant([]) },
        { weight: 2, arbitrary: headerTricks(drawing.siteUrl) },
      ),
      key: fc.uuid(),
      isChunked: fc.boolean(),
    })
    .map(({ who, path, body, bent, key, isChunked }) => {
      const plain: readonly Header[] = [
        ['Content-Type', 'application/json'],
        ['Idempotency-Key', key],
        ['X-Operador', 'Ensaio'],
        ...who.headers,
      ];
      // A forged processor header must not replace the caller's own.
      const tricks = bent.filter(([name]) => who.headers.every(([own]) => own.toLowerCase() !== name));
      return {
        target,
        credential: who.kind,
        ...(who.forgery === undefined ? {} : { forgery: who.forgery }),
        isKnownTenant: path.isKnownTenant,
        request: {
          method: target.method.toUpperCase(),
          path: path.path,
          headers: merge(plain, tricks),
          body,
          isChunked: isChunked && body !== undefined,
        },
      };
    });
}

/** Paths and methods outside the description. */
export function strays(targets: readonly Target[], { tokens }: Drawing): fc.Arbitrary<RawRequest> {
  const spell = fc.constantFrom<(path: string) => string>(
    (path) => path,
    (path) => `${path}/`,
    (path) => `${path}//`,
    (path) => path.replace('/api/', '/api//'),
    (path) => path.replace('/api/', '/api/./'),
    (path) => path.replace('/api/', '/api/%2e%2e/api/'),
    (path) => path.replace('/api/', '/api/').toUpperCase().replace('/API/', '/api/'),
    (path) => `${path}%00`,
    (path) => `${path};a=b`,
    (path) => `${path}%2f`,
    (path) => `${path}.json`,
    (path) => `${path}/${MARK}`,
    (path) => `/api/${MARK}/${path}`,
  );
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND');
  const known = fc.constantFrom(...targets.map(({ path }) => path.replace(/\{\w+\}/, TENANT)));
  return fc
    .record({
      method,
      path: fc.oneof(
        fc.tuple(known, spell).map(([path, change]) => change(path)),
        segment.map((text) => `/api/${text}`),
      ),
      token: fc.constantFrom(...tokens.accounts),
    })
    .map(({ method: drawn, path, token }) => ({
      method: drawn,
      path,
      headers: [['Authorization', `Bearer ${token}`] as const],
    }));
}
