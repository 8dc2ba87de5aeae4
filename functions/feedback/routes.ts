/** Reader feedback: whether an article helped, and which pages were not found. */
import * as z from 'zod';
import { FeedbackRequest, feedbackEndpoint } from '#domain/api-schemas/feedback.ts';
import { MissingPageReport, missingPageEndpoint } from '#domain/api-schemas/missing-page.ts';
import { FeedbackLine } from '#domain/api-schemas/operation-answers.ts';
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { byNetwork } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { commandsWith } from '#functions/http/operator-command.ts';
import { routesWith } from '#functions/http/route.ts';
import { countMissingPage } from './count-missing-page.ts';
import { keepFeedback } from './keep-feedback.ts';
import { summarizeFeedback } from './store.ts';

const route = routesWith<Deps>();
const command = commandsWith<Pick<Deps, 'db' | 'clock'>>();

export const feedbackRoutes = [
  route({
    name: 'feedback',
    method: 'post',
    path: feedbackEndpoint,
    use: [byNetwork('feedback'), json(FeedbackRequest)],
    answers: { 204: {} },
    handle: (c, needs) => keepFeedback(needs, c.var.body),
  }),
  route({
    name: 'missingPage',
    method: 'post',
    path: missingPageEndpoint,
    use: [byNetwork('missing-page'), json(MissingPageReport)],
    answers: { 204: {} },
    handle: (c, needs) => countMissingPage(needs, c.var.body.path),
  }),
  command({
    name: 'opiniao',
    summary: 'O que leitores disseram dos artigos',
    answer: z.array(FeedbackLine),
    isReadOnly: true,
    handle: ({ days }, { db, clock }) => summarizeFeedback(db, businessDay(clock.now() - days * DAY_MS)),
  }),
];
