/** The Worker's entry points: the API, the scheduled work and the workflow class. */
import type { ErrorBody } from '#domain/api-schemas/error.ts';
import { message } from '#domain/messages.ts';
import { createApp } from './app.ts';
import { composeDeps } from './compose.ts';
import type { Env } from './env.ts';
import { answerHeaders } from './http/answer-headers.ts';
import { asksForFile, missingFile } from './http/missing-file.ts';
import { createLogger, writeToConsole } from './platform/logger.ts';
import { inScope } from './platform/request-scope.ts';
import { runScheduled } from './scheduled.ts';

export { ProvisionTenant } from './provisioning/workflow.ts';

/** Logs which variable is missing. */
function logMisconfigured(requestId: string, error: unknown): void {
  createLogger('error', writeToConsole, Date.now).error('misconfigured', { requestId, error });
}

/** Answers 500 without naming the cause to the caller. */
function misconfigured(error: unknown): Response {
  const requestId = crypto.randomUUID();
  logMisconfigured(requestId, error);
  const body: ErrorBody = { error: message('error.internal'), code: 'internal', requestId };
  return Response.json(body, { status: 500, headers: answerHeaders });
}

const apps = new WeakMap<object, ReturnType<typeof createApp>>();

export default {
  fetch(request, env, context) {
    if (asksForFile(request)) return missingFile(request, env.ASSETS);
    try {
      let app = apps.get(env);
      if (app === undefined) {
        app = createApp(composeDeps(env));
        apps.set(env, app);
      }
      return app.fetch(request, env, context);
    } catch (error) {
      return misconfigured(error);
    }
  },
  async scheduled(_controller, env) {
    const requestId = `cron-${crypto.randomUUID()}`;
    try {
      await inScope({ requestId }, () => runScheduled(composeDeps(env)));
    } catch (error) {
      // Failing jobs are handled in scheduled.ts; this catches errors in building their dependencies.
      logMisconfigured(requestId, error);
      throw error;
    }
  },
} satisfies ExportedHandler<Env>;
