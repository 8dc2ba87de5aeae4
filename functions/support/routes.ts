/** `/api/suporte`: a public form that honours an Idempotency-Key, and what becomes of its messages. */
import {
  AnsweredMessage,
  AnsweredRequest,
  OwnMessages,
  SupportReport,
  SupportRequest,
  SupportResponse,
  supportEndpoint,
} from '#domain/api-schemas/support.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages.ts';
import {
  answeredEndpoint,
  answeredLookEndpoint,
  ownMessagesEndpoint,
} from '#domain/support/support-pages.ts';
import type { Deps } from '#functions/compose.ts';
import { account, byNetwork, knownAccount } from '#functions/http/callers.ts';
import { fingerprintOf, idempotent } from '#functions/http/idempotent.ts';
import { json } from '#functions/http/json.ts';
import { commandsWith } from '#functions/http/operator-command.ts';
import { routesWith } from '#functions/http/route.ts';
import { readAnswered, readOwnMessages, sayAnswered, sayNumberAnswered } from './answer-message.ts';
import { receiveSupportMessage, withoutNumbers } from './receive-message.ts';
import { reportAnswers } from './report-answers.ts';

const route = routesWith<Deps>();
const command = commandsWith<Deps>();

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
    use: [byNetwork('support'), knownAccount(), json(SupportRequest), idempotent('optional', withoutNumbers)],
    answers: { 200: { schema: SupportResponse } },
    handle: async (c, needs) => {
      const { idempotencyKey: key, subject } = c.var;
      const body = withoutNumbers(c.var.body);
      const id = key === undefined ? crypto.randomUUID() : await numberOf(key, body);
      const { number, dueAt } = await receiveSupportMessage(needs, body, id, subject);
      const details =
        dueAt === null
          ? message('support.sent-details')
          : message('support.sent-due', { numero: number, ate: formatMoment(dueAt) });
      return { details, number, dueAt };
    },
  }),
  route({
    name: 'supportMessages',
    method: 'get',
    path: ownMessagesEndpoint,
    use: [account('status')],
    answers: { 200: { schema: OwnMessages } },
    handle: (c, needs) => readOwnMessages(needs, c.var.identity.subject),
  }),
  route({
    name: 'supportAnsweredLook',
    method: 'post',
    path: answeredLookEndpoint,
    use: [byNetwork('feedback'), json(AnsweredRequest)],
    answers: { 200: { schema: AnsweredMessage } },
    errors: ['forbidden'],
    handle: (c, needs) => readAnswered(needs, c.var.body.t),
  }),
  route({
    name: 'supportAnswered',
    method: 'post',
    path: answeredEndpoint,
    use: [byNetwork('feedback'), json(AnsweredRequest)],
    answers: { 200: { schema: AnsweredMessage } },
    errors: ['forbidden'],
    handle: (c, needs) => sayAnswered(needs, c.var.body.t),
  }),
  command({
    name: 'suporte',
    summary: 'Mensagens ao suporte sem resposta, e a mediana do mês; dizer que uma foi respondida',
    answer: SupportReport,
    errors: ['not-found'],
    handle: async ({ month, answered }, needs) => {
      if (answered !== undefined) await sayNumberAnswered(needs, answered);
      return reportAnswers(needs, month);
    },
  }),
];
