/**
 * Words of everyday speech and the words the documentation uses for the same thing.
 *
 * Owns: this list, and which words of a question carry no meaning of their own. All without accents, in the singular
 * where there is one; number and accents are read by word-forms.ts.
 */

/** Articles, prepositions, pronouns and the verbs every question begins with. */
const empty =
  'a ao aos as ate com como consigo da das de devo diz dizer do dos e ela ele em entre era essa esse ' +
  'esta este eu faco fazer foi fui funciona ha isso ja la lhe mas me mesmo meu meus minha minhas muito ' +
  'na nao nas nem no nos num numa o of onde os ou para pela pelas pelo pelos por porque posso pra ' +
  'preciso pro quais qual quando quanta quantas quanto quantos que quem quer quero sao se sem ser serve ' +
  'seu seus significa so sua suas tem tenho ter the um uma vai voce vou';

export const emptyWords: ReadonlySet<string> = new Set(empty.split(' '));

/** As a reader says it → as an article says it. */
const everyday: Readonly<Record<string, readonly string[]>> = {
  agrupar: ['grupo'],
  alarme: ['alerta', 'aviso'],
  alerta: ['aviso', 'notificacao'],
  alertar: ['alerta', 'aviso'],
  avisar: ['aviso', 'alerta', 'notificacao'],
  aviso: ['alerta', 'notificacao'],
  atualizacao: ['manutencao'],
  barato: ['preco', 'plano'],
  boleto: ['pagamento', 'plano'],
  caiu: ['queda', 'desligado', 'fora'],
  cair: ['queda', 'desligado'],
  cancelar: ['assinatura', 'plano'],
  celular: ['telefone', 'aplicativo'],
  colega: ['equipe', 'usuario'],
  comecar: ['inicio', 'primeiro'],
  convidar: ['usuario', 'acesso'],
  cor: ['cartao'],
  custa: ['preco', 'plano'],
  custo: ['preco', 'plano'],
  email: ['e-mail', 'smtp'],
  gratis: ['gratuito', 'plano'],
  grupo: ['equipe'],
  integrar: ['webhook', 'api'],
  lento: ['latencia', 'resposta'],
  lentidao: ['latencia', 'resposta'],
  logar: ['entrar', 'login'],
  logo: ['icone', 'marca'],
  logotipo: ['logo', 'icone'],
  madrugada: ['silencio'],
  mandar: ['enviar'],
  marca: ['logo'],
  medio: ['media'],
  mensagem: ['aviso'],
  mensalidade: ['preco', 'plano'],
  mudar: ['trocar'],
  notificacao: ['aviso', 'alerta'],
  offline: ['desligado', 'queda'],
  pagar: ['preco', 'plano'],
  personalizar: ['aparencia', 'marca'],
  pessoa: ['usuario', 'equipe', 'acesso'],
  preco: ['plano'],
  programada: ['janela', 'agendada'],
  reparo: ['recuperar', 'mttr'],
  script: ['push'],
  sistema: ['api'],
  site: ['pagina', 'url'],
  ssl: ['certificado', 'https'],
  tela: ['painel'],
  trocar: ['mudar'],
  usuario: ['pessoa', 'acesso'],
  valor: ['preco'],
  vencer: ['validade', 'expira'],
  vencendo: ['validade', 'vencimento', 'expira'],
  vencimento: ['validade', 'expira'],
  zap: ['whatsapp'],
  zapzap: ['whatsapp'],
};

const known = new Map(Object.entries(everyday));

/** What else the documentation may call it; the word without accents, in any number the list knows. */
export function everydayMeanings(plain: string): readonly string[] {
  return known.get(plain) ?? known.get(plain.replace(/s$/, '')) ?? [];
}
