/** `/api/conta/limites`: the monitors of the caller's environment against the plan, and which of them keep running. */
import { accountLimitsEndpoint, Limits, LimitsAnswer, LimitsChoice } from '#domain/contracts/limits.ts';
import { account } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { chooseKept, readLimits } from './read-limits.ts';

const route = routesWith<NeedsOf<typeof readLimits>>();

const description = 'O que está acima do plano, e o que foi ajustado.';
const words = {
  intervaloMinimo: 'Menor intervalo do plano, em segundos.',
  emFuncionamento:
    'Monitores que funcionam agora, que o limite conta; grupos não, e os de um grupo pausado sim.',
  total: 'Monitores do ambiente, com os pausados; grupos não contam.',
  aplica: 'Falso onde o que passa do plano só é avisado.',
  prazo: 'Quando o que passa do plano é ajustado, ISO 8601 em UTC; falta quando é dentro da hora, ou nunca.',
  numero: 'Monitores além do plano; falta enquanto não há.',
  excedentes: 'Quantos monitores passam do plano.',
  monitores: 'Os monitores de que se fala.',
  nome: 'Nome do monitor.',
  pausar: 'É um dos que seriam pausados?',
  tipo: 'Tipo do monitor, com o nome que a instância usa.',
  endereco: 'O que ele verifica, sem usuário e senha; falta quando o tipo não tem endereço.',
  intervalos: 'Monitores que checam mais do que o plano permite; falta enquanto não há.',
  segundos: 'Intervalo, em segundos.',
  repeticao: 'Intervalo de repetição depois de uma falha, em segundos; só quando é curto demais.',
  pausados: 'Monitores que pausamos.',
  aumentados: 'Monitores cujo intervalo aumentamos.',
  de: 'Intervalo que o monitor tinha, em segundos.',
  para: 'Intervalo que demos a ele, em segundos.',
  ambiente: '`nenhum`: a conta não tem ambiente. `sem-resposta`: ele não funciona ou não responde agora.',
  manter: 'Números dos monitores que continuam; no máximo quantos o plano inclui.',
};

export const limitsRoutes = [
  route({
    name: 'limits',
    method: 'get',
    path: accountLimitsEndpoint,
    chapter: 'Conta',
    summary: 'Os monitores e os limites do plano',
    description: 'Lido na hora, no próprio ambiente; só para a conta dona dele.',
    use: [account('account')],
    answers: { 200: { description, schema: LimitsAnswer } },
    errors: [],
    words,
    handle: (c, needs) => readLimits(needs, c.var.identity.subject),
  }),
  route({
    name: 'limitsChoice',
    method: 'post',
    path: accountLimitsEndpoint,
    chapter: 'Conta',
    summary: 'Escolher os monitores que continuam',
    description:
      'Vale para quando houver monitores a pausar: os escolhidos ficam por último. Uma lista vazia volta aos mais antigos. Repetir não muda nada.',
    use: [account('account'), json(LimitsChoice)],
    answers: { 200: { description, schema: Limits } },
    errors: ['order-missing', 'tenant-missing', 'tenant-unavailable'],
    words,
    handle: (c, needs) => chooseKept(needs, c.var.identity.subject, c.var.body),
  }),
];
