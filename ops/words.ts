/**
 * Sentences for operators instead of customers, and the meaning of events.
 *
 * The API answers with the customers' sentences ("faça um upgrade", "nada foi cobrado"); an operator needs the next
 * step.
 */
import type { ErrorCode } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';

const inRunbooks = (code: ErrorCode): string => `Veja ${code} em docs/runbooks.md.`;

/** The operator's sentence for each error code of an operator command. */
export const refusals = {
  'invalid-request': 'A API não entendeu o comando: ela e este repositório são de versões diferentes.',
  'validation-failed': 'O comando não pode ser feito assim:',
  'body-too-large': 'O comando é grande demais.',
  'unsupported-media-type': 'A API não entendeu o comando: ela e este repositório são de versões diferentes.',
  'origin-refused': 'A API recusou a origem. OPS_API_URL é o endereço dela?',
  'method-not-allowed': 'A API não conhece este comando: ela e este repositório são de versões diferentes.',
  'not-found': 'Não há nada com este identificador.',
  unauthenticated: `A API não aceitou o token de vigia-ops. ${inRunbooks('unauthenticated')}`,
  forbidden: 'O cliente vigia-ops não tem o papel "operador": "npm run ops -- realm" diz o que falta.',
  'rate-limited': 'Muitos comandos em pouco tempo. Espere um minuto.',
  'identity-unavailable': `A API não alcança a identidade. ${inRunbooks('identity-unavailable')}`,
  'idempotency-in-progress': 'Algo deste cliente está sendo tratado agora. Espere um minuto e repita.',
  'tenant-exists':
    'Este pedido está concluído. "encerrar" termina o contrato; "apagar" remove também o ambiente e os dados.',
  'tenant-missing': 'Este pedido não tem ambiente.',
  'order-missing': 'Não há pedido com este identificador.',
  'order-open': 'A conta ou o nome já tem outro pedido.',
  'order-closed': 'Este pedido foi encerrado e não volta a andar: a pessoa faz outro cadastro.',
  'subscription-missing': 'Não há assinatura neste contrato.',
  'upgrade-open': 'Há uma mudança de plano em andamento. Espere ela terminar ou vencer (24 horas) e repita.',
  'payment-declined': 'A operadora recusou o cartão. A pessoa precisa de outro: nada a repetir aqui.',
  'payment-unclear': `A operadora não disse o que fez. Repita em alguns minutos. ${inRunbooks('payment-unclear')}`,
  'messenger-unavailable': `O Telegram não respondeu, ou recusou o token do robô. Repetir é seguro. ${inRunbooks('messenger-unavailable')}`,
  'source-unavailable': `O UptimeRobot não respondeu. Repetir é seguro. ${inRunbooks('source-unavailable')}`,
  'payment-unavailable': `A operadora não respondeu, ou recusou a nossa chave. Repetir é seguro. ${inRunbooks('payment-unavailable')}`,
  'cluster-unavailable': `O Argo CD não respondeu. Repetir é seguro. ${inRunbooks('cluster-unavailable')}`,
  'tenant-unavailable': `O ambiente não respondeu. Repetir é seguro. ${inRunbooks('tenant-unavailable')}`,
  'cluster-refused': `O Argo CD recusou, e repetir não muda nada. ${inRunbooks('cluster-refused')}`,
  'name-occupied': `O nome está ocupado no cluster por um ambiente que não é deste pedido. ${inRunbooks('name-occupied')}`,
  internal: `Erro inesperado da API: procure o número da chamada no registro. ${inRunbooks('internal')}`,
} as const satisfies Partial<Record<ErrorCode, string>>;

const hasOperatorSentence = (code: string): code is keyof typeof refusals => Object.hasOwn(refusals, code);

/** The sentence for an operator; the API's own if it is not the customers' one. */
export function refusalSentence(code: string, sentence: string): string {
  if (!hasOperatorSentence(code)) return sentence;
  return sentence === message(`error.${code}`) ? refusals[code] : sentence;
}

/** The meaning of each event; the event's name is shown too, because documents and logs use it. */
export const eventWords: Readonly<Record<string, string>> = {
  'order-reserved': 'nome reservado',
  'move-asked': 'mudança de cluster pedida',
  'move-done': 'ambiente em outro cluster',
  'move-given-up': 'mudança de cluster desfeita: nada mudou',
  'restore-asked': 'volta de uma cópia pedida',
  'restore-done': 'ambiente de volta de uma cópia',
  'environment-taken': 'dados do ambiente baixados pelo dono',
  'order-readopted': 'ambiente trazido de volta ao banco',
  'order-expired': 'reserva vencida',
  'order-forgotten': 'pedido esquecido, desfeito pela tarefa',
  'order-closed': 'pedido encerrado sem ambiente',
  'order-cancelled': 'pedido desfeito',
  'charge-failed': 'cobrança não feita',
  'payment-event': 'aviso da operadora tratado',
  'payment-amount-differs': 'valor pago diferente do contratado',
  'provisioning-began': 'criação do ambiente começou',
  'provisioning-waits': 'uma etapa espera e é tentada de novo',
  'provisioning-failed': 'criação do ambiente falhou',
  'provisioning-restarted': 'criação do ambiente recomeçou',
  'provisioning-done': 'ambiente entregue',
  'operator-command': 'comando de operador',
  'operator-notice': 'aviso à equipe',
  'late-payment': 'pagamento que chegou tarde',
  'late-payment-applied': 'pagamento que chegou tarde, aplicado',
  'late-payment-refunded': 'pagamento que chegou tarde, devolvido',
  'renewal-failed': 'renovação não paga',
  'tenant-suspended': 'ambiente suspenso',
  'tenant-reactivated': 'ambiente reativado',
  'tenant-ended': 'ambiente encerrado',
  'tenant-removed': 'ambiente removido',
  'cancellation-requested': 'cancelamento pedido',
  'withdrawal-requested': 'desistência pedida',
  'contract-ended': 'contrato encerrado',
  'difference-returned': 'diferença devolvida depois de uma contestação perdida',
  'upgrade-asked': 'mudança de plano pedida',
  'upgrade-applied': 'mudança de plano em vigor',
  'upgrade-closed': 'mudança de plano fechada',
  'upgrade-charge-failed': 'cobrança da mudança de plano não feita',
  'upgrade-called-off': 'mudança de plano desfeita',
  'card-changed': 'cartão trocado',
  'card-change-closed': 'troca de cartão fechada',
  'fiscal-note': 'nota fiscal',
  reconciliation: 'conferência com a operadora',
  'limits-over': 'acima dos limites do plano',
  'limits-applied': 'limites do plano cumpridos',
  'limits-undone': 'limites do plano desfeitos',
  'monitors-prohibited': 'monitores contra os termos',
  'monitors-allowed': 'nenhum monitor contra os termos',
  'person-invited': 'pessoa convidada',
  'person-joined': 'pessoa entrou',
  'person-left': 'pessoa saiu',
  'person-removed': 'pessoa retirada',
  'person-paused': 'acesso pausado: faltam lugares no plano',
  'person-resumed': 'acesso de volta',
  'customer-deleted': 'dados apagados',
  'alert-recipient-on': 'destino de avisos confirmado',
  'alert-recipient-off': 'destino de avisos desligado',
};

/** What each mail is; its template's name is shown too, because rows and logs use it. */
export const mailWords: Readonly<Record<string, string>> = {
  'order-received': 'pedido recebido, com o contrato aceito',
  welcome: 'o ambiente está pronto',
  'payment-confirmed': 'pagamento confirmado',
  'renewal-notice': 'renovação anual avisada',
  'payment-failed': 'cobrança que não passou',
  suspended: 'ambiente suspenso',
  reactivated: 'ambiente de volta',
  'upgrade-applied': 'mudança de plano em vigor',
  cancelled: 'cancelamento confirmado',
  withdrawn: 'desistência confirmada',
  'difference-withdrawn': 'desistência de uma mudança de plano',
  'charge-disputed': 'uma cobrança foi contestada',
  'difference-returned': 'diferença devolvida depois de uma contestação perdida',
  'purchase-held': 'compra que espera uma resposta nossa',
  ended: 'contrato encerrado',
  invitation: 'convite',
  'person-joined': 'uma pessoa entrou',
  'person-left': 'uma pessoa saiu',
  'person-removed': 'acesso retirado',
  'seats-over': 'mais pessoas do que o plano tem',
  'person-paused': 'acesso pausado',
  'person-resumed': 'acesso de volta',
  'deletion-told': 'o ambiente vai ser apagado',
  'card-changed': 'cartão trocado',
  'fiscal-note': 'nota fiscal emitida',
  'fiscal-note-cancelled': 'nota fiscal cancelada',
  'operator-notice': 'aviso à equipe',
  'undelivered-refunded': 'pedido desfeito, com a devolução',
  'support-message': 'mensagem ao suporte',
  'support-received': 'mensagem ao suporte recebida',
  'monitors-prohibited': 'monitores contra os termos',
  'limits-over': 'acima dos limites do plano',
  'limits-applied': 'limites do plano cumpridos',
  'limits-undone': 'limites do plano desfeitos',
  'month-report': 'relatório do mês',
  'environment-restored': 'ambiente de volta de uma cópia',
  'data-deleted': 'a conta foi apagada',
  'alert-code': 'código de um destino de avisos',
  'alert-recipient-off': 'um destino não recebe mais avisos',
};
