/** `POST /api/conta/acordar` for owner and members, and `GET /api/fora-do-ar/{tenant}`, the page of a stopped environment's address. */
import { awayEndpoint, WakeAnswer, wakeEndpoint } from '#domain/api-schemas/sleep.ts';
import type { Deps } from '#functions/compose.ts';
import { account } from '#functions/http/callers.ts';
import { routesWith } from '#functions/http/route.ts';
import { isStoppedToMove } from '#functions/platform/environment-rows.ts';
import { requireParty } from '#functions/tenants/require-party.ts';
import { findTenantByName } from '#functions/tenants/store.ts';
import { type Away, awayAnswer } from './away-page.ts';
import { wake } from './wake.ts';

const route = routesWith<Deps>();

export const sleepRoutes = [
  route({
    name: 'wake',
    method: 'post',
    path: wakeEndpoint,
    use: [account('account')],
    answers: { 200: { schema: WakeAnswer } },
    errors: ['member-paused', 'order-missing', 'tenant-missing', 'tenant-unavailable'],
    handle: async (c, needs) => {
      const { tenant } = await requireParty(needs, c.var.identity.subject);
      return { tenant: tenant.subdomain, isWoken: await wake(needs, tenant.orderId) };
    },
  }),
  route({
    name: 'away',
    method: 'get',
    path: awayEndpoint,
    // The cluster's way in asks for all of its visitors, from one address, and keeps an answer for some seconds.
    use: [],
    answers: { 503: {}, 404: {} },
    handle: async (c, { db, siteUrl }) =>
      awayAnswer(await awayOf(db, c.req.param('tenant')), {
        siteUrl,
        acceptsPage: /text\/html/.test(c.req.header('accept') ?? ''),
      }),
  }),
];

async function awayOf(db: D1Database, name: string): Promise<Away> {
  const tenant = await findTenantByName(db, name);
  if (tenant === null) return 'none';
  return (await isStoppedToMove(db, tenant.orderId)) ? 'moving' : tenant.state;
}
