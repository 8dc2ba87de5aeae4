/** `GET /api/health`: is the Worker up, and does its database answer? */
import * as z from 'zod/mini';

export const healthEndpoint = '/api/health';
export const readyEndpoint = '/api/health/ready';
/** Query parameter of `readyEndpoint`: with `page`, only what calls a person at any hour answers 503. */
export const READY_LEVEL = 'level';

export const HealthResponse = z.object({ status: z.enum(['ok', 'degraded']), database: z.boolean() });
export type HealthResponse = z.output<typeof HealthResponse>;
