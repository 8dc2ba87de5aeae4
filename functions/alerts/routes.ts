/** `/api/conta/avisos` and the routes with which environments, chats and readers of mails speak to it. */
import * as z from 'zod';
import { alertLeaveEndpoint, alertRefuseEndpoint } from '#domain/alerts/alerts-page.ts';
import type { NamedFall } from '#domain/alerts/levels.ts';
import {
  AlertReport,
  AlertReportAccepted,
  AlertReportRefused,
  alertReportEndpoint,
  REPORT_BYTES_MAX,
} from '#domain/api-schemas/alert-report.ts';
import {
  AlertsView,
  alertChannelEndpoint,
  alertsEndpoint,
  ChannelRequest,
  CodeRequest,
  FirstMonitor,
  FirstMonitorRequest,
  firstMonitorEndpoint,
  LeaveRequest,
  Preferences,
  RecipientRequest,
  RenameRequest,
  recipientsEndpoint,
  TelegramLink,
  telegramLinkEndpoint,
  telegramWebhookEndpoint,
} from '#domain/api-schemas/alerts.ts';
import { SeenLink, SeenLinkRequest, seenLinkEndpoint, seenLookEndpoint } from '#domain/api-schemas/seen.ts';
import { mailWebhookEndpoint } from '#domain/api-schemas/webhook.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { account, byNetwork } from '#functions/http/callers.ts';
import { json, lenientJson } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import { environment, mailProvider, messenger } from '#functions/http/servers.ts';
import { requireParty } from '#functions/tenants/require-party.ts';
import { requireTenant } from '#functions/tenants/require-tenant.ts';
import { asking, channelRoutes, partyErrors, postedErrors } from './channel-routes.ts';
import { wishChannel } from './channel-store.ts';
import { askFirstMonitor, readFirstMonitor } from './first-monitor.ts';
import { followMail } from './follow-mail.ts';
import { lookAtChannel } from './look-at-channel.ts';
import { postSoon } from './post-events.ts';
import { receiveReport } from './receive-report.ts';
import {
  addRecipient,
  choosePreferences,
  leaveAlerts,
  nameRecipient,
  refuseAlerts,
  removeRecipient,
  resendCode,
  testRecipient,
  verifyRecipient,
} from './recipients.ts';
import { readerOf } from './report-versions.ts';
import { lookSoon } from './second-look.ts';
import { readSeenLink, saySeenByLink } from './seen.ts';
import { setUpAlerts } from './set-up.ts';
import { followChat, openTelegramLink } from './telegram.ts';
import { tellLeft, tellSoon } from './tell-recipient.ts';
import { readAlerts } from './view.ts';

const route = routesWith<Deps>();

const asItIsThen = { 200: { schema: AlertsView } };
const ownerErrors = ['owner-only', 'order-missing', 'tenant-missing'] as const;
const codeErrors = ['alert-refused', 'alert-code-wait', 'alert-code-day'] as const;

/** The falls of a report that go on. */
const fallenIn = ({ levels }: AlertReport): NamedFall[] =>
  levels.flatMap(({ state, monitor, createdAt, since }) =>
    state === 'down' ? [{ monitorId: monitor.id, createdAt, since }] : [],
  );

export const alertRoutes = [
  route({
    name: 'alertEvents',
    method: 'post',
    path: alertReportEndpoint,
    bodyBytesMax: REPORT_BYTES_MAX,
    use: [environment(), json(AlertReport, (body) => readerOf(body))],
    answers: {
      200: { schema: AlertReportAccepted },
      409: { schema: AlertReportRefused, description: 'Outra revisão, com a tabela, ou outro processo.' },
      410: { description: 'O ambiente não existe.' },
    },
    errors: ['report-version'],
    handle: async (c, needs) => {
      try {
        const reportedAt = needs.clock.now();
        const received = await receiveReport(needs, c.var.orderId, c.var.body);
        if ('refused' in received) return c.json(received.refused, 409);
        const { revision, recipients, webhooks } = received;
        // Nothing waits for the looks: what they got by the time of the message is said.
        if (c.var.body.levels.length > 0)
          c.executionCtx.waitUntil(lookSoon(needs, c.var.orderId, fallenIn(c.var.body), reportedAt));
        if (webhooks.length > 0) c.executionCtx.waitUntil(postSoon(needs, webhooks));
        if (recipients.length > 0) c.executionCtx.waitUntil(tellSoon(needs, recipients, reportedAt));
        // While many are down their companions call often, and carry what had no turn.
        else if (c.var.body.checked.length > 0) c.executionCtx.waitUntil(tellLeft(needs));
        return { revision };
      } catch (error) {
        // For a companion: nothing more is wanted from it now.
        if (error instanceof DomainError && error.code === 'tenant-missing') return c.body(null, 410);
        throw error;
      }
    },
  }),
  route({
    name: 'alerts',
    method: 'get',
    path: alertsEndpoint,
    use: [account('status')],
    answers: asItIsThen,
    errors: [...partyErrors],
    handle: async (c, needs) => {
      const party = await requireParty(needs, c.var.identity.subject);
      await lookAtChannel(needs, party.tenant);
      return readAlerts(needs, party);
    },
  }),
  route({
    name: 'alertRecipientAdd',
    method: 'post',
    path: recipientsEndpoint,
    use: [account('account'), json(RecipientRequest)],
    answers: asItIsThen,
    errors: ['owner-only', ...partyErrors, ...codeErrors, 'alert-known', 'alert-recipients-full'],
    handle: (c, needs) => addRecipient(needs, asking(c), c.var.body),
  }),
  route({
    name: 'alertCodeAgain',
    method: 'post',
    path: `${recipientsEndpoint}/:recipient/codigo`,
    use: [account('account')],
    answers: asItIsThen,
    errors: [...partyErrors, ...codeErrors, ...postedErrors, 'not-found'],
    handle: (c, needs) => resendCode(needs, asking(c), c.req.param('recipient')),
  }),
  route({
    name: 'alertCodeCheck',
    method: 'post',
    path: `${recipientsEndpoint}/:recipient/verificar`,
    use: [account('account'), json(CodeRequest)],
    answers: asItIsThen,
    errors: [...partyErrors, 'not-found', 'alert-code-wrong', 'alert-code-over', 'alert-refused'],
    handle: (c, needs) => verifyRecipient(needs, asking(c), c.req.param('recipient'), c.var.body.code),
  }),
  route({
    name: 'alertRecipientName',
    method: 'post',
    path: `${recipientsEndpoint}/:recipient/nome`,
    use: [account('account'), json(RenameRequest)],
    answers: asItIsThen,
    errors: [...partyErrors, 'not-found'],
    handle: (c, needs) => nameRecipient(needs, asking(c), c.req.param('recipient'), c.var.body.name),
  }),
  route({
    name: 'alertPreferences',
    method: 'post',
    path: `${recipientsEndpoint}/:recipient/preferencias`,
    use: [account('account'), json(Preferences)],
    answers: asItIsThen,
    errors: [...partyErrors, 'not-found', 'alert-not-on-plan'],
    handle: (c, needs) => choosePreferences(needs, asking(c), c.req.param('recipient'), c.var.body),
  }),
  route({
    name: 'alertTest',
    method: 'post',
    path: `${recipientsEndpoint}/:recipient/teste`,
    use: [account('account')],
    answers: asItIsThen,
    errors: [...partyErrors, 'not-found', 'rate-limited', 'alert-not-on-plan'],
    handle: (c, needs) => testRecipient(needs, asking(c), c.req.param('recipient')),
  }),
  ...channelRoutes,
  route({
    name: 'alertRecipientRemove',
    method: 'post',
    path: `${recipientsEndpoint}/:recipient/retirada`,
    use: [account('account')],
    answers: asItIsThen,
    errors: [...partyErrors, 'not-found'],
    handle: (c, needs) => removeRecipient(needs, asking(c), c.req.param('recipient')),
  }),
  route({
    name: 'alertChannel',
    method: 'post',
    path: alertChannelEndpoint,
    use: [account('account'), json(ChannelRequest)],
    answers: asItIsThen,
    errors: [...ownerErrors, 'tenant-unavailable'],
    handle: async (c, needs) => {
      const tenant = await requireTenant(needs, c.var.identity.subject);
      const { monitors } = c.var.body;
      await wishChannel(needs.db, tenant.orderId, monitors ?? 'all', needs.clock.now());
      await setUpAlerts(needs, tenant);
      return readAlerts(needs, { tenant, membership: null });
    },
  }),
  route({
    name: 'telegramLink',
    method: 'post',
    path: telegramLinkEndpoint,
    use: [account('account')],
    answers: { 200: { schema: TelegramLink } },
    errors: [...partyErrors, 'not-found', 'messenger-unavailable'],
    handle: (c, needs) => openTelegramLink(needs, c.var.identity.subject),
  }),
  route({
    name: 'firstMonitor',
    method: 'get',
    path: firstMonitorEndpoint,
    use: [account('status')],
    answers: { 200: { schema: FirstMonitor } },
    handle: (c, needs) => readFirstMonitor(needs, c.var.identity),
  }),
  route({
    name: 'firstMonitorAsk',
    method: 'post',
    path: firstMonitorEndpoint,
    use: [account('account'), json(FirstMonitorRequest)],
    answers: { 200: { schema: FirstMonitor } },
    errors: ['order-missing', 'first-monitor-late'],
    handle: (c, needs) => askFirstMonitor(needs, c.var.identity, c.var.body.address),
  }),
  route({
    name: 'alertLeave',
    method: 'post',
    path: alertLeaveEndpoint,
    use: [byNetwork('feedback')],
    query: [{ name: 't' }],
    answers: { 204: {} },
    errors: ['forbidden'],
    handle: (c, needs) => leaveAlerts(needs, c.req.query('t') ?? ''),
  }),
  route({
    name: 'alertRefuse',
    method: 'post',
    path: alertRefuseEndpoint,
    use: [byNetwork('feedback'), json(LeaveRequest)],
    answers: { 204: {} },
    errors: ['forbidden'],
    handle: (c, needs) => refuseAlerts(needs, c.var.body.t),
  }),
  route({
    name: 'alertSeenLook',
    method: 'post',
    path: seenLookEndpoint,
    use: [byNetwork('feedback'), json(SeenLinkRequest)],
    answers: { 200: { schema: SeenLink } },
    errors: ['forbidden'],
    handle: (c, needs) => readSeenLink(needs, c.var.body.t),
  }),
  route({
    name: 'alertSeenLink',
    method: 'post',
    path: seenLinkEndpoint,
    use: [byNetwork('feedback'), json(SeenLinkRequest)],
    answers: { 200: { schema: SeenLink } },
    errors: ['forbidden'],
    handle: (c, needs) => saySeenByLink(needs, c.var.body.t),
  }),
  route({
    name: 'mailWebhook',
    method: 'post',
    path: mailWebhookEndpoint,
    use: [mailProvider()],
    answers: { 200: { schema: z.object({ received: z.literal(true) }) } },
    handle: async (c, needs) => {
      if (c.var.body !== null) await followMail(needs, c.var.body);
      return { received: true as const };
    },
  }),
  route({
    name: 'telegramWebhook',
    method: 'post',
    path: telegramWebhookEndpoint,
    // A stranger's long message, or a big group's picture, is still an update.
    bodyBytesMax: 256 * 1024,
    use: [messenger(), lenientJson(z.looseObject({ update_id: z.int() }))],
    answers: { 200: { schema: z.object({ received: z.literal(true) }) } },
    handle: async (c, needs) => {
      const update = needs.messenger?.readUpdate(c.var.body) ?? null;
      if (update !== null) await followChat(needs, update);
      return { received: true as const };
    },
  }),
];
