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
  'support.failed-title': 'Erro ao enviar mensagem',
  'support.failed': 'Tente novamente em alguns instantes. O que você escreveu continua aqui.',
  'support.chat-soon':
    'O chat ao vivo está em desenvolvimento. Por enquanto, escreva pelo formulário ou pelo WhatsApp.',
} as const;

export type SupportMessageId = keyof typeof support | keyof typeof shared;

export const message = writer<SupportMessageId>({ ...shared, ...support });
