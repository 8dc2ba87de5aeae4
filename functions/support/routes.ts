/** `POST /api/suporte`: public. Honours an Idempotency-Key when one is sent. */
import { SupportRequest, SupportResponse, supportEndpoint } from '#domain/api-schemas/support.ts';
import { message } from '#domain/messages.ts';
import type { Deps } from '#functions/compose.ts';
import { byNetwork } from '#functions/http/callers.ts';
import { fingerprintOf, idempotent } from '#functions/http/idempotent.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import { receiveSupportMessage, withoutNumbers } from './receive-message.ts';

const route = routesWith<Deps>();

/** A retry with the same key gets the same number, so it counts as the same message. */
async function numberOf(key: string, body: SupportRequest): Promise<string> {
  const fingerprint = await fingerprintOf({ key, ...body });
  return fingerprint.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

export const supportRoutes = [
  route({
    name: 'support',
    method: 'post',
    path: supportEndpoint,
    use: [byNetwork('support'), json(SupportRequest), idempotent('optional', withoutNumbers)],
    answers: { 200: { schema: SupportResponse } },
    handle: async (c, needs) => {
      const { idempotencyKey: key } = c.var;
      const body = withoutNumbers(c.var.body);
      const id = key === undefined ? crypto.randomUUID() : await numberOf(key, body);
      await receiveSupportMessage(needs, body, id);
      return { details: message('support.sent-details') };
    },
  }),
];
