/** Mails to the operators: events at the processor that we did not cause, and differences. Each needs a person. */
import * as z from 'zod';
import { formatDay } from '#domain/billing/days.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import type { MailFact } from './layout.ts';
import type { MailTemplates } from './templates.ts';
import { Day, writeDay } from './words.ts';

const notices = {
  chargeback: {
    subject: 'Cobrança contestada',
    text: 'O titular do cartão contestou uma cobrança. O ambiente continua no ar, e o cliente não compra nada até a decisão: veja na operadora se responde à contestação. Se ela for perdida, os dias que essa cobrança paga deixam de valer, e os já usados ficam em aberto.',
  },
  'chargeback-lost': {
    subject: 'Contestação perdida',
    text: 'A operadora devolveu uma cobrança contestada. Os dias que ela pagava deixaram de valer, a assinatura foi removida e os dias já usados ficaram em aberto. Sem outra cobrança que pague o dia de hoje, o ambiente parou; os dados ficam guardados pelo prazo dos termos.',
  },
  'difference-returned': {
    subject: 'Diferença devolvida depois de uma contestação perdida',
    text: 'Uma contestação perdida levou dias sobre os quais o cliente tinha pago uma diferença para um plano maior. O que ele pagou a mais pelos dias que não serão entregues volta para o cartão: o estorno já foi pedido, e não há o que devolver à mão. Se a diferença tem nota fiscal e só uma parte volta, a nota continua pelo valor inteiro: substitua-a com a prefeitura, se o seu município pede.',
  },
  refunded: {
    subject: 'Cobrança devolvida',
    text: 'Uma cobrança foi devolvida na operadora sem que o site a devolvesse. Ela conta como contestação perdida: os dias que pagava deixaram de valer, e os já usados ficaram em aberto. Se a devolução foi feita à mão por você, perdoe a dívida que ela deixou: "npm run ops -- liberar" com --dividas.',
  },
  'charge-removed': {
    subject: 'Cobrança removida',
    text: 'Uma cobrança de um contrato em vigor foi removida na operadora. O período dela não será cobrado.',
  },
  'subscription-gone': {
    subject: 'Assinatura parada na operadora',
    text: 'Uma assinatura de um contrato em vigor foi removida ou desativada na operadora, e não por nós. Nada mais será cobrado. Se o ambiente estava no ar, continua no ar; se estava suspenso, continua parado e o cliente não tem mais o que pagar: encerre o contrato ("encerrar") para que ele possa contratar de novo.',
  },
  'subscription-alive': {
    subject: 'Assinatura sem contrato',
    text: 'A operadora cobra uma assinatura que o banco não conhece. Pode ser um cliente que paga e cujo registro se perdeu quando o banco voltou a um momento anterior: não a encerre antes de saber. "npm run ops -- orfaos" mostra se um ambiente deste pedido está no cluster, e "readotar" o traz de volta. Só sem ambiente, e se o contrato de quem paga terminou de verdade, remova-a na operadora e devolva o que foi pago. Veja "Devolver o banco" em docs/worst-day.md.',
  },
  'amount-differs': {
    subject: 'Valor cobrado diferente do contratado',
    text: 'Uma cobrança tem outro valor do que foi contratado. Nada foi mudado: confira qual dos dois está certo.',
  },
  'late-payment': {
    subject: 'Pagamento depois do fim do contrato',
    text: 'Uma cobrança foi paga depois que o contrato terminou. Ela precisa ser devolvida.',
  },
  'end-stuck': {
    subject: 'Fim de contrato que não se conclui',
    text: 'Um cancelamento ou uma desistência espera há mais de um dia pela operadora ou pelo cluster. Continuamos tentando a cada hora. Em uma desistência, confira se a conta na operadora tem saldo para a devolução.',
  },
  'renewal-stuck': {
    subject: 'Nova tentativa de cobrança que não se conclui',
    text: 'Há mais de um dia a nova tentativa de uma cobrança não é feita, e o cartão também não é recusado. O cliente não foi avisado de nada e o ambiente continua no ar. Continuamos tentando, no máximo a cada hora: veja o motivo na operadora.',
  },
  'upgrade-stuck': {
    subject: 'Mudança de plano que não se conclui',
    text: 'Uma mudança de plano já decidida espera há mais de um dia pela operadora ou pelo cluster. Continuamos tentando: veja nos registros qual dos dois a recusa e por quê.',
  },
  'purchase-held': {
    subject: 'Compra que espera por uma pessoa',
    text: 'Quem já desfez duas compras em doze meses quer contratar de novo, e leu que respondemos por e-mail em até um dia útil. Veja o histórico e responda; para deixar comprar, "npm run ops -- liberar" com a conta abaixo.',
  },
  'card-change-stuck': {
    subject: 'Troca de cartão que não se conclui',
    text: 'Há mais de um dia um cartão novo espera para entrar na assinatura. Continuamos tentando: veja em "historico" e na operadora por que ela não o aceita. A próxima cobrança ainda usa o cartão de antes.',
  },
  'card-page-failed': {
    subject: 'Cartão da página da operadora não serviu',
    text: 'O cliente informou um cartão na página da operadora, e ela não o mostrou ou não o aceitou na assinatura. A assinatura que a página abriu foi removida e nada foi cobrado, mas o cartão de antes continua: peça ao cliente que tente de novo.',
  },
  'fiscal-note-error': {
    subject: 'Nota fiscal com erro',
    text: 'A prefeitura ou a operadora recusou a nota fiscal de uma cobrança; o motivo está abaixo. O cliente não foi avisado de nada. Conserte a causa na operadora e peça de novo: "npm run ops -- notas --repetir" com a cobrança.',
  },
  'fiscal-note-late': {
    subject: 'Nota fiscal que não sai',
    text: 'Há mais de um dia a nota fiscal de uma cobrança espera para ser emitida. Continuamos olhando: veja na operadora o que falta. "npm run ops -- notas" lista todas.',
  },
  'fiscal-cancel-denied': {
    subject: 'Cancelamento de nota fiscal recusado',
    text: 'O valor de uma cobrança voltou, e a prefeitura recusou cancelar a nota fiscal dela. Cancele com a prefeitura à mão, ou peça de novo: "npm run ops -- notas --repetir" com a cobrança.',
  },
  'upgrade-returned': {
    subject: 'Mudança de plano paga e não entregue: valor devolvido',
    text: 'Os limites de uma mudança de plano paga não puderam ser aplicados no prazo. O valor foi devolvido e o contrato voltou a ser o que era: veja nos registros por que o cluster a recusou.',
  },
  undelivered: {
    subject: 'Pago e sem ambiente: a criação falhou',
    text: 'Um pedido pago parou em ERRO e o cliente não tem ambiente. Veja o motivo com "historico", conserte a causa e use "reprovisionar". Sem entrega dentro do prazo o pedido é encerrado e tudo o que foi pago volta ao cliente, sem que você precise fazer nada.',
  },
  'undelivered-slow': {
    subject: 'Pago e sem ambiente há uma hora',
    text: 'Um pedido pago está em andamento há mais de uma hora. Veja com "historico" em que etapa ele espera e se o serviço dela responde: consertado o serviço, ele segue sozinho. Sem entrega dentro do prazo o pedido é encerrado e tudo o que foi pago volta ao cliente.',
  },
  'name-occupied': {
    subject: 'Nome ocupado no cluster: ambiente não criado',
    text: 'O nome de um pedido novo já está em uso por um ambiente que não é dele, e que o banco não conhece: quase sempre um cliente que se perdeu quando o banco voltou a um momento anterior. O pedido parou em ERRO, e nada desse ambiente foi tocado. Ele pode ser de quem paga por ele: não apague nada antes de saber de quem é. Veja "name-occupied" em docs/runbooks.md.',
  },
  'closing-stuck': {
    subject: 'Pedido encerrado que não se conclui',
    text: 'Um pedido foi encerrado sem entrega há mais de um dia e ainda não terminou: a assinatura ou a aplicação não pôde ser removida, ou a operadora recusa a devolução. O dinheiro só volta depois que a aplicação for removida. Continuamos tentando, no máximo a cada hora: veja nos registros ("cancellation-postponed") o que falta.',
  },
  'removal-stuck': {
    subject: 'Ambiente encerrado que não sai do cluster',
    text: 'O prazo dos dados deste ambiente acabou, ou alguém mandou apagá-lo, e há mais de um dia a remoção não se conclui. Enquanto isso os dados do cliente continuam no disco e o nome não fica livre. Continuamos tentando, no máximo a cada hora: veja com "trabalho" o que resta, e "Uma aplicação que não some" em docs/runbooks.md.',
  },
  'fleet-failed': {
    subject: 'Versão nova parou em um ambiente',
    text: 'A caminhada por todos os ambientes parou neste: com a versão nova ele não ficou pronto, ou não se lê. Ele volta à versão de antes, e nenhum outro é tocado. Veja "versao" e "Subir de versão, e voltar" em docs/worst-day.md.',
  },
  'move-failed': {
    subject: 'Ambiente que não mudou de cluster',
    text: 'A cópia com que este ambiente mudaria de cluster não ficou pronta em pouco mais de uma hora, ou o ambiente acabou antes. Nada foi mudado: ele continua onde estava. Veja o CronJob "copies" dele, e "Mudar um ambiente de cluster" em docs/worst-day.md.',
  },
  'move-stuck': {
    subject: 'Ambiente que não chega ao outro cluster',
    text: 'Há mais de um dia um ambiente muda de cluster, e não chega: ou o antigo não para, ou o novo não responde com a cópia, ou o antigo não se apaga. Continuamos tentando. Veja com "trabalho" o que falta, e "Mudar um ambiente de cluster" em docs/worst-day.md.',
  },
  'restore-stuck': {
    subject: 'Ambiente que não volta da cópia',
    text: 'Há mais de um dia um ambiente deve voltar de uma cópia, e ainda não responde com ela. Ele está fora do ar. Veja o contêiner "fetch" do pod dele: quase sempre a cópia pedida não existe, ou o armazenamento não responde. Veja "Devolver o volume de um cliente" em docs/worst-day.md.',
  },
  'deletion-stuck': {
    subject: 'Exclusão de conta que não se conclui',
    text: 'Uma pessoa pediu a exclusão da própria conta há mais de um dia, e ela ainda não terminou. Continuamos tentando, no máximo a cada hora: rode "apagar" com a conta abaixo, que diz o que resta, e veja "A exclusão que não termina" em docs/runbooks.md.',
  },
  'environments-ceiling': {
    subject: 'Limite de ambientes novos do dia atingido',
    text: 'Hoje começaram tantos ambientes quanto NEW_ENVIRONMENTS_PER_DAY permite. Novos ambientes gratuitos são recusados até amanhã; os pagos seguem. Veja com "pedidos" de quem são: se são clientes, aumente o limite; se é um ataque, ponha uma regra na borda (docs/operating.md) e cancele os pedidos.',
  },
  'free-ceiling': {
    subject: 'Todos os ambientes gratuitos estão ocupados',
    text: 'Há tantos ambientes gratuitos quanto FREE_ENVIRONMENTS_MAX permite. Os que existem não mudam; quem pede um gratuito novo é recusado com uma frase que oferece os planos pagos, e os pagos seguem. Se os clusters têm lugar (veja com "prontidao"), aumente o limite; senão, acrescente nós antes. Veja "free-ceiling" em docs/runbooks.md. Este aviso vem no máximo uma vez por dia.',
  },
  'full-house': {
    subject: 'Nenhum cluster tem lugar',
    text: 'Não há lugar para um ambiente novo. Os que existem não mudam, mas todo cadastro novo é recusado antes de qualquer cobrança, com uma frase que pede para tentar mais tarde. Aumente "capacity" em CLUSTERS (ou CLUSTER_CAPACITY), se o cluster aguenta, ou acrescente nós ou um cluster, e publique: veja "no-room" em docs/runbooks.md. Este aviso vem no máximo uma vez por dia.',
  },
  'limits-resumed': {
    subject: 'O que passa do plano volta sempre a funcionar',
    text: 'Este ambiente passa do limite do plano, e o que pausamos ou ajustamos foi desfeito no painel três vezes ou mais em um dia, quase sempre por um programa. Ele agora é conferido a cada cinco minutos, e o cliente recebe um e-mail por dia. Não há nada a consertar: se continuar, fale com o cliente sobre um plano maior. Este aviso vem uma vez por ambiente.',
  },
  'alert-breaker': {
    subject: 'Recusas demais: nenhum destino de avisos é desligado',
    text: 'Muitos destinos de avisos foram recusados em pouco tempo, como quando o provedor erra, e por isso nenhuma recusa desliga mais ninguém: a mensagem recusada é dada como recusada, e o destino continua. Veja quem foi desligado antes com "npm run ops -- religar", ligue de novo com --sim e, quando o provedor responder bem, volte ao normal com --rearmar. Veja "Recusas em série" em docs/runbooks.md.',
  },
  'alert-defect': {
    subject: 'O provedor de e-mail recusa um identificador nosso',
    text: 'Um aviso foi recusado porque o identificador com que o mandamos não serve. É um defeito nosso, e a mensagem não saiu: veja no registro a chamada desta hora.',
  },
  'alert-flood': {
    subject: 'Avisos demais de um ambiente',
    text: 'Um ambiente mandou hoje mudanças de mais monitores do que quatro vezes o que o plano dele permite. Isso não vem do uso: alguém pode ter o código do ambiente. O que veio dos monitores a mais foi descartado; os outros avisam como sempre. Veja “alert-flood” em docs/alerts.md. Este aviso vem uma vez por dia e ambiente.',
  },
  'alert-silence': {
    subject: 'Muitos ambientes sem notícia',
    text: 'Mais de vinte ambientes que deveriam estar no ar não contam nada dos monitores há meia hora: quase sempre é a saída do cluster, ou este site. Nenhum dono recebeu o e-mail que contaria isso; decida se conta, por exemplo com "incidente". Quando forem vinte ou menos, os donos dos que restarem são avisados. A prontidão cita os nomes; veja “Ambientes sem notícia” em docs/runbooks.md. Este aviso vem uma vez por dia.',
  },
  'alert-network': {
    subject: 'Um cluster parece sem rede para fora',
    text: 'Monitores de vinte ambientes ou mais deste cluster caíram em dois minutos, e os sites deles respondem quando perguntados de outra rede. Quase sempre é a saída do cluster para a internet, ou o DNS dele. Os avisos decididos agora dizem que pode ser a nossa rede, e esperam até cinco minutos. Veja "Um cluster sem rede para fora" em docs/runbooks.md. Este aviso vem uma vez por vez que acontece.',
  },
  onboarding: {
    subject: 'Implantação assistida a combinar',
    text: 'Um contrato do plano Empresarial começou, e a implantação assistida vai com ele. Fale com o cliente até o dia abaixo: o que vigiar, quem entra, quem é avisado, como trazer o que já existe. A página da conta dele diz o mesmo dia. No fim, diga "npm run ops -- implantacao" com o painel e --concluida.',
  },
  withdrawal: {
    subject: 'Desistência em 7 dias',
    text: 'Um cliente desistiu de uma compra, e o valor foi devolvido; se a cobrança está em contestação, volta com a decisão do banco. Se era a contratação, a assinatura foi removida e o ambiente parou; se era uma diferença, ele voltou ao plano de antes. Não há nada a fazer.',
  },
} as const;

export type OperatorNotice = keyof typeof notices;
export const operatorNotices = Object.keys(notices) as [OperatorNotice, ...OperatorNotice[]];

const OperatorNoticePayload = z.object({
  kind: z.enum(operatorNotices),
  subdominio: z.string().nullable(),
  /** Id of the charge or subscription at the processor; for a daily notice, the day. */
  reference: z.string(),
  /** Our reference at the processor: an order or a change of plan. */
  ordered: z.string().optional(),
  /** The account, for notices about a person instead of a charge. */
  who: z.string().optional(),
  /** Load of each cluster, for notices about clusters. */
  clusters: z.string().optional(),
  amountCentavos: z.int().nullable().optional(),
  /** The price sold, when it differs from `amountCentavos`. */
  soldCentavos: z.int().nullable().optional(),
  dueDate: Day.nullable().optional(),
  /** The last day to talk to the customer. */
  talkUntil: Day.optional(),
  /** The problem in more detail, such as the processor's own words. */
  problem: z.string().optional(),
});
export type OperatorNoticePayload = z.output<typeof OperatorNoticePayload>;

/** Notices whose reference is an order. */
const ofOrder: ReadonlySet<OperatorNotice> = new Set([
  'restore-stuck',
  'removal-stuck',
  'fleet-failed',
  'move-failed',
  'move-stuck',
  'name-occupied',
  'difference-returned',
  'limits-resumed',
  'alert-flood',
  'onboarding',
]);

/** Notices whose reference is a day. */
const ofDay: ReadonlySet<OperatorNotice> = new Set(['environments-ceiling', 'free-ceiling', 'alert-silence']);

/** The lines that identify the order or person. */
function subjectOf({
  kind,
  reference,
  who,
  clusters,
}: Pick<OperatorNoticePayload, 'kind' | 'reference' | 'who' | 'clusters'>): MailFact {
  if (clusters !== undefined) return { label: 'Clusters', value: clusters };
  if (ofDay.has(kind)) return { label: 'Dia', value: formatDay(reference) };
  if (ofOrder.has(kind)) return { label: 'Pedido', value: reference };
  return who === undefined ? { label: 'Na operadora', value: reference } : { label: 'Conta', value: who };
}

export const operatorMails: MailTemplates = {
  'operator-notice': (payload, { supportEmail }) => {
    const { kind, subdominio, amountCentavos, soldCentavos, dueDate, talkUntil, problem, ordered, ...about } =
      OperatorNoticePayload.parse(payload);
    const { subject, text } = notices[kind];
    return {
      to: supportEmail,
      content: {
        subject: `[Operação] ${subject}${subdominio === null ? '' : `: ${subdominio}`}`,
        isInternal: true,
        paragraphs: [text],
        facts: [
          ...(subdominio === null ? [] : [{ label: 'Ambiente', value: subdominio }]),
          subjectOf({ kind, ...about }),
          ...(ordered === undefined ? [] : [{ label: 'Pedido', value: ordered }]),
          ...(amountCentavos == null ? [] : [{ label: 'Valor', value: formatPrice(amountCentavos) }]),
          ...(soldCentavos == null ? [] : [{ label: 'Contratado', value: formatPrice(soldCentavos) }]),
          ...(dueDate == null ? [] : [{ label: 'Vencimento', value: writeDay(dueDate) }]),
          ...(talkUntil === undefined ? [] : [{ label: 'Falar até', value: writeDay(talkUntil) }]),
          ...(problem === undefined ? [] : [{ label: 'Motivo', value: problem }]),
        ],
      },
    };
  },
};
