/** Sentences of the support form. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const support = {
  // Support
  'support.has-environment':
    'Sua conta já está em um painel, e cada conta fica em um só. Se quem o contratou foi outra pessoa, é ela quem muda o plano. Para outra dúvida, escreva abaixo.',
  'support.required': 'Preencha este campo',
  'support.email-invalid': 'Confira o e-mail',
  'support.name-too-long': 'Nome deve ter no máximo 100 caracteres',
  'support.subject-too-long': 'Assunto deve ter no máximo 150 caracteres',
  'support.message-too-long': 'Mensagem deve ter no máximo 5.000 caracteres',
  'support.sent': 'Mensagem enviada com sucesso!',
  'support.sent-details': 'Recebemos a sua mensagem e respondemos por e-mail.',
  'support.sent-due':
    'Mensagem {numero}. A primeira resposta vem por e-mail até {ate}, no horário de São Paulo.',
  'support.follow': 'Acompanhe em Chamados, na sua conta.',
  'support.deadline-on':
    'Você está na sua conta: esta mensagem recebe um número e o prazo do seu plano, contado a partir do envio.',
  'support.deadline-off':
    'Sem entrar na conta, a mensagem chega do mesmo jeito, mas sem o prazo do seu plano. O e-mail abaixo não basta: é a conta que diz qual é o plano.',
  'support.deadline-lost':
    'A sua sessão terminou. Você pode enviar assim mesmo, sem o prazo do plano, ou entrar de novo: o que escreveu fica aqui.',
  'support.messages-loading': 'Buscando as suas mensagens',
  'support.messages-failed': 'As suas mensagens não vieram',
  'support.messages-none': 'Nenhuma mensagem enviada com esta conta.',
  'support.messages-which':
    'As mensagens que você enviou pelo formulário com a conta aberta. O que foi por e-mail, WhatsApp ou telefone não aparece aqui, e não tem prazo contado.',
  'support.business-hours': 'Ele corre no horário de atendimento, menos nos feriados nacionais.',
  'support.link-over': 'Este link não vale mais',
  'support.answered-reading': 'Abrindo o link',
  'support.answered-means':
    'Diga isto depois que a primeira resposta saiu. O prazo para de contar, o plantão não é mais chamado e a pessoa vê a hora na conta dela.',
  'support.answered-no-deadline': 'sem prazo: escrita sem entrar na conta',
  'support.answered-done': 'Respondida em {em}.',
  'support.answered-done-late': 'Respondida em {em}, depois do prazo.',
  'support.answered-failed': 'O pedido não chegou. Confira a sua conexão e tente de novo.',
  'support.answered-no-script':
    'Esta página precisa de JavaScript. Sem ele, use “npm run ops -- suporte --respondida” com o número da mensagem.',
  'support.failed-title': 'Erro ao enviar mensagem',
  'support.failed': 'Tente novamente em alguns instantes. O que você escreveu continua aqui.',
  'support.chat-soon':
    'O chat ao vivo está em desenvolvimento. Por enquanto, escreva pelo formulário ou pelo WhatsApp.',
} as const;

export type SupportMessageId = keyof typeof support | keyof typeof shared;

export const message = writer<SupportMessageId>({ ...shared, ...support });
