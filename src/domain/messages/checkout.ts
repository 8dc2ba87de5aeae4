/** Sentences of the forms that buy: the address of the environment, terms, card, payer. Those of a rule are here too. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const checkout = {
  // Subdomain
  'subdomain.required': 'Subdomínio é obrigatório',
  'subdomain.characters': 'Use só letras sem acento, números e hífen',
  'subdomain.too-short': 'Subdomínio deve ter pelo menos 3 caracteres',
  'subdomain.too-long': 'Subdomínio deve ter no máximo 63 caracteres',
  'subdomain.edges': 'Subdomínio deve começar e terminar com letra ou número',
  'subdomain.hyphens': 'Subdomínio não pode ter hífens consecutivos',
  'subdomain.reserved': 'Este subdomínio é reservado. Escolha outro.',
  'subdomain.brand': 'O subdomínio não pode conter a nossa marca. Escolha outro.',
  'subdomain.taken': 'Este subdomínio já está em uso. Escolha outro.',

  // Terms and payment method
  'terms.required': 'Você precisa ler e aceitar os termos de uso para continuar',
  'payment.method': 'Escolha como pagar',
  'challenge.title': 'Verificação',
  'challenge.why':
    'Para um painel gratuito, a Cloudflare (Turnstile) confere que não é um programa que pede. Ela recebe o seu IP e dados do seu navegador.',
  'challenge.pending':
    'A verificação ainda não terminou. Se houver uma caixa para marcar, marque-a e envie de novo: o que você digitou continua aqui.',
  'plan.unknown': 'Escolha um dos planos',
  'checkout.account-ready':
    'A conta de {email} está pronta. Falta o endereço do painel, onde você vê os seus sites.',
  'checkout.nothing-to-pay': 'Nada a pagar: sem cartão e sem prazo.',

  // People
  'cycle.unknown': 'Escolha mensal ou anual',

  // Billing address
  'cep.invalid': 'CEP deve ter 8 dígitos',
  'uf.invalid': 'Digite uma UF válida',
  'street.length': 'Rua deve ter de 3 a 100 caracteres',
  'number.required': 'Número é obrigatório',
  'number.invalid': 'Número deve ter só dígitos, com no máximo uma letra no fim',
  'number.too-long': 'Número deve ter no máximo 10 caracteres',
  'neighbourhood.length': 'Bairro deve ter de 2 a 50 caracteres',
  'city.length': 'Cidade deve ter de 2 a 50 caracteres',
  'city.letters': 'Cidade deve ter só letras e espaços',
  'complement.too-long': 'Complemento deve ter no máximo 50 caracteres',

  // Card
  'holder.required': 'Nome no cartão é obrigatório',
  'holder.length': 'Nome no cartão deve ter de 3 a 50 caracteres',
  'holder.words': 'Digite nome e sobrenome, como no cartão',
  'holder.letters': 'Nome no cartão deve ter só letras e espaços',
  'card.number-required': 'Número do cartão é obrigatório',
  'card.number-length': 'Número do cartão deve ter de 13 a 19 dígitos',
  'card.number-invalid': 'Número do cartão inválido',
  'card.ccv': 'CVV deve ter 3 ou 4 dígitos',
  'card.ccv-length': 'O CVV deste cartão tem {count} dígitos',
  'card.expiry': 'Cartão expirado ou data inválida',

  // Holder
  'tax-id.required': 'CPF ou CNPJ é obrigatório para cartão de crédito',
  'cpf.invalid': 'CPF inválido',
  'cnpj.invalid': 'CNPJ inválido',
  'phone.invalid': 'Telefone deve ter DDD + número',

  // Checkout outcomes
  'checkout.failed-title': 'Erro ao finalizar cadastro',
  'checkout.unexpected': 'Erro inesperado. Tente novamente.',
  'checkout.own-order': 'Seu pedido já foi recebido, e este endereço está reservado para você.',

  // Changing the card
  'card.changed': 'Cartão trocado. A próxima cobrança já usa o novo.',
  'card.changed-paid': 'Pagamento feito e cartão trocado. As próximas cobranças usam o cartão novo.',
  'card.change-failed-title': 'O cartão não foi trocado',
  'card.change-unclear':
    'Ainda estamos confirmando com a operadora qual cartão vale. Espere um instante e envie de novo: a troca não cobra nada.',
  'card.nothing-renews':
    'Não há renovação nesta conta, e por isso não há cartão para trocar. Quando você contratar um plano, informa o cartão na compra.',

  // Errors of the API, one per code
  'error.tenant-exists': 'Você já tem um painel. Para mudar de plano, faça um upgrade.',
  'error.challenge-unavailable':
    'A verificação da Cloudflare não respondeu, e sem ela não criamos painéis gratuitos. O que você digitou continua aqui: tente de novo em alguns minutos ou fale com o suporte.',
} as const;

export type CheckoutMessageId = keyof typeof checkout | keyof typeof shared;

export const message = writer<CheckoutMessageId>({ ...shared, ...checkout });
