/**
 * The API: middleware and routes over ports.
 *
 * Owns: what stands in front of every route (request id, size cap, origin, headers) and how failures are answered.
 */
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { ErrorBody } from '#domain/contracts/error.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError, type ErrorCode } from '#domain/errors.ts';
import { accountRoutes } from './account/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { authRoutes } from './checkout/sign-in-route.ts';
import { subdomainRoutes } from './checkout/subdomain-route.ts';
import { webhookRoutes } from './contract/webhook-route.ts';
import { notFoundReportRoutes } from './feedback/missing-page-route.ts';
import { feedbackRoutes } from './feedback/routes.ts';
import { errorAnswer } from './http/answer.ts';
import { answerHeaders } from './http/answer-headers.ts';
import type { AppContext, AppEnv, AppPorts } from './http/context.ts';
import { openapiRoutes } from './http/openapi/route.ts';
import { healthRoutes } from './operations/health-route.ts';
import { operationsRoutes } from './operations/routes.ts';
import { upgradeRoutes } from './plan-change/routes.ts';
import { inScope } from './platform/request-scope.ts';
import { provisioningRoutes } from './provisioning/routes.ts';
import { quotaRoutes } from './quota/routes.ts';
import { supportRoutes } from './support/routes.ts';

const BODY_BYTES_MAX = 16 * 1024;
const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A browser says where a call comes from; a call from a foreign page is refused before anything is read. */
function assertOrigin(c: AppContext, siteOrigin: string): void {
  if (safeMethods.has(c.req.method) || c.req.path === apiRoutes.asaasWebhook) return;
  const origin = c.req.header('origin');
  // The site may stand on another host than the API: where an origin is told, it alone decides.
  const isForeign =
    origin === undefined ? c.req.header('sec-fetch-site') === 'cross-site' : origin !== siteOrigin;
  if (isForeign) throw new DomainError('origin-refused');
}

const routeForms = Object.values(apiRoutes).map(
  (route) => [route, new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`)] as const,
);

/** The route a path belongs to, whatever the method, or `undefined`. */
function routeOf(path: string): string | undefined {
  return routeForms.find(([, form]) => form.test(path))?.[0];
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

export function createApp(ports: AppPorts): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use('*', async (c, next) => {
    const ray = c.req.header('cf-ray') ?? '';
    // The edge writes it; what has another form came from somebody else, and would stand in answers and logs.
    const requestId = /^[0-9a-f]{16}(?:-[A-Z]{3})?$/.test(ray) ? ray : crypto.randomUUID();
    c.set('requestId', requestId);
    c.set('logger', ports.deps.logger.with({ requestId }));
    await inScope({ requestId }, next);
    for (const [name, value] of Object.entries(answerHeaders)) c.res.headers.set(name, value);
    c.res.headers.set('X-Request-Id', requestId);
    c.get('logger').info('request', {
      method: c.req.method,
      // What people type into a path (a name, by mistake a CPF) stays out of the log.
      path: routeOf(c.req.path) ?? '[desconhecido]',
      status: c.res.status,
      code: await refusalIn(c.res),
    });
  });
  app.use(
    '*',
    cors({
      origin: ports.siteOrigin,
      credentials: true,
      allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key'],
      exposeHeaders: ['Idempotent-Replayed', 'Retry-After', 'X-Request-Id'],
      maxAge: 600,
    }),
  );
  app.use('*', async (c, next) => {
    assertOrigin(c, ports.siteOrigin);
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
  for (const routes of [
    checkoutRoutes,
    provisioningRoutes,
    subdomainRoutes,
    authRoutes,
    webhookRoutes,
    notFoundReportRoutes,
    feedbackRoutes,
    healthRoutes,
    supportRoutes,
    upgradeRoutes,
    quotaRoutes,
    accountRoutes,
    operationsRoutes,
    openapiRoutes,
  ]) {
    app.route('/', routes(ports));
  }
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
