/** The monthly report mail: its figures, and a link to the rest. */
import * as z from 'zod';
import { ReportMonth } from '#domain/api-schemas/reports.ts';
import { writeCount, writeMonth, writeShare } from '#domain/reports/words.ts';
import { type MailTemplates, toCustomer } from '#functions/platform/mail/templates.ts';
import { Recipient } from '#functions/platform/mail/words.ts';

const whole = z.int().nonnegative();
const share = z.number().min(0).max(1).nullable();

/** Outbox payload of `month-report`. */
const MonthReportPayload = Recipient.extend({
  month: ReportMonth,
  availability: share,
  incidents: whole,
  daysWithoutData: whole,
  /** The month before; absent with too few days of data. */
  before: z.object({ month: ReportMonth, availability: share, incidents: whole }).optional(),
  worst: z.array(z.object({ name: z.string(), availability: share })),
  isDetailed: z.boolean(),
  /** For the link that switches these mails off. */
  orderId: z.string(),
  endCode: z.string(),
});
export type MonthReportPayload = z.output<typeof MonthReportPayload>;

export const reportMails: MailTemplates = {
  'month-report': toCustomer(MonthReportPayload, (report, { siteUrl }) => {
    const { subdominio, month, availability, incidents, daysWithoutData, before } = report;
    const { worst, isDetailed } = report;
    return {
      subject: `Relatório de ${writeMonth(month)}: ${writeShare(availability)} no ar`,
      paragraphs: [
        `Em ${writeMonth(month)}, ${writeShare(availability)} das checagens do painel ${subdominio} deram certo, com ${writeCount(incidents, 'queda', 'quedas')}.`,
        ...(before === undefined
          ? []
          : [
              `Em ${writeMonth(before.month)} foram ${writeShare(before.availability)}, com ${writeCount(before.incidents, 'queda', 'quedas')}.`,
            ]),
        ...(daysWithoutData > 0
          ? [
              `De ${writeCount(daysWithoutData, 'dia', 'dias')} não há dados: o painel estava parado ou não respondeu.`,
            ]
          : []),
        worst.length === 0 ? 'Nenhum monitor falhou.' : 'Os monitores que mais falharam:',
      ],
      facts: worst.map((monitor) => ({ label: monitor.name, value: writeShare(monitor.availability) })),
      action: {
        label: isDetailed ? 'Ver cada monitor e dia' : 'Ver o relatório',
        url: `${siteUrl}/conta/relatorios?mes=${month}`,
      },
      notes: [
        'Cada nova tentativa de uma checagem que falhou conta como falha; manutenção não conta.',
        `Não quer mais este e-mail? ${siteUrl}/conta/relatorios#sair=${report.orderId}.${report.endCode}`,
      ],
    };
  }),
};
