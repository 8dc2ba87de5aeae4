/**
 * A local UptimeRobot: one account with monitors, readable at `GET /v3/monitors` as its OpenAPI describes it.
 *
 * Cursor paging, at most ten calls a minute, then 429 with `Retry-After`. Its page shows the key and makes more monitors.
 */
import { Hono } from 'hono';
import { html } from 'hono/html';
import {
  faultForm,
  faultRoutes,
  type HonoStandIn,
  misbehave,
  noFaults,
  rethrow,
  serveStandIn,
  standInPage,
} from '../stand-in.ts';
import { LOCAL_ROBOT_KEY, manyMonitors, type RobotObject, sampleMonitors } from './monitors.ts';

interface UptimeRobotStandIn extends HonoStandIn {
  /** Replaced by tests. */
  readonly state: { monitors: readonly RobotObject[]; callsPerMinute: number };
}

export function createUptimeRobotStandIn({
  port,
  now,
}: {
  port: number;
  now: () => number;
}): UptimeRobotStandIn {
  const faults = noFaults();
  const state = { monitors: sampleMonitors, callsPerMinute: 10 };
  let calls: readonly number[] = [];
  const app = new Hono().onError(rethrow);
  app.route('/', faultRoutes(faults));
  app.get('/__stand-in', (c) =>
    c.html(
      standInPage(
        'UptimeRobot',
        html`<p>Chave de leitura: <code>${LOCAL_ROBOT_KEY}</code></p>
          <form method="post" action="/__stand-in/monitors">
            <label>Monitores <input name="count" type="number" min="0" max="9000" value="${state.monitors.length}"></label>
            <button>Mudar</button>
          </form>
          <ul>${state.monitors.slice(0, 50).map(({ friendlyName, type }) => html`<li>${type}: ${friendlyName}</li>`)}</ul>
          ${faultForm(faults)}`,
      ),
    ),
  );
  app.post('/__stand-in/monitors', async (c) => {
    state.monitors = manyMonitors(Number((await c.req.parseBody())['count']));
    return c.redirect('/__stand-in', 303);
  });
  app.use(misbehave(faults));
  app.get('/v3/monitors', (c) => {
    calls = calls.filter((at) => at > now() - 60_000);
    const oldest = calls[0];
    if (oldest !== undefined && calls.length >= state.callsPerMinute) {
      c.header('Retry-After', String(Math.ceil((oldest + 60_000 - now()) / 1000)));
      return c.json({ message: 'ThrottlerException: Too Many Requests', statusCode: 429 }, 429);
    }
    calls = [...calls, now()];
    if (c.req.header('authorization') !== `Bearer ${LOCAL_ROBOT_KEY}`)
      return c.json({ message: 'Unauthorized', statusCode: 401 }, 401);
    const limit = Number(c.req.query('limit') ?? 50);
    if (!(limit >= 1 && limit <= 200))
      return c.json({ message: ['limit must not be greater than 200'], statusCode: 400 }, 400);
    const cursor = Number(c.req.query('cursor') ?? 0);
    const rest = state.monitors.filter(({ id }) => id > cursor);
    const data = rest.slice(0, limit);
    const last = data.at(-1);
    const next =
      rest.length > limit && last
        ? `https://api.uptimerobot.com/v3/monitors?cursor=${last.id}&limit=${limit}`
        : null;
    return c.json({ nextLink: next, data });
  });
  return { ...serveStandIn({ name: 'UptimeRobot', port, app, faults }), state };
}
