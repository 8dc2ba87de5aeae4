/**
 * The Hono app: what happens to every request before and after its route.
 *
 * Owns: request id, log line, body size limit, origin check, headers, and the error-to-response mapping.
 */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { ErrorBody } from '#domain/api-schemas/error.ts';
import { DomainError, type ErrorCode } from '#domain/errors.ts';
import { createAddressFollower } from './account/follow-account.ts';
import { apiDefinition } from './api.ts';
import { errorAnswer } from './http/answer.ts';
import { answerHeaders } from './http/answer-headers.ts';
import { unknownCommand } from './http/operator-command.ts';
import type { AppContext, AppEnv } from './http/request.ts';
import type { Route } from './http/route.ts';
import { findOrderLines } from './operations/store.ts';
import type { Logger } from './platform/logger.ts';
import { inScope } from './platform/request-scope.ts';

const BODY_BYTES_MAX = 16 * 1024;
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const routes = [...apiDefinition, unknownCommand];
const routeForms = routes.map(({ path, loggedPath = path, layers, bodyBytesMax = BODY_BYTES_MAX }) => ({
  form: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  loggedPath,
  bodyBytesMax,
  isForServers: layers.some((each) => each.isForServers),
}));

/** The route that a path belongs to, whatever the method; `undefined` when there is none. */
const routeOf = (path: string) => routeForms.find(({ form }) => form.test(path));

/** Refuses a request from a foreign page before anything is read; browsers send the origin. */
function assertOrigin(c: AppContext, siteOrigin: string): void {
  if (safeMethods.has(c.req.method) || routeOf(c.req.path)?.isForServers) return;
  const origin = c.req.header('origin');
  // The site and the API may have different hosts, so an `Origin` header decides alone.
  const isForeign =
    origin === undefined ? c.req.header('sec-fetch-site') === 'cross-site' : origin !== siteOrigin;
  if (isForeign) throw new DomainError('origin-refused');
}

/** The error code in a response. Read from the body because a stored refusal is replayed without being thrown. */
async function refusalIn(answer: Response): Promise<ErrorCode | undefined> {
  if (answer.status < 400) return undefined;
  // An unreadable body must not make logging fail.
  const body = ErrorBody.safeParse(
    await answer
      .clone()
      .json()
      .catch(() => null),
  );
  return body.success ? body.data.code : undefined;
}

type NeedsOfRoutes<R> = (R extends Route<infer Needs> ? (needs: Needs) => void : never) extends (
  needs: infer All,
) => void
  ? All
  : never;

/** What the app and all routes need. */
export type AppNeeds = Omit<NeedsOfRoutes<(typeof routes)[number]>, 'ordersMeant' | 'followAddress'> & {
  readonly db: D1Database;
  readonly logger: Logger;
  /** The site's origin, the only one whose pages may call the API. */
  readonly siteOrigin: string;
};

export function createApp(needs: AppNeeds): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use('*', async (c, next) => {
    const ray = c.req.header('cf-ray') ?? '';
    // Cloudflare sets this header. A value in another form is untrusted and must not reach responses or logs.
    const requestId = /^[0-9a-f]{16}(?:-[A-Z]{3})?$/.test(ray) ? ray : crypto.randomUUID();
    c.set('requestId', requestId);
    c.set('logger', needs.logger.with({ requestId }));
    await inScope({ requestId }, next);
    // The challenge page sets its own policy.
    for (const [name, value] of Object.entries(answerHeaders))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    c.res.headers.set('X-Request-Id', requestId);
    c.get('logger').info('request', {
      method: c.req.method,
      // Log the route pattern, not the path: users type names and even a CPF into paths.
      path: routeOf(c.req.path)?.loggedPath ?? '[desconhecido]',
      status: c.res.status,
      code: await refusalIn(c.res),
    });
  });
  app.use(
    '*',
    cors({
      origin: needs.siteOrigin,
      credentials: true,
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
      exposeHeaders: ['Idempotent-Replayed', 'Retry-After', 'X-Request-Id'],
      maxAge: 600,
    }),
  );
  app.use('*', async (c, next) => {
    assertOrigin(c, needs.siteOrigin);
    await next();
  });
  const onError = () => {
    throw new DomainError('body-too-large');
  };
  app.use('*', (c, next) =>
    bodyLimit({ maxSize: routeOf(c.req.path)?.bodyBytesMax ?? BODY_BYTES_MAX, onError })(c, next),
  );
  const all = {
    ...needs,
    ordersMeant: (who: string) => findOrderLines(needs.db, who),
    followAddress: createAddressFollower(needs),
  };
  for (const route of routes) route.mount(app, all);
  app.notFound((c) =>
    errorAnswer(c, new DomainError(routeOf(c.req.path) ? 'method-not-allowed' : 'not-found')),
  );
  app.onError((error, c) => {
    if (!(error instanceof DomainError) || error.code === 'internal')
      c.get('logger').error('unexpected', { error });
    return errorAnswer(c, error);
  });
  return app;
}
