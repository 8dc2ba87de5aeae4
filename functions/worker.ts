/** Composition root: environment → adapters → app; scheduled work; the workflow class. */
import { createApp } from './app.ts';
import { composeDeps, composeRateLimiter, composeVerifier } from './compose.ts';
import { type Env, readSettings } from './env.ts';
import { runScheduled } from './jobs/run-scheduled.ts';

export { ProvisionTenant } from './workflows/provision-tenant.ts';

function appOf(env: Env): ReturnType<typeof createApp> {
  const settings = readSettings(env);
  return createApp({
    deps: composeDeps(env),
    verifier: composeVerifier(env),
    rateLimiter: composeRateLimiter(env),
    webhookToken: settings.asaas.webhookToken,
    siteOrigin: new URL(settings.siteUrl).origin,
    isDatabaseUp: async () => {
      try {
        return (await env.DB.prepare('SELECT 1 AS up').first<{ up: number }>())?.up === 1;
      } catch {
        // A database that cannot be asked is down; health says so and the log of the failing call says why.
        return false;
      }
    },
  });
}

const apps = new WeakMap<object, ReturnType<typeof createApp>>();

export default {
  fetch(request, env, context) {
    let app = apps.get(env);
    if (app === undefined) {
      app = appOf(env);
      apps.set(env, app);
    }
    return app.fetch(request, env, context);
  },
  async scheduled(_controller, env) {
    await runScheduled(composeDeps(env), readSettings(env).provisionPollSeconds);
  },
} satisfies ExportedHandler<Env>;
