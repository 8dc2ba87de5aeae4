/**
 * Everyday words and the documentation's words for the same thing.
 *
 * Owns: this list, and the words of a question that carry no meaning. All without accents, in the singular where there
 * is one; word-forms.ts adds plurals and accents.
 */

/** Articles, prepositions, pronouns and the verbs that start most questions. */
const empty =
  'a ao aos as ate com como consigo da das de devo diz dizer do dos e ela ele em entre era essa esse ' +
  'esta este eu faco fazer foi fui funciona ha isso ja la lhe mas me mesmo meu meus minha minhas muito ' +
  'na nao nas nem no nos num numa o of onde os ou para pela pelas pelo pelos por porque posso pra ' +
  'preciso quais qual quando quanta quantas quanto quantos que quem quer quero sao se sem ser serve ' +
  'seu seus significa so sua suas tem tenho ter the um uma vai voce vou';

export const emptyWords: ReadonlySet<string> = new Set(empty.split(' '));

/** The reader's word → the articles' words. */
const everyday: Readonly<Record<string, readonly string[]>> = {
  adicionar: ['criar'],
  agrupar: ['grupo', 'juntar'],
  alarme: ['alerta', 'aviso'],
  alerta: ['aviso', 'notificacao'],
  alertar: ['alerta', 'aviso'],
  allowlist: ['liberar', 'firewall'],
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
  checagem: ['verificacao'],
  checar: ['verificar'],
  colega: ['equipe', 'usuario'],
  comecar: ['inicio', 'primeiro', 'rapido'],
  convidar: ['usuario', 'acesso'],
  copiar: ['clonar'],
  custa: ['preco', 'plano'],
  custo: ['preco', 'plano'],
  deletar: ['apagar'],
  duplicado: ['duas'],
  duplicar: ['clonar'],
  email: ['e-mail', 'smtp'],
  empresarial: ['custa'],
  esqueci: ['esqueceu', 'recuperacao'],
  essencial: ['custa'],
  etiqueta: ['tag'],
  excluir: ['apagar'],
  fatura: ['cobranca'],
  gratis: ['gratuito', 'plano'],
  grupo: ['equipe'],
  horario: ['hora'],
  integracao: ['webhook', 'api'],
  integrar: ['webhook', 'api'],
  lentidao: ['latencia', 'resposta'],
  lento: ['latencia', 'resposta'],
  limite: ['inclui', 'maximo'],
  logar: ['entrar', 'login'],
  logo: ['icone', 'marca'],
  logotipo: ['logo', 'icone'],
  madrugada: ['silencio'],
  mandar: ['enviar'],
  marca: ['logo'],
  medio: ['media'],
  mensagem: ['aviso'],
  mensalidade: ['preco', 'plano'],
  minimo: ['menor'],
  mudar: ['trocar'],
  notificacao: ['aviso', 'alerta'],
  offline: ['desligado', 'queda'],
  pagar: ['preco', 'plano'],
  percentual: ['porcentagem', 'disponibilidade'],
  personalizar: ['aparencia', 'marca'],
  pessoa: ['usuario', 'equipe', 'acesso'],
  pix: ['cartao', 'pagamento'],
  porcentagem: ['disponibilidade'],
  preco: ['custa'],
  pro: ['custa'],
  programada: ['janela', 'agendada'],
  remover: ['apagar', 'tirar'],
  reparo: ['recuperar', 'mttr'],
  repetido: ['duas'],
  script: ['push'],
  senha: ['seguranca', 'acesso'],
  sistema: ['api'],
  ssl: ['certificado', 'https'],
  tag: ['etiqueta'],
  tela: ['painel'],
  trocar: ['mudar'],
  usuario: ['pessoa', 'acesso'],
  valor: ['custa', 'preco'],
  vencendo: ['validade', 'vencimento', 'expira'],
  vencer: ['validade', 'expira'],
  vencimento: ['validade', 'expira'],
  whitelist: ['liberar', 'firewall'],
  zap: ['whatsapp'],
  zapzap: ['whatsapp'],
};

const known = new Map(Object.entries(everyday));

/** Other words that the documentation may use. Expects the word without accents, as listed or with a plural s. */
export function everydayMeanings(plain: string): readonly string[] {
  return known.get(plain) ?? known.get(plain.replace(/s$/, '')) ?? [];
}
