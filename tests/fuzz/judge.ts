/**
 * Checks that a response matches the API description, does not repeat the input, and left the database unchanged if it
 * refused.
 */

import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { awayEndpoint } from '#domain/api-schemas/sleep.ts';
import { DomainError, type ErrorCode } from '#domain/errors.ts';
import { statusOf } from '#functions/http/answer.ts';
import type { OpenapiDocument } from '#functions/http/openapi/document.ts';
import { weakHeaders } from '#tests/support/security-headers.ts';
import type { Watched } from './database.ts';
import { MARK } from './hostile.ts';
import type { RawReply, RawRequest } from './http.ts';
import type { Attempt, Target } from './requests.ts';

type Check = (value: unknown) => string | null;

/** Refusals that come before any write. */
const beforeWriting: ReadonlySet<string> = new Set<ErrorCode>([
  ...(['invalid-request', 'validation-failed', 'body-too-large', 'unsupported-media-type'] as const),
  ...(['not-found', 'method-not-allowed', 'unauthenticated', 'forbidden', 'origin-refused'] as const),
  ...(['rate-limited', 'idempotency-key-missing', 'idempotency-key-reused', 'card-entry-changed'] as const),
]);

/** Responses that contain stored input on purpose: the requested name, readers' comments and words, and incidents by operators. */
const tellsWhatWasKept: ReadonlySet<string> = new Set([
  '/api/subdominios/{nome}',
  '/api/operacao/buscas',
  '/api/operacao/opiniao',
  '/api/operacao/incidente',
  '/api/disponibilidade',
  '/api/disponibilidade/incidentes.atom',
]);

/** What the description of every failed call refers to. */
const ERROR_BODY = '#/components/schemas/Erro';

function fail(reason: string, reply: RawReply): never {
  throw new Error(`${reason}: ${reply.status} ${reply.text.slice(0, 600)}`);
}

function parse(reply: RawReply): unknown {
  try {
    return JSON.parse(reply.text);
  } catch {
    return fail('a response that is not JSON', reply);
  }
}

/** The page of an address at which nothing runs: no JSON, whatever its status. */
const isPage = ({ path }: Target, { headers }: RawReply): boolean =>
  path === awayEndpoint.replace(':tenant', '{tenant}') && String(headers['content-type']).startsWith('text/');

export function createJudge(api: OpenapiDocument, siteUrl: string, database: Watched) {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema(api, 'api');
  const checks = new Map<string, Check>();
  const checkOf = (pointer: readonly string[]): Check => {
    const path = pointer
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent);
    const ref = `api#/${path.join('/')}`;
    const known = checks.get(ref);
    if (known) return known;
    const validate = ajv.compile({ $ref: ref });
    const check: Check = (value) => (validate(value) ? null : ajv.errorsText(validate.errors));
    checks.set(ref, check);
    return check;
  };

  /** Paths whose description has the header, because everyone may read them. */
  const cacheable = new Set(
    Object.entries(api.paths).flatMap(([path, { get }]) =>
      get?.responses['200']?.headers['Cache-Control'] ? [path] : [],
    ),
  );

  function judgeAll(reply: RawReply, path: string): void {
    const weak = weakHeaders(
      new Headers(
        Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
      ),
    );
    if (weak.length > 0) fail(`weak headers (${weak.join(', ')})`, reply);
    const mayBeCached = reply.status === 200 && cacheable.has(new URL(path, siteUrl).pathname);
    if (!mayBeCached && reply.headers['cache-control'] !== 'no-store')
      fail('a response that may be cached', reply);
    if (!/^[\w-]{8,64}$/.test(String(reply.headers['x-request-id']))) fail('an invalid request id', reply);
    if (JSON.stringify(reply.headers).includes(MARK)) fail('an echo in the headers', reply);
    const allowed = reply.headers['access-control-allow-origin'];
    if (allowed !== undefined && allowed !== siteUrl) fail('a foreign origin may read', reply);
  }

  /** Checks the one error body. */
  function judgeFailure(reply: RawReply): void {
    const body = parse(reply);
    const problem = checkOf(['components', 'schemas', 'Erro'])(body);
    if (problem !== null) fail(`not the error format (${problem})`, reply);
    const { code, requestId } = body as { code: ErrorCode; requestId: string };
    if (statusOf(code) !== reply.status) fail('a code with another code’s status', reply);
    // A replayed response has the request id of its first call.
    const isReplayed = reply.headers['idempotent-replayed'] === 'true';
    if (!isReplayed && requestId !== reply.headers['x-request-id']) fail('two request ids', reply);
    const { retryable } = new DomainError(code);
    if (retryable !== (reply.headers['retry-after'] !== undefined)) fail('an unexpected Retry-After', reply);
    if (reply.status >= 500 && !(reply.status === 503 && retryable)) fail('an internal error', reply);
    if (reply.text.includes(MARK)) fail('an echo', reply);
  }

  /** Tables that a refused call may change anyway. */
  function mayChange(target: Target, reply: RawReply): readonly string[] {
    // An operator's command is recorded before it runs.
    const audited = target.operation.tags.includes('Operação') ? ['events'] : [];
    const { code = '' } =
      reply.status < 400 || isPage(target, reply) ? {} : (parse(reply) as { code?: string });
    const takesKey = target.operation.parameters.some(({ name }) => name === 'Idempotency-Key');
    // A definite refusal is stored, so that the same key gets it again.
    return takesKey && !beforeWriting.has(code) ? [...audited, 'idempotency'] : audited;
  }

  function judgeRefusedCaller(
    { target, credential, forgery, isKnownTenant }: Attempt,
    reply: RawReply,
  ): void {
    const { security } = target.operation;
    const needsToken = security.length > 0 && security.every((each) => Object.keys(each).length > 0);
    const isWrong = credential === 'none' || credential === 'forged';
    const isOperator = target.operation.tags.includes('Operação');
    // A segment of dots leads to another route.
    const isElsewhere = target.path.includes('{') && !isKnownTenant && [404, 405].includes(reply.status);
    if (
      needsToken &&
      !isElsewhere &&
      (isWrong || (credential === 'foreign' && isOperator)) &&
      ![401, 403, 413].includes(reply.status)
    )
      fail(`a token ${forgery ?? credential} was accepted`, reply);
    // An account of another group must not learn anything about an environment.
    if (credential === 'foreign' && isKnownTenant && target.path.includes('{tenant}') && reply.status < 400)
      fail('a member of another environment was admitted', reply);
  }

  function judgeSuccess({ target, request }: Attempt, reply: RawReply): void {
    const location = reply.headers['location'];
    if (location !== undefined && new URL(String(location)).origin !== siteUrl)
      fail('a redirect to another site', reply);
    // The requested name may appear in its response; nothing else may be repeated.
    if (!tellsWhatWasKept.has(target.path) && reply.text.includes(MARK)) fail('an echo', reply);
    const { requestBody } = target.operation;
    if (!requestBody?.required || request.body === undefined) return;
    const pointer = [
      'paths',
      target.path,
      target.method,
      'requestBody',
      'content',
      'application/json',
      'schema',
    ];
    const problem = checkOf(pointer)(
      JSON.parse(
        Buffer.from(request.body)
          .toString('utf8')
          .replace(/^\ufeff/, ''),
      ),
    );
    if (problem !== null) fail(`an invalid body was accepted (${problem})`, reply);
  }

  return {
    /** @throws Error that says what is wrong with the response. */
    judge(attempt: Attempt, reply: RawReply) {
      const { target, request } = attempt;
      judgeAll(reply, request.path);
      judgeRefusedCaller(attempt, reply);
      // A path parameter of dots leads to another route, or to none.
      const isElsewhere = reply.status === 404 || reply.status === 405;
      const response = target.operation.responses[reply.status];
      if (response === undefined && !(isElsewhere && request.path !== target.path))
        fail('an undeclared status', reply);
      const type = String(reply.headers['content-type']).split(';', 1)[0] ?? '';
      const isFile = type !== 'application/json' && response?.content?.[type] !== undefined;
      if (response?.content && !isFile && !isPage(target, reply) && reply.status !== 405) {
        const pointer = [
          'paths',
          target.path,
          target.method,
          'responses',
          String(reply.status),
          'content',
          'application/json',
          'schema',
        ];
        const problem = checkOf(pointer)(parse(reply));
        if (problem !== null && !isElsewhere) fail(`not as described (${problem})`, reply);
      }
      for (const [name, { required }] of Object.entries(response?.headers ?? {}))
        if (required && reply.headers[name.toLowerCase()] === undefined) fail(`no ${name}`, reply);
      const described = response?.content?.['application/json']?.schema;
      // On a busy machine readiness tells by its status that a service is slow: that is no failed call.
      const isState = described !== undefined && !JSON.stringify(described).includes(ERROR_BODY);
      if (reply.status >= 400 && !isState && !isPage(target, reply)) judgeFailure(reply);
      else judgeSuccess(attempt, reply);
    },
    /** The same for a request outside the description. */
    judgeStray({ method, path }: RawRequest, reply: RawReply) {
      // Dots lead out of the API to files, whose headers the build tests check.
      if (!new URL(path, siteUrl).pathname.startsWith('/api/') && reply.status === 404) return;
      judgeAll(reply, path);
      if (method !== 'HEAD' && reply.status >= 400) judgeFailure(reply);
      else if (reply.status >= 500) fail('an internal error', reply);
      if (reply.text.includes(MARK)) fail('an echo', reply);
    },
    /** @throws Error naming the tables changed by calls that were all refused or read-only. */
    judgeChanges(calls: readonly (readonly [Target, RawReply])[]) {
      const allowed = new Set(calls.flatMap(([target, reply]) => mayChange(target, reply)));
      const changed = database.changedTables().filter((table) => !allowed.has(table));
      if (changed.length > 0) throw new Error(`refused calls changed ${changed.join(', ')}`);
    },
  };
}
