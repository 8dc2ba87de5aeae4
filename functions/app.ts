/**
 * The API: what happens to every request before and after its route.
 *
 * Owns: request id, log line, size cap, origin, headers, and how failures are answered.
 */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { ErrorBody } from '#domain/contracts/error.ts';
import { DomainError, type ErrorCode } from '#domain/errors.ts';
import { apiDefinition } from './api.ts';
import { errorAnswer } from './http/answer.ts';
import { answerHeaders } from './http/answer-headers.ts';
import type { AppContext, AppEnv } from './http/request.ts';
import type { Route } from './http/route.ts';
import { unknownCommand } from './operations/command.ts';
import type { Logger } from './platform/logger.ts';
import { inScope } from './platform/request-scope.ts';

const BODY_BYTES_MAX = 16 * 1024;
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const routes = [...apiDefinition, unknownCommand];
const routeForms = routes.map(({ path, loggedPath = path, layers }) => ({
  form: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`),
  loggedPath,
  isForServers: layers.some((each) => each.isForServers),
}));

/** The route a path belongs to, whatever the method, or `undefined`. */
const routeOf = (path: string) => routeForms.find(({ form }) => form.test(path));

/** A browser says where a call comes from; a call from a foreign page is refused before anything is read. */
function assertOrigin(c: AppContext, siteOrigin: string): void {
  if (safeMethods.has(c.req.method) || routeOf(c.req.path)?.isForServers) return;
  const origin = c.req.header('origin');
  // The site may have another host than the API: where an origin is sent, it alone decides.
  const isForeign =
    origin === undefined ? c.req.header('sec-fetch-site') === 'cross-site' : origin !== siteOrigin;
  if (isForeign) throw new DomainError('origin-refused');
}

/** Read from the answer itself: a refusal that is kept and given again was not thrown in this call. */
async function refusalIn(answer: Response): Promise<ErrorCode | undefined> {
  if (answer.status < 400) return undefined;
  // Whatever it holds, the log is no reason to fail.
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

/** What the routes need, all together, and what the app itself does. */
export type AppNeeds = NeedsOfRoutes<(typeof routes)[number]> & {
  readonly logger: Logger;
  /** Origin whose pages may call; the site's own. */
  readonly siteOrigin: string;
};

export function createApp(needs: AppNeeds): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use('*', async (c, next) => {
    const ray = c.req.header('cf-ray') ?? '';
    // The edge writes it; what has another form is foreign, and would get into answers and logs.
    const requestId = /^[0-9a-f]{16}(?:-[A-Z]{3})?$/.test(ray) ? ray : crypto.randomUUID();
    c.set('requestId', requestId);
    c.set('logger', needs.logger.with({ requestId }));
    await inScope({ requestId }, next);
    // A page of the API (the challenge) has a policy of its own.
    for (const [name, value] of Object.entries(answerHeaders))
      if (!c.res.headers.has(name)) c.res.headers.set(name, value);
    c.res.headers.set('X-Request-Id', requestId);
    c.get('logger').info('request', {
      method: c.req.method,
      // What people type into a path (a name, by mistake a CPF) stays out of the log.
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
  app.use(
    '*',
    bodyLimit({
      maxSize: BODY_BYTES_MAX,
      onError: () => {
        throw new DomainError('body-too-large');
      },
    }),
  );
  for (const route of routes) route.mount(app, needs);
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
