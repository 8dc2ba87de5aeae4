/** `GET /api/health`: is the Worker up, and does its database answer? */
import * as z from 'zod/mini';

export const healthEndpoint = '/api/health';
export const readyEndpoint = '/api/health/ready';

export const HealthResponse = z.object({ status: z.enum(['ok', 'degraded']), database: z.boolean() });
export type HealthResponse = z.output<typeof HealthResponse>;
