/** Routes on the way from a visitor to an environment. */
import * as z from 'zod';
import {
  CheckoutOptions,
  CheckoutResponse,
  checkoutRequestSchema,
  hostedCheckoutRequestSchema,
} from '#domain/contracts/checkout.ts';
import { ProvisioningStartResponse, ProvisioningStatus } from '#domain/contracts/provisioning.ts';
import { type apiRoutes, authActions } from '#domain/contracts/routes.ts';
import { SubdomainAvailability } from '#domain/contracts/subdomain.ts';
import { billingCycles, planIds } from '#domain/plans/ids.ts';
import { AsaasEvent } from '#functions/contract/webhook-route.ts';
import type { Operations } from './operation.ts';

/** A schema says nothing about the day on which a card ends, so any day makes the same description. */
export const ANY_DAY = '2026-01-01';

type Routes =
  | 'checkout'
  | 'provisioningStatus'
  | 'provisioningStart'
  | 'authRedirect'
  | 'subdomain'
  | 'asaasWebhook';

export const signUpOperations: Readonly<Record<Routes & keyof typeof apiRoutes, Operations>> = {
  checkout: {
    get: {
      chapter: 'Cadastro',
      summary: 'Como o cartão é pedido',
      description:
        'Uma página pergunta antes de mostrar o formulário: o operador pode mudar o jeito a qualquer hora.',
      caller: 'anybody',
      answers: { 200: { description: 'O jeito em vigor.', schema: CheckoutOptions } },
      errors: [],
    },
    post: {
      chapter: 'Cadastro',
      summary: 'Pedir um ambiente',
      description:
        'Reserva o subdomínio, cobra quando o plano é pago e começa a criação. A mesma chave com o mesmo corpo repete a ' +
        'resposta sem cobrar de novo. Com o cartão digitado aqui (`cardEntry: form`) o corpo traz `card`; na página da ' +
        'operadora (`hosted`) não traz, e o telefone fica em `cardHolder`.',
      caller: 'account',
      idempotencyKey: 'required',
      body: z.union([checkoutRequestSchema(ANY_DAY), hostedCheckoutRequestSchema]),
      answers: {
        200: { description: 'O pedido existe. Com `paymentUrl`, falta pagar ali.', schema: CheckoutResponse },
      },
      errors: [
        'card-entry-changed',
        'terms-outdated',
        'subdomain-taken',
        'subdomain-reserved',
        'order-open',
        'tenant-exists',
        'payment-declined',
        'payment-pending',
        'payment-unclear',
        'payment-unavailable',
      ],
    },
  },
  provisioningStatus: {
    get: {
      chapter: 'Cadastro',
      summary: 'Como está a criação do ambiente',
      description: 'Sem pedido, a resposta é `AGUARDANDO` e não traz `tenant`.',
      caller: 'account',
      answers: { 200: { description: 'O estado de agora.', schema: ProvisioningStatus } },
      errors: ['payment-unavailable'],
    },
  },
  provisioningStart: {
    post: {
      chapter: 'Cadastro',
      summary: 'Tentar a criação de novo',
      description:
        'Sem corpo. Pode ser chamada quantas vezes for: uma criação em andamento continua a mesma.',
      caller: 'account',
      answers: { 200: { description: 'O estado depois da chamada.', schema: ProvisioningStartResponse } },
      errors: ['order-missing', 'payment-declined', 'payment-unclear', 'payment-unavailable'],
    },
  },
  authRedirect: {
    get: {
      chapter: 'Cadastro',
      summary: 'Entrar ou criar a conta',
      description:
        'Leva à página de cadastro com o plano escolhido. Nenhum endereço vindo de fora é seguido.',
      caller: 'anybody',
      isLimited: false,
      query: [
        { name: 'action', description: 'O que fazer.', required: true, values: authActions },
        {
          name: 'plan',
          description: `Plano (${planIds.join(', ')}) ou um apelido dele; um desconhecido vale \`free\`.`,
        },
        { name: 'plano', description: 'O mesmo que `plan`, que vale primeiro.' },
        { name: 'cycle', description: `Ciclo (${billingCycles.join(', ')}); outro valor é ignorado.` },
      ],
      answers: {
        302: {
          description: 'Para a página de cadastro.',
          headers: { Location: 'Sempre um endereço do próprio site.' },
        },
      },
      errors: ['invalid-request'],
    },
  },
  subdomain: {
    get: {
      chapter: 'Cadastro',
      summary: 'Um subdomínio está livre?',
      description:
        'Responde por qualquer texto, também por um que não pode ser subdomínio. Com um token, o pedido em aberto da ' +
        'própria conta não conta como ocupado.',
      caller: 'anybody-or-account',
      answers: { 200: { description: 'Livre ou não, e por quê.', schema: SubdomainAvailability } },
      errors: [],
    },
  },
  asaasWebhook: {
    post: {
      chapter: 'Operadora de pagamentos',
      summary: 'Aviso da operadora de pagamentos',
      description:
        'O aviso é guardado e respondido na hora; o pagamento é relido na operadora. Avisos repetidos, desconhecidos ou ' +
        'ilegíveis também recebem 200, porque a operadora para a fila depois de quinze recusas.',
      caller: 'processor',
      isLimited: false,
      body: AsaasEvent,
      isBodyLenient: true,
      answers: { 200: { description: 'Recebido.', schema: z.object({ received: z.literal(true) }) } },
      errors: ['unauthenticated'],
    },
  },
};
