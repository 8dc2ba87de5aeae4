/** `/api/conta/agora`, `/api/conta/ocorrencias` and "Estou vendo" on the account's pages, for owner and members. */
import { Now, nowEndpoint, Occurrences, occurrencesEndpoint } from '#domain/api-schemas/now.ts';
import { SeenAnswer, SeenRequest, seenEndpoint } from '#domain/api-schemas/seen.ts';
import { sayFallsSeen } from '#functions/alerts/seen.ts';
import type { Deps } from '#functions/compose.ts';
import { account } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import { requireParty } from '#functions/tenants/require-party.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { readNow } from './read-now.ts';
import { readOccurrences } from './read-occurrences.ts';

const route = routesWith<Deps>();
const partyErrors = ['member-paused', 'order-missing', 'tenant-missing'] as const;

/** As the others of the environment know the account. */
const nameOf = ({ name, email }: Identity, role: string): string => name ?? email ?? role;

export const nowRoutes = [
  route({
    name: 'now',
    method: 'get',
    path: nowEndpoint,
    use: [account('status')],
    answers: { 200: { schema: Now } },
    errors: [...partyErrors],
    handle: async (c, needs) => readNow(needs, await requireParty(needs, c.var.identity.subject)),
  }),
  route({
    name: 'occurrences',
    method: 'get',
    path: occurrencesEndpoint,
    use: [account('account')],
    answers: { 200: { schema: Occurrences } },
    errors: [...partyErrors],
    handle: async (c, needs) => {
      const { tenant } = await requireParty(needs, c.var.identity.subject);
      return readOccurrences(needs, tenant);
    },
  }),
  route({
    name: 'fallsSeen',
    method: 'post',
    path: seenEndpoint,
    use: [account('account'), json(SeenRequest)],
    answers: { 200: { schema: SeenAnswer } },
    errors: [...partyErrors],
    handle: async (c, needs) => {
      const { identity, body } = c.var;
      const party = await requireParty(needs, identity.subject);
      const { tenant, membership } = party;
      await sayFallsSeen(needs, tenant.orderId, body.falls, {
        by: nameOf(identity, membership === null ? 'O dono da conta' : membership.email),
        recipient: null,
        actor: membership?.id ?? 'owner',
      });
      return readNow(needs, party);
    },
  }),
];
