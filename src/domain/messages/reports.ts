/** Sentences about the monthly report. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const reports = {
  // Reports
  'report.month': 'Escolha um mês da lista',
  'report.loading': 'Carregando o relatório…',
  'report.failed-title': 'Não foi possível carregar o relatório',
  'report.none-yet':
    'Ainda não há um dia inteiro de checagens. O relatório começa na manhã depois do primeiro dia.',
  'report.not-included':
    'O plano Gratuito não inclui relatórios. A partir do Essencial, cada mês vem resumido aqui e por e-mail.',
  'report.mail-on': 'O relatório de cada mês chega por e-mail nos primeiros três dias do mês seguinte.',
  'report.mail-off': 'O relatório não vai mais por e-mail. Ele continua nesta página.',
  'report.mail-failed-title': 'O envio por e-mail não foi mudado',
  'report.mail-link-wrong':
    'Este endereço não está completo. Abra de novo o link no fim do e-mail, ou desligue o envio na sua conta.',
} as const;

export type ReportsMessageId = keyof typeof reports | keyof typeof shared;

export const message = writer<ReportsMessageId>({ ...shared, ...reports });
