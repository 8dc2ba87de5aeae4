/** Sentences of the account page: the contract, the limits, the nota fiscal, own data. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const account = {
  // Account
  'account.cancelled': 'Assinatura cancelada: ela não renova mais.',
  'account.withdrawn': 'Contratação desfeita. O valor pago volta inteiro para o seu cartão.',
  'account.change-withdrawn': 'Mudança de plano desfeita. O valor dela volta inteiro para o seu cartão.',
  'account.end-failed-title': 'O pedido não foi concluído',
  'account.end-unclear':
    'Ainda estamos confirmando com a operadora. Aguarde um instante e tente de novo: o pedido não é feito duas vezes.',
  'limits.choice-invalid': 'Escolha monitores da lista.',
  'limits.choice-too-many': 'Escolha no máximo quantos cabem no plano.',
  'limits.choice-kept': 'Escolha guardada.',
  'limits.loading': 'Lendo os seus monitores…',
  'limits.failed': 'Não foi possível ler os seus monitores agora.',
  'account.order-closed': 'Seu pedido foi encerrado. Nada mais será cobrado.',
  'account.order-cancelling':
    'Enquanto o painel não fica pronto, você pode cancelar o pedido e recebe de volta tudo o que pagou.',
  'account.invoices-unavailable':
    'A operadora de pagamento não respondeu agora. Faturas e cartão aparecem quando ela voltar; o seu Vigia não é afetado.',

  // Sleep
  'sleep.failed-title': 'Não foi possível acordar agora',
  'sleep.unclear': 'Não soubemos se o pedido chegou. Tente de novo: acordar duas vezes não muda nada.',
  'sleep.waking': 'Costuma levar cerca de {tempo}. Esta página diz quando ele responder.',
  'sleep.late': 'Está demorando mais do que costuma. Continuamos tentando, e não é preciso pedir de novo.',

  // Own data
  'own-data.confirm-differs': 'Escreva exatamente o que está pedido acima',
  'own-data.copy-failed-title': 'A cópia não foi feita',
  'own-data.copied': 'A cópia dos seus dados foi baixada. Guarde o arquivo em um lugar seguro.',
  'own-data.deletion-failed-title': 'A exclusão não foi pedida',
  'own-data.deletion-unclear':
    'Não soubemos se o pedido chegou. Recarregue a página: se a exclusão começou, ela aparece aqui.',
  'own-data.signed-in-again': 'Obrigado por confirmar que é você. Agora você pode continuar.',

  // Nota fiscal
  'fiscal.email-invalid': 'Confira o e-mail: nome@empresa.com.br',
  'fiscal.too-many': 'No máximo {max} e-mails',
  'fiscal.order-too-long': 'O pedido de compra tem no máximo {max} letras e números',
  'fiscal.order-invalid': 'Use letras, números, espaço e . , / _ # -',
  'fiscal.saved': 'Dados da nota fiscal guardados. Valem a partir da próxima nota.',
  'fiscal.failed-title': 'Os dados da nota fiscal não foram guardados',
  'onboarding.title': 'Sua implantação assistida',
  'onboarding.until':
    'Fale com a nossa equipe até {dia}: combinamos o que vigiar, quem entra, quem é avisado e como trazer o que você já tem. Se preferir esperar, a equipe chama você até lá.',
  'onboarding.late':
    'Era para termos conversado até {dia}. Chame quando quiser: a implantação continua no seu plano, e a equipe já foi avisada do atraso.',
  'onboarding.whatsapp': 'Olá, quero combinar a implantação assistida do painel {painel}.',
} as const;

export type AccountMessageId = keyof typeof account | keyof typeof shared;

export const message = writer<AccountMessageId>({ ...shared, ...account });
