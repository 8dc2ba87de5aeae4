/** `/api/conta/relatorios`: the reports, and the owner's switch of their monthly mail. */

import { fieldSentences } from '#domain/api-schemas/field.ts';
import {
  ReportMailEndRequest,
  ReportMailRequest,
  ReportMonth,
  ReportsAnswer,
  reportMailEndEndpoint,
  reportMailEndpoint,
  reportsEndpoint,
} from '#domain/api-schemas/reports.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { account, byNetwork } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import { endReportMail, switchReportMail } from './end-mail.ts';
import { readReports } from './read-report.ts';

const route = routesWith<Deps>();

/** @throws DomainError `validation-failed` for an invalid month. */
function monthIn(query: string | undefined): string | undefined {
  if (query === undefined) return undefined;
  const read = ReportMonth.safeParse(query);
  if (read.success) return read.data;
  throw new DomainError('validation-failed', { fields: { mes: fieldSentences(read.error)[''] ?? '' } });
}

export const reportRoutes = [
  route({
    name: 'reports',
    method: 'get',
    path: reportsEndpoint,
    query: [{ name: 'mes' }],
    use: [account('account')],
    answers: { 200: { schema: ReportsAnswer } },
    errors: ['validation-failed', 'order-missing', 'tenant-missing', 'member-paused'],
    handle: (c, needs) => readReports(needs, c.var.identity, monthIn(c.req.query('mes'))),
  }),
  route({
    name: 'reportMail',
    method: 'post',
    path: reportMailEndpoint,
    use: [account('account'), json(ReportMailRequest)],
    answers: { 204: {} },
    errors: ['owner-only', 'order-missing', 'tenant-missing'],
    handle: (c, needs) => switchReportMail(needs, c.var.identity, c.var.body.byMail),
  }),
  route({
    name: 'endReportMail',
    method: 'post',
    path: reportMailEndEndpoint,
    use: [byNetwork('feedback'), json(ReportMailEndRequest)],
    answers: { 204: {} },
    errors: ['forbidden'],
    handle: (c, needs) => endReportMail(needs, c.var.body),
  }),
];
