/** The routes of channels and webhooks among `/api/conta/avisos`, and what these share with the others. */
import {
  PostedAnswer,
  PostedRequest,
  postedEndpoint,
  recipientsEndpoint,
} from '#domain/api-schemas/alerts.ts';
import type { Deps } from '#functions/compose.ts';
import { account } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { type AppContext, callerAddress } from '#functions/http/request.ts';
import { routesWith } from '#functions/http/route.ts';
import { addPosted } from './channels.ts';
import { type Asking, rotateSecret } from './recipients.ts';

const route = routesWith<Deps>();

export const partyErrors = ['member-paused', 'order-missing', 'tenant-missing'] as const;
export const postedErrors = [
  ...(['alert-not-on-plan', 'validation-failed'] as const),
  ...(['rate-limited', 'alert-channel-silent'] as const),
] as const;

export const asking = (c: Pick<AppContext, 'req'> & { var: { identity: { subject: string } } }): Asking => ({
  subject: c.var.identity.subject,
  network: callerAddress(c as never),
});

export const channelRoutes = [
  route({
    name: 'alertPostedAdd',
    method: 'post',
    path: postedEndpoint,
    use: [account('account'), json(PostedRequest)],
    answers: { 200: { schema: PostedAnswer } },
    errors: ['owner-only', ...partyErrors, ...postedErrors, 'alert-known', 'alert-recipients-full'],
    handle: (c, needs) => addPosted(needs, c.var.identity.subject, c.var.body),
  }),
  route({
    name: 'alertSecret',
    method: 'post',
    path: `${recipientsEndpoint}/:recipient/segredo`,
    use: [account('account')],
    answers: { 200: { schema: PostedAnswer } },
    errors: [...partyErrors, 'not-found', 'alert-not-on-plan'],
    handle: (c, needs) => rotateSecret(needs, asking(c), c.req.param('recipient')),
  }),
];
