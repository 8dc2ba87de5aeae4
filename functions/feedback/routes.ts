/** Reader feedback: whether an article helped, which pages were not found, and which words the search missed. */
import * as z from 'zod';
import { FeedbackRequest, feedbackEndpoint } from '#domain/api-schemas/feedback.ts';
import { MissingPageReport, missingPageEndpoint } from '#domain/api-schemas/missing-page.ts';
import { MissingWordsReport } from '#domain/api-schemas/missing-words.ts';
import { FeedbackLine, MissingWordLine } from '#domain/api-schemas/operation-answers.ts';
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { missingWordsEndpoint } from '#domain/feedback/reportable-words.ts';
import type { Deps } from '#functions/compose.ts';
import { byNetwork } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { commandsWith } from '#functions/http/operator-command.ts';
import { routesWith } from '#functions/http/route.ts';
import { countMissingPage } from './count-missing-page.ts';
import { countMissingWords } from './count-missing-words.ts';
import { keepFeedback } from './keep-feedback.ts';
import { summarizeFeedback, summarizeMissingWords } from './store.ts';

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
  route({
    name: 'missingWords',
    method: 'post',
    path: missingWordsEndpoint,
    use: [byNetwork('missing-page'), json(MissingWordsReport)],
    answers: { 204: {} },
    handle: (c, needs) => countMissingWords(needs, c.var.body.words),
  }),
  command({
    name: 'buscas',
    summary: 'Palavras que leitores procuraram e nenhum artigo tem',
    answer: z.array(MissingWordLine),
    isReadOnly: true,
    handle: ({ days }, { db, clock }) => summarizeMissingWords(db, businessDay(clock.now() - days * DAY_MS)),
  }),
  command({
    name: 'opiniao',
    summary: 'O que leitores disseram dos artigos',
    answer: z.array(FeedbackLine),
    isReadOnly: true,
    handle: ({ days }, { db, clock }) => summarizeFeedback(db, businessDay(clock.now() - days * DAY_MS)),
  }),
];
