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

export const printSales = ({ estado, desde, por, isNew }: SalesState): string => {
  if (estado === 'abertas') return isNew ? 'Vendas abertas.' : 'As vendas estão abertas.';
  const since = `${desde === null ? '' : ` desde ${at(desde)}`}${por ? `, por ${por}` : ''}`;
  return isNew
    ? 'Vendas fechadas. Espere um minuto: até lá alguma região ainda pode vender.'
    : `As vendas estão fechadas${since}. "vendas abrir" as abre.`;
};

const table = (title: string, advice: string, rows: readonly (readonly string[])[]): string[] =>
  rows.length <= 1 ? [] : [`${title}: ${rows.length - 1}. ${advice}`, columns(rows)];

const reasons: Readonly<Record<Orphans['linhas'][number]['motivo'], string>> = {
  'sem-aplicacao': 'sem aplicação: o ambiente não existe',
  'conta-apagada': 'conta e ambiente não existem: exclusão do intervalo, repita "apagar"',
  'outro-plano': 'o cluster tem outro plano: mudança perdida',
};

export const printOrphans = ({ aplicacoes, grupos, assinaturas, linhas, naoLidos }: Orphans): string => {
  const parts = [
    ...table('Aplicações sem linha', '"readotar <nome>" as traz de volta.', [
      ['DESDE', 'NOME', 'SUBDOMÍNIO', 'PLANO', 'CONTA', 'PEDIDO', 'ASSINATURA'],
      ...aplicacoes.map((each) => [
        at(each.desde),
        `${each.nome}${each.cluster ? ` (${each.cluster})` : ''}`,
        each.subdominio,
        `${soldWords(each.plano)}${each.suspensa ? ', suspenso' : ''}`,
        each.email ?? each.conta ?? 'não diz',
        each.pedido ?? 'não diz',
        each.assinatura ?? '',
      ]),
    ]),
    ...table('Assinaturas sem linha', 'Não as encerre: veja antes se são de uma aplicação daqui.', [
      ['DESDE', 'ASSINATURA', 'VALOR', 'REFERÊNCIA', 'CLIENTE'],
      ...assinaturas.map((each) => [
        each.desde === null ? '' : formatDay(each.desde),
        each.id,
        `${formatPrice(each.valorCentavos)} ${operatorWord(each.ciclo)}`,
        each.referencia,
        each.cliente,
      ]),
    ]),
    ...table('Grupos sem pedido nem aplicação', 'Um grupo com contas impede vender o nome de novo.', [
      ['SUBDOMÍNIO', 'CONTAS'],
      ...grupos.map(({ subdominio, contas }) => [subdominio, contas.join(', ') || 'nenhuma']),
    ]),
    ...table('Linhas que diferem', '"historico <subdomínio>" conta o que se sabe.', [
      ['SUBDOMÍNIO', 'PLANO', 'PEDIDO', 'CONTA', 'O QUE DIFERE'],
      ...linhas.map((each) => [
        each.subdominio,
        soldWords(each.plano),
        each.pedido,
        each.conta,
        `${reasons[each.motivo]}${each.noCluster === null ? '' : ` (${soldWords(each.noCluster)})`}`,
      ]),
    ]),
    ...(naoLidos.length === 0 ? [] : [`Não foi possível ler: ${naoLidos.join(', ')}. Repita o comando.`]),
  ];
  return parts.length === 0 ? 'Nada sem linha, e nenhuma linha difere.' : parts.join('\n');
};

export const printReadopted = (found: ReadoptedEnvironment): string => {
  const { situacao, aplicacao, pedido, subdominio, conta, email, assinatura, pessoas, cobrancas } = found;
  if (situacao === 'ja-tinha-linha') return `Já tem linha: ${subdominio} (pedido ${pedido}). Nada a fazer.`;
  const price =
    assinatura === null ? '' : `, ${formatPrice(found.valorCentavos)} ${operatorWord(found.ciclo)}`;
  return [
    situacao === 'feito'
      ? `De volta: ${subdominio} (${aplicacao}), pedido ${pedido}.`
      : `Voltaria: ${subdominio} (${aplicacao}), pedido ${pedido}. Nada foi escrito: repita com --sim.`,
    `  dono ${email ?? conta}, plano ${soldWords(found.plano)}${price}`,
    `  ${assinatura === null ? 'sem assinatura' : `assinatura ${assinatura}, ${cobrancas} cobranças`}; outras pessoas: ${pessoas.join(', ') || 'nenhuma'}`,
    `  Não se sabe mais: ${found.perdido.join('; ')}.`,
  ].join('\n');
};
