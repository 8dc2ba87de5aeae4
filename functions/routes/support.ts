/** `POST /api/suporte`: open to everybody, limited per address. An Idempotency-Key is honoured where one is sent. */
import { Hono } from 'hono';
import { fieldSentences } from '#domain/contracts/field.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { SupportRequest, type SupportResponse } from '#domain/contracts/support.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { receiveSupportMessage } from '#functions/use-cases/receive-support-message.ts';
import { type AppEnv, type AppPorts, callerAddress } from './context.ts';
import { idempotently, readIdempotencyKey } from './idempotent.ts';
import { readJson } from './read-json.ts';

export function supportRoutes({ deps, rateLimiter }: AppPorts): Hono<AppEnv> {
  return new Hono<AppEnv>().post(apiRoutes.support, async (c) => {
    if (!(await rateLimiter.allow('support', callerAddress(c)))) throw new DomainError('rate-limited');
    const read = SupportRequest.safeParse(await readJson(c));
    if (!read.success) throw new DomainError('validation-failed', { fields: fieldSentences(read.error) });
    const work = async (): Promise<SupportResponse> => {
      await receiveSupportMessage(deps, read.data);
      return { details: message('support.sent-details') };
    };
    const header = c.req.header('idempotency-key');
    if (header === undefined) return c.json(await work());
    const scope = { route: apiRoutes.support, subject: 'visitor', key: readIdempotencyKey(header) };
    return idempotently(c, deps, { scope, body: read.data, work });
  });
}
