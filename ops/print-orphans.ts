/** Output of the commands for a database that was restored to an earlier moment (docs/worst-day.md). */
import type {
  Orphans,
  ReadoptedEnvironment,
  SalesState,
} from '#domain/api-schemas/operation-environments.ts';
import { formatDay } from '#domain/billing/days.ts';
import { operatorWord } from '#domain/operations/words.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { at, columns, soldWords } from './print.ts';

export const printSales = ({ state, since, by, isNew }: SalesState): string => {
  if (state === 'open') return isNew ? 'Vendas abertas.' : 'As vendas estão abertas.';
  const closed = `${since === null ? '' : ` desde ${at(since)}`}${by ? `, por ${by}` : ''}`;
  return isNew
    ? 'Vendas fechadas. Espere um minuto: até lá alguma região ainda pode vender.'
    : `As vendas estão fechadas${closed}. "vendas abrir" as abre.`;
};

const table = (title: string, advice: string, rows: readonly (readonly string[])[]): string[] =>
  rows.length <= 1 ? [] : [`${title}: ${rows.length - 1}. ${advice}`, columns(rows)];

const reasons: Readonly<Record<Orphans['rows'][number]['reason'], string>> = {
  'no-application': 'sem aplicação: o ambiente não existe',
  'account-deleted': 'conta e ambiente não existem: exclusão do intervalo, repita "apagar"',
  'other-plan': 'o cluster tem outro plano: mudança perdida',
};

export const printOrphans = ({ applications, groups, subscriptions, rows, unread }: Orphans): string => {
  const parts = [
    ...table('Aplicações sem linha', '"readotar <nome>" as traz de volta.', [
      ['DESDE', 'NOME', 'SUBDOMÍNIO', 'PLANO', 'CONTA', 'PEDIDO', 'ASSINATURA'],
      ...applications.map((each) => [
        at(each.createdAt),
        `${each.name}${each.cluster ? ` (${each.cluster})` : ''}`,
        each.subdomain,
        `${soldWords(each.plan)}${each.isSuspended ? ', suspenso' : ''}`,
        each.email ?? each.subject ?? 'não diz',
        each.orderId ?? 'não diz',
        each.subscriptionId ?? '',
      ]),
    ]),
    ...table('Assinaturas sem linha', 'Não as encerre: veja antes se são de uma aplicação daqui.', [
      ['DESDE', 'ASSINATURA', 'VALOR', 'REFERÊNCIA', 'CLIENTE'],
      ...subscriptions.map((each) => [
        each.createdOn === null ? '' : formatDay(each.createdOn),
        each.id,
        `${formatPrice(each.amountCentavos)} ${operatorWord(each.cycle)}`,
        each.reference,
        each.customerId,
      ]),
    ]),
    ...table('Grupos sem pedido nem aplicação', 'Um grupo com contas impede vender o nome de novo.', [
      ['SUBDOMÍNIO', 'CONTAS'],
      ...groups.map(({ subdomain, subjects }) => [subdomain, subjects.join(', ') || 'nenhuma']),
    ]),
    ...table('Linhas que diferem', '"historico <subdomínio>" conta o que se sabe.', [
      ['SUBDOMÍNIO', 'PLANO', 'PEDIDO', 'CONTA', 'O QUE DIFERE'],
      ...rows.map((each) => [
        each.subdomain,
        soldWords(each.plan),
        each.orderId,
        each.subject,
        `${reasons[each.reason]}${each.applied === null ? '' : ` (${soldWords(each.applied)})`}`,
      ]),
    ]),
    ...(unread.length === 0 ? [] : [`Não foi possível ler: ${unread.join(', ')}. Repita o comando.`]),
  ];
  return parts.length === 0 ? 'Nada sem linha, e nenhuma linha difere.' : parts.join('\n');
};

export const printReadopted = (found: ReadoptedEnvironment): string => {
  const { outcome, application, orderId, subdomain, subject, email, subscriptionId, members, charges } =
    found;
  if (outcome === 'present') return `Já tem linha: ${subdomain} (pedido ${orderId}). Nada a fazer.`;
  const price =
    subscriptionId === null ? '' : `, ${formatPrice(found.amountCentavos)} ${operatorWord(found.cycle)}`;
  return [
    outcome === 'done'
      ? `De volta: ${subdomain} (${application}), pedido ${orderId}.`
      : `Voltaria: ${subdomain} (${application}), pedido ${orderId}. Nada foi escrito: repita com --sim.`,
    `  dono ${email ?? subject}, plano ${soldWords(found.plan)}${price}`,
    `  ${subscriptionId === null ? 'sem assinatura' : `assinatura ${subscriptionId}, ${charges} cobranças`}; outras pessoas: ${members.join(', ') || 'nenhuma'}`,
    `  Não se sabe mais: ${found.lost.join('; ')}.`,
  ].join('\n');
};
