/** The table of docs/privacy.md, generated from the retention file that pages and jobs use. */
import {
  createRetention,
  formatPeriod,
  hasToStay,
  legalBases,
  type RetentionEntry,
} from '#domain/privacy/retention.ts';
import { tablesOf } from '#functions/privacy/personal-tables.ts';

const BEGIN = '<!-- Feito por "npm run write:privacy"; não edite até o fim da tabela. -->';
const END = '<!-- Fim da tabela. -->';

function row({ id, title, keep, bases }: RetentionEntry): string {
  const tables = tablesOf(id);
  // Jobs also remove ended environments and their copies, although no table lists them.
  const enforced =
    tables.length > 0 || id === 'environment' || id === 'copies' ? 'tarefa agendada' : 'quem opera o serviço';
  const cells = [
    `**${title}** (\`${id}\`)`,
    tables.map((table) => `\`${table}\``).join(', ') || 'fora do banco',
    formatPeriod(keep),
    bases.map((basis) => legalBases[basis]).join('; '),
    hasToStay({ bases }) ? 'fica até o prazo' : 'apagado',
    enforced,
  ];
  return `| ${cells.join(' | ')} |`;
}

/** The table between its two marks. */
export function privacyTable(retentionJson: unknown): string {
  const { entries } = createRetention(retentionJson);
  return [
    BEGIN,
    '| Dados | Tabelas | Prazo | Base na lei | A pedido do titular | Quem apaga no prazo |',
    '|---|---|---|---|---|---|',
    ...entries.map(row),
    END,
  ].join('\n');
}

/**
 * The document with its table replaced.
 * @throws Error when the marks are missing.
 */
export function withPrivacyTable(document: string, retentionJson: unknown): string {
  const [from, to] = [document.indexOf(BEGIN), document.indexOf(END)];
  if (from < 0 || to < from) throw new Error('docs/privacy.md perdeu as marcas da tabela.');
  return document.slice(0, from) + privacyTable(retentionJson) + document.slice(to + END.length);
}
