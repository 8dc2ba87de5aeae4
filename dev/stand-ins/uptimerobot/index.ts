/**
 * A local UptimeRobot: one account with monitors, readable at `GET /v3/monitors` as its OpenAPI describes it.
 *
 * Cursor paging, at most ten calls a minute, then 429 with `Retry-After`. Its page shows the key and makes more monitors.
 */
import { html } from 'hono/html';
import { settingsControl } from '../control-page.ts';
import { createStandIn, type HonoStandIn } from '../stand-in.ts';
import { LOCAL_ROBOT_KEY, manyMonitors, type RobotObject, sampleMonitors } from './monitors.ts';

/** More than any plan of the vendor has. */
const MONITORS_MAX = 9000;

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
  const state = { monitors: sampleMonitors, callsPerMinute: 10 };
  let calls: readonly number[] = [];
  const amount = settingsControl<{ count: number }>({
    name: 'monitors',
    legend: 'A conta',
    fields: { count: 'Monitores' },
    read: () => ({ count: state.monitors.length }),
    write: ({ count = 0 }) => {
      state.monitors = manyMonitors(Math.min(count, MONITORS_MAX));
    },
  });
  const standIn = createStandIn({
    name: 'UptimeRobot',
    port,
    title: 'UptimeRobot',
    page: () => html`<p>Chave de leitura: <code>${LOCAL_ROBOT_KEY}</code></p>
      ${amount.form()}
      <ul>${state.monitors.slice(0, 50).map(({ friendlyName, type }) => html`<li>${type}: ${friendlyName}</li>`)}</ul>`,
    state: () => state,
    controls: amount.routes,
  });
  standIn.app.get('/v3/monitors', (c) => {
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
  return { ...standIn, state };
}
