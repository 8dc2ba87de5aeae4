/** Exports a customer's data (LGPD, art. 18): by an operator's command, or for the person in `/conta`. */
import type { ExportedCustomer } from '#domain/api-schemas/operation-answers.ts';
import { formatPeriod } from '#domain/privacy/retention.ts';
import type { Deps } from '#functions/compose.ts';
import { partiesOfPerson } from '#functions/debts/parties.ts';
import { type ExportedTable, exportedTables, personalTables } from './personal-tables.ts';
import { readableRow } from './readable-rows.ts';
import { requirePerson } from './require-person.ts';
import { recordsOf } from './store.ts';

const README =
  'Tudo o que o site guarda sobre você. Comece pelo índice ("indice"): ele diz o que há em cada parte. Datas estão em UTC, ' +
  'no formato AAAA-MM-DDTHH:MM:SS; valores, em centavos de real. "retention" diz para que cada tipo de dado serve e por ' +
  'quanto tempo fica.';

/**
 * Everything stored about a person, in an open format, with an index that explains it.
 * @throws DomainError `not-found`; `validation-failed` when `quem` may be several people; `identity-unavailable`,
 *   `payment-unavailable`.
 */
export async function exportCustomer(needs: Deps, who: string): Promise<ExportedCustomer> {
  const customer = await requirePerson(needs, who);
  const { subjects, orders } = customer;
  const parties = await partiesOfPerson(needs, { subjects, orderIds: orders.map(({ id }) => id) });
  const tables = await recordsOf(needs.db, customer, parties);
  const account = customer.accounts[0] ?? null;
  const processor = { customerIds: customer.customerIds, subscriptionIds: customer.subscriptionIds };
  return {
    leiame: README,
    indice: indexOf({ account, tables, processor }),
    exportedAt: new Date(needs.clock.now()).toISOString(),
    account: account === null ? null : readableRow(account),
    tables: Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(readableRow)])),
    processor,
    retention: needs.retention.entries.map(({ title, purpose, keep }) => ({
      title,
      purpose,
      period: formatPeriod(keep),
    })),
  };
}

/** What other services store about a person, and how to get it. */
const elsewhere: readonly (readonly [part: string, words: string])[] = [
  ['ambiente', 'Monitores, resultados e páginas de status ficam no seu painel: baixe-os em /conta/dados.'],
  [
    'operadora de pagamento',
    'Nome, CPF ou CNPJ, endereço e cartão ficam na empresa de pagamentos: peça a ela.',
  ],
  ['caixas de e-mail e WhatsApp', 'Conversas com o suporte fora do formulário: peça ao suporte.'],
  [
    'registros de acesso',
    'Data, hora e IP de cada acesso, guardados por lei fora do banco: peça ao suporte.',
  ],
];

function indexOf({
  account,
  tables,
  processor,
}: Pick<ExportedCustomer, 'account' | 'processor'> & {
  readonly tables: Readonly<Record<ExportedTable, readonly unknown[]>>;
}): ExportedCustomer['indice'] {
  return [
    {
      parte: 'account',
      conteudo:
        'A sua conta, como o serviço de entrada a tem: nome e e-mail. A senha não pode ser lida por ninguém.',
      linhas: account === null ? 0 : 1,
    },
    ...exportedTables.map((name) => ({
      parte: `tables.${name}`,
      conteudo: personalTables[name].words ?? '',
      linhas: tables[name].length,
    })),
    {
      parte: 'processor',
      conteudo: 'Os números do seu cadastro e das suas assinaturas na empresa de pagamentos.',
      linhas: processor.customerIds.length + processor.subscriptionIds.length,
    },
    {
      parte: 'retention',
      conteudo: 'Para que serve e por quanto tempo fica cada tipo de dado, como na página de privacidade.',
    },
    ...elsewhere.map(([part, conteudo]) => ({ parte: `fora do arquivo: ${part}`, conteudo })),
  ];
}
