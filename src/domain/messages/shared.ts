/** Sentences that pages of several flows show: forms, sending, the session, waiting. */
import { writer } from './writer.ts';

export const shared = {
  // Form titles and totals
  'form.terms-title': 'Termos de Uso',
  'form.payment-title': 'Método de Pagamento',
  'form.required-title': 'Campos obrigatórios',
  'form.errors-title': 'Campos com erro',
  'form.more-errors': 'e mais {count} erro(s)',
  'form.complete-required': 'Preencha todos os campos obrigatórios para continuar.',
  'field.required': 'Preencha este campo',
  'field.unknown': 'Campo não esperado',

  // Debts and holds
  'debt.pay': 'Pagar {valor}',

  // Checkout outcomes
  'checkout.sending': 'Processando...',
  'checkout.unknown':
    'Não recebemos a resposta, e o pedido pode ter chegado. Envie de novo: nada é feito nem cobrado duas vezes.',
  'connection.title': 'Erro de conexão',
  'connection.failed': 'Não foi possível conectar ao servidor.',
  'connection.unsent':
    'Este envio não saiu do seu aparelho: nada foi cobrado por ele, e o que você digitou continua aqui.',
  'waiting.server': 'Esperando o servidor confirmar. Não é preciso enviar de novo.',
  'waiting.processor': 'Esperando a resposta da operadora de pagamento. Não é preciso enviar de novo.',
  'session.slow': 'O serviço de entrada está demorando a responder. Continuamos tentando.',
  'session.left': 'Você saiu da conta em outra aba. Entre de novo para continuar.',
  'session.returned': 'Para continuar, entre na sua conta ou crie uma.',
  'session.ended': 'Sua sessão tinha terminado, e você entrou de novo.',
  'session.reloaded':
    'O servidor não reconheceu a sua sessão, e a página foi recarregada. Nada foi enviado nem cobrado.',
  'session.not-kept': '{campos} não ficam guardados, por segurança: digite de novo.',
  'session.pending-title': 'Autenticação pendente',
  'session.pending': 'Tentando recuperar sua sessão. Tente novamente.',
  'session.checking': 'Verificando autenticação…',

  // Provisioning
  'provisioning.suspended':
    'Seu Vigia está suspenso: nada é vigiado, e os dados estão guardados. Veja na sua conta como voltar.',
  'provisioning.asleep':
    'Seu Vigia está dormindo: nada estava ligado nele, e por isso ele parou. Os dados estão guardados. Acorde-o na sua conta.',
  'provisioning.ended':
    'Seu Vigia foi encerrado. Veja na sua conta até quando os dados ficam guardados e como contratar de novo.',
  'provisioning.open': 'Acessar ambiente',
  'first-alert.title': 'Do painel ao primeiro aviso',
  'first-alert.told':
    'Quando um site vigiado cai ou volta, o e-mail da sua conta é avisado. Em “Avisos” você escolhe quem mais recebe, o Telegram e os horários.',
  'provisioning.retry': 'Tentar novamente',

  // Account
  'account.loading': 'Carregando sua conta…',

  // In place of a page, for whoever it is not there for
  'gate.nobody': 'Você ainda não tem um Vigia. Escolha um plano para começar.',
  'gate.waiting': 'O seu Vigia está sendo criado. Esta página abre quando ele ficar pronto.',
  'gate.ended': 'O seu Vigia foi encerrado. Na sua conta está o que ainda dá para fazer.',
  'gate.works-in': 'Você trabalha no painel {endereco}, que é de outra pessoa.',
  'gate.member': 'Esta página é de quem contratou o painel. Peça a essa pessoa o que precisar daqui.',
  'gate.member-buys': 'Cada conta fica em um painel só: para contratar um seu, saia deste antes.',
  'gate.paused':
    'O plano tem agora menos lugares do que pessoas, e o seu acesso está parado. Ele volta sozinho quando houver lugar.',
  'invitation.open-title': 'Você tem um convite',
  'invitation.open': '{quem} convidou você para o painel {endereco}. O convite vale até {ate}.',
  'invitation.open-free': 'Você não paga nada por ele.',

  'account.failed-title': 'Não foi possível carregar a sua conta',

  // Errors of the API, one per code
  'error.payment-disputed':
    'Uma cobrança sua está em contestação no banco. Até ela ser decidida, não é possível contratar outra coisa. Se precisar, fale com o suporte.',
  'error.internal': 'Erro inesperado. Tente novamente.',
} as const;

export type SharedMessageId = keyof typeof shared;

export const message = writer<SharedMessageId>(shared);
