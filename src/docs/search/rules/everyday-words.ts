/**
 * Everyday words and the documentation's words for the same thing.
 *
 * Owns: this list, and the words of a question that carry no meaning. All without accents, in the singular where there
 * is one; word-forms.ts adds plurals and accents.
 */

/** Articles, prepositions, pronouns and the verbs that start most questions. */
import { stemOf } from '#domain/text/tokens.ts';

const empty =
  'a ao aos as ate com como consegue conseguir consigo da das de devo diz dizer do dos e ela ele em entre era essa esse ' +
  'esta este eu faco fazer foi fui funciona ha isso ja la lhe mas me mesmo meu meus minha minhas muito ' +
  'na nao nas nem no nos num numa o of onde os ou para pela pelas pelo pelos por porque posso pra ' +
  'preciso quais qual quando quanta quantas quanto quantos que quem quer quero sao se sem ser serve ' +
  'seu seus significa so sua suas tem tenho ter the um uma vai voce vou';

export const emptyWords: ReadonlySet<string> = new Set(empty.split(' '));

/** The reader's word → the articles' words. */
const everyday: Readonly<Record<string, readonly string[]>> = {
  adicionar: ['criar', 'convidar'],
  agrupar: ['grupo', 'juntar'],
  alarme: ['alerta', 'aviso'],
  alerta: ['aviso', 'notificacao'],
  alertar: ['alerta', 'aviso'],
  allowlist: ['liberar', 'firewall'],
  anuidade: ['anual'],
  aplicativo: ['celular'],
  app: ['aplicativo', 'celular'],
  assinatura: ['plano', 'renovacao'],
  atualizacao: ['manutencao'],
  avisado: ['aviso'],
  avisar: ['aviso', 'alerta', 'notificacao'],
  aviso: ['alerta', 'notificacao'],
  badge: ['selo'],
  barato: ['preco', 'plano'],
  bloqueado: ['liberar', 'firewall'],
  boleto: ['cartao', 'pagamento'],
  cair: ['queda', 'desligado'],
  caiu: ['queda', 'desligado', 'fora'],
  cancelar: ['desistir', 'encerrar'],
  celular: ['telefone', 'aplicativo'],
  chamar: ['convidar'],
  checagem: ['verificacao'],
  checar: ['verificar'],
  chegar: ['receber'],
  colaborador: ['pessoa', 'convidar', 'usuario'],
  colega: ['equipe', 'usuario'],
  comecar: ['inicio', 'primeiro', 'rapido'],
  comprovante: ['recibo', 'nota'],
  confiavel: ['autoridade', 'assinado'],
  convidar: ['usuario', 'acesso'],
  copiar: ['clonar'],
  cs: ['counter-strike', 'fps'],
  cs2: ['counter-strike', 'fps'],
  csgo: ['counter-strike', 'fps'],
  cuidar: ['vendo'],
  cupom: ['preco', 'plano'],
  custa: ['preco', 'plano'],
  custo: ['preco', 'plano'],
  debito: ['cartao', 'pagamento'],
  deletar: ['apagar'],
  demorar: ['tempo'],
  deposito: ['pagamento', 'cartao'],
  descadastrar: ['sair', 'aviso', 'desligar'],
  desconto: ['anual', 'ano'],
  desinscrever: ['sair', 'aviso', 'desligar'],
  devolucao: ['desistir', 'devolve'],
  diminuir: ['menor', 'mudar'],
  dinheiro: ['desistir', 'devolve', 'pagamento'],
  domingo: ['silencio', 'horario'],
  dono: ['responsavel', 'contratou'],
  downgrade: ['menor', 'mudar'],
  downtime: ['queda', 'disponibilidade'],
  duplicado: ['duas'],
  duplicar: ['clonar'],
  email: ['e-mail', 'smtp'],
  empregado: ['pessoa', 'convidar'],
  empresarial: ['custa'],
  esqueci: ['esqueceu', 'recuperacao'],
  essencial: ['custa'],
  estagiario: ['pessoa', 'convidar'],
  estornar: ['desistir', 'devolve'],
  estorno: ['desistir', 'devolve'],
  etapa: ['fatores', 'passo'],
  etiqueta: ['tag'],
  excluir: ['apagar'],
  expirar: ['expiracao', 'vencer', 'validade'],
  fatura: ['cobranca'],
  feriado: ['silencio', 'horario'],
  free: ['gratuito', 'plano'],
  funcionario: ['pessoa', 'convidar', 'usuario'],
  fuso: ['hora', 'preferencias'],
  galera: ['comunidade', 'equipe'],
  game: ['jogo'],
  graca: ['gratuito', 'plano'],
  gratis: ['gratuito', 'custa', 'plano'],
  gratuito: ['custa'],
  grupo: ['equipe'],
  gta: ['fivem', 'jogo'],
  horario: ['hora'],
  inadimplente: ['atraso', 'cobranca'],
  integracao: ['webhook', 'api'],
  integrante: ['pessoa', 'usuario'],
  integrar: ['webhook', 'api'],
  lag: ['latencia', 'ping'],
  lentidao: ['latencia', 'resposta'],
  lento: ['latencia', 'resposta'],
  ligacao: ['telefone', 'plantao'],
  limite: ['cota', 'inclui', 'maximo'],
  logar: ['entrar', 'login'],
  logo: ['icone', 'marca'],
  logotipo: ['logo', 'icone'],
  madrugada: ['silencio'],
  mandar: ['enviar'],
  marca: ['logo'],
  medio: ['media'],
  membro: ['pessoa', 'usuario'],
  mensagem: ['aviso'],
  mensalidade: ['cobranca', 'preco', 'plano'],
  migrar: ['trazer', 'importar'],
  min: ['minuto'],
  mine: ['minecraft'],
  minimo: ['menor'],
  mudar: ['trocar'],
  noite: ['madrugada', 'silencio'],
  notificacao: ['aviso', 'alerta'],
  offline: ['desligado', 'queda'],
  pagar: ['pagamento', 'preco', 'plano'],
  palworld: ['jogo', 'gamedig'],
  parar: ['sair', 'desligar', 'silencio'],
  parceiro: ['pessoa', 'convidar'],
  parcela: ['ciclo', 'cartao'],
  paypal: ['pagamento', 'cartao'],
  percentual: ['porcentagem', 'disponibilidade'],
  perder: ['levar', 'guardar'],
  permissao: ['acesso', 'pode'],
  personalizar: ['aparencia', 'marca'],
  pessoa: ['usuario', 'equipe', 'acesso'],
  pix: ['cartao', 'pagamento'],
  player: ['jogador'],
  porcentagem: ['disponibilidade'],
  preco: ['custa'],
  pro: ['custa'],
  programada: ['janela', 'agendada'],
  promocao: ['preco', 'plano'],
  proprietario: ['responsavel', 'contratou'],
  quantas: ['limite', 'cota', 'inclui'],
  quantos: ['limite', 'cota', 'inclui'],
  receber: ['chegar'],
  reduzir: ['menor', 'mudar'],
  reembolso: ['desistir', 'devolve'],
  remover: ['apagar', 'tirar'],
  reparo: ['recuperar', 'mttr'],
  repetido: ['duas'],
  ressarcimento: ['desistir', 'devolve'],
  rodar: ['comecar'],
  rp: ['fivem', 'jogo'],
  sabado: ['silencio', 'horario'],
  sair: ['levar', 'encerrar'],
  samp: ['jogo', 'gamedig'],
  script: ['push'],
  senha: ['seguranca', 'acesso'],
  server: ['servidor'],
  silenciar: ['silencio'],
  sistema: ['api'],
  socio: ['pessoa', 'convidar'],
  ssl: ['certificado', 'https'],
  tag: ['etiqueta'],
  tela: ['painel'],
  telefonema: ['telefone', 'plantao'],
  terraria: ['jogo', 'gamedig'],
  titular: ['responsavel', 'contratou'],
  transferencia: ['pagamento', 'pix', 'cartao'],
  transferir: ['trocar', 'responsavel'],
  trocar: ['mudar'],
  unsubscribe: ['sair', 'aviso', 'desligar'],
  upgrade: ['maior', 'mudar'],
  uptime: ['disponibilidade'],
  usuario: ['pessoa', 'acesso'],
  valor: ['custa', 'preco'],
  vencendo: ['expiracao', 'vence', 'validade'],
  vencer: ['expiracao', 'vence', 'validade'],
  vencimento: ['expiracao', 'vence', 'validade'],
  whitelist: ['liberar', 'firewall'],
  zap: ['whatsapp'],
  zapzap: ['whatsapp'],
  zomboid: ['jogo', 'gamedig'],
};

/** What several words mean together; their own meanings then count less. */
const phrases: readonly (readonly [said: string, meanings: readonly string[]])[] = [
  ['dinheiro de volta', ['desistir', 'devolve']],
  ['versao de graca', ['gratuito', 'custa']],
  ['versao gratis', ['gratuito', 'custa']],
  ['duas etapas', ['fatores', '2fa']],
  ['jogadores online', ['jogadores']],
  ['players online', ['jogadores']],
  ['deixar de receber', ['parar', 'sair']],
  ['no gratis', ['gratuito', 'custa']],
  ['no gratuito', ['gratuito', 'custa']],
  ['sair da vigia', ['levar', 'exportar']],
  ['nao consigo entrar', ['acesso', 'negado']],
  ['perdi a senha', ['esqueci', 'recuperacao']],
  ['perdi minha senha', ['esqueci', 'recuperacao']],
  ['email do login', ['conta', 'responsavel']],
  ['e-mail do login', ['conta', 'responsavel']],
  ['painel nao abriu', ['criacao', 'pronto']],
  ['painel nao abre', ['criacao', 'pronto']],
  ['fim de semana', ['silencio']],
];

const known = new Map(Object.entries(everyday));

export const everydayWords: readonly string[] = [...known.keys()];

/** A shorter stem is that of other words too: "para" is no form of "parar". */
const VERB_STEM_LETTERS_MIN = 4;
/** By stem, because a verb is listed in its infinitive only. */
const verbs = new Map(
  everydayWords
    .filter((word) => /[aei]r$/.test(word) && stemOf(word).length >= VERB_STEM_LETTERS_MIN)
    .map((word) => [stemOf(word), known.get(word)]),
);

/** What the words at this place mean together with their neighbours. */
export function phraseMeanings(words: readonly string[], place: number): readonly string[] {
  for (const [said, meanings] of phrases) {
    const parts = said.split(' ');
    const starts = parts.map((_part, before) => place - before);
    if (starts.some((start) => start >= 0 && parts.every((part, index) => words[start + index] === part)))
      return meanings;
  }
  return [];
}

/**
 * Other words that the documentation may use. Expects the word without accents, as listed, with a plural s, or another
 * form of a listed verb.
 */
export function everydayMeanings(plain: string): readonly string[] {
  return known.get(plain) ?? known.get(plain.replace(/s$/, '')) ?? verbs.get(stemOf(plain)) ?? [];
}
