/** `POST /api/suporte`: open to everybody, limited per address. An Idempotency-Key is honoured where one is sent. */
import { Hono } from 'hono';
import { fieldSentences } from '#domain/contracts/field.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { SupportRequest, type SupportResponse } from '#domain/contracts/support.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { type AppEnv, type AppPorts, callerNetwork } from '#functions/http/context.ts';
import { fingerprintOf, idempotently, readIdempotencyKey } from '#functions/http/idempotent.ts';
import { readJson } from '#functions/http/read-json.ts';
import { receiveSupportMessage } from './receive-message.ts';

/** A key may come again after a kill that nobody heard the answer of: the number says that it is the same message. */
function numberOf(fingerprint: string): string {
  return fingerprint.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

export function supportRoutes({ deps, rateLimiter }: AppPorts): Hono<AppEnv> {
  return new Hono<AppEnv>().post(apiRoutes.support, async (c) => {
    if (!(await rateLimiter.allow('support', callerNetwork(c)))) throw new DomainError('rate-limited');
    const read = SupportRequest.safeParse(await readJson(c));
    if (!read.success) throw new DomainError('validation-failed', { fields: fieldSentences(read.error) });
    const work = async (id: string): Promise<SupportResponse> => {
      await receiveSupportMessage(deps, read.data, id);
      return { details: message('support.sent-details') };
    };
    const header = c.req.header('idempotency-key');
    if (header === undefined) return c.json(await work(deps.newId()));
    const key = readIdempotencyKey(header);
    const scope = { route: apiRoutes.support, subject: 'visitor', key };
    const id = numberOf(await fingerprintOf({ key, ...read.data }));
    return idempotently(c, deps, { scope, body: read.data, work: () => work(id) });
  });
}
