/** `/api/conta/relatorios`: the owner's reports, and the switch of their monthly mail. */

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
import { account, byNetwork } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { endReportMail, switchReportMail } from './end-mail.ts';
import { readReports } from './read-report.ts';

type Needs = NeedsOf<typeof readReports> & NeedsOf<typeof switchReportMail> & NeedsOf<typeof endReportMail>;
const route = routesWith<Needs>();

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
    chapter: 'Conta',
    summary: 'O relatório de um mês',
    description:
      'Para quem contratou. Sem `mes`, o último mês que terminou. O plano diz quanto vem: nada, o básico ou o detalhado.',
    query: [{ name: 'mes', description: 'O mês, como `2026-11`.' }],
    use: [account('account')],
    answers: { 200: { description: 'Os meses que há e o relatório de um deles.', schema: ReportsAnswer } },
    errors: ['validation-failed', 'order-missing', 'tenant-missing'],
    handle: (c, needs) => readReports(needs, c.var.identity, monthIn(c.req.query('mes'))),
  }),
  route({
    name: 'reportMail',
    method: 'post',
    path: reportMailEndpoint,
    chapter: 'Conta',
    summary: 'Receber ou não o relatório por e-mail',
    use: [account('account'), json(ReportMailRequest)],
    answers: { 204: { description: 'Está como pedido.' } },
    errors: ['order-missing', 'tenant-missing'],
    handle: async (c, needs) => {
      await switchReportMail(needs, c.var.identity, c.var.body.porEmail);
      return c.body(null, 204);
    },
  }),
  route({
    name: 'endReportMail',
    method: 'post',
    path: reportMailEndEndpoint,
    chapter: 'Conta',
    summary: 'Parar de receber o relatório, pelo link do e-mail',
    description: 'Sem entrar na conta. O código só serve para isto, quantas vezes for usado.',
    use: [byNetwork('feedback'), json(ReportMailEndRequest)],
    answers: { 204: { description: 'O relatório não vai mais por e-mail.' } },
    errors: ['forbidden'],
    handle: async (c, needs) => {
      await endReportMail(needs, c.var.body);
      return c.body(null, 204);
    },
  }),
];
