/**
 * The Worker under a clock that may be ahead, so that an outage of minutes passes in a moment. Never deployed:
 * wrangler.jsonc names functions/worker.ts.
 */
import { env } from 'cloudflare:workers';
import worker, { ProvisionTenant } from '#functions/worker.ts';

export { ProvisionTenant };

const aheadMs = Number((env as { CLOCK_AHEAD_MS?: string }).CLOCK_AHEAD_MS ?? 0);
const realNow = Date.now;
Date.now = () => realNow() + aheadMs;

export default worker;
