/** Routes of a customer's environment and account, and those open to every visitor. */
import * as z from 'zod';
import { AccountAnswer, AccountResponse } from '#domain/contracts/account.ts';
import { FeedbackRequest } from '#domain/contracts/feedback.ts';
import { HealthResponse } from '#domain/contracts/health.ts';
import { MissingPageReport } from '#domain/contracts/not-found.ts';
import { QuotaResponse } from '#domain/contracts/quota.ts';
import type { apiRoutes } from '#domain/contracts/routes.ts';
import { SupportRequest, SupportResponse } from '#domain/contracts/support.ts';
import { UpgradeResponse, upgradeRequestSchema } from '#domain/contracts/upgrade.ts';
import type { Operations } from './operation.ts';
import { ANY_DAY } from './sign-up.ts';

type Routes =
  | 'quotaCheck'
  | 'upgrade'
  | 'account'
  | 'accountCancel'
  | 'accountWithdraw'
  | 'support'
  | 'feedback'
  | 'missingPage'
  | 'health'
  | 'openapi';

export const customerOperations: Readonly<Record<Routes & keyof typeof apiRoutes, Operations>> = {
  quotaCheck: {
    post: {
      chapter: 'Ambiente',
      summary: 'Quantos monitores há e quantos cabem',
      description: 'Sem corpo. Para todo o grupo do ambiente; a contagem vale cinco minutos.',
      caller: 'account',
      answers: { 200: { description: 'A contagem e o limite do plano.', schema: QuotaResponse } },
      errors: ['forbidden', 'tenant-missing', 'tenant-unavailable'],
    },
  },
  upgrade: {
    post: {
      chapter: 'Ambiente',
      summary: 'Mudar para um plano maior',
      description:
        'Só a conta que contratou. Com assinatura em andamento o limite sobe na hora; sem ela, primeiro se paga. O mesmo ' +
        'pedido duas vezes é uma mudança só, também sem chave.',
      caller: 'account',
      idempotencyKey: 'optional',
      body: upgradeRequestSchema(ANY_DAY),
      answers: { 200: { description: 'Em vigor, ou à espera do pagamento.', schema: UpgradeResponse } },
      errors: [
        'card-entry-changed',
        'forbidden',
        'tenant-missing',
        'terms-outdated',
        'upgrade-not-higher',
        'upgrade-open',
        'payment-declined',
        'payment-pending',
        'payment-unclear',
        'payment-unavailable',
        'cluster-unavailable',
        'idempotency-in-progress',
      ],
    },
  },
  account: {
    get: {
      chapter: 'Conta',
      summary: 'O contrato da conta',
      caller: 'account',
      answers: {
        200: { description: 'O contrato, ou por que ainda não há ambiente.', schema: AccountAnswer },
      },
      errors: ['tenant-missing'],
    },
  },
  accountCancel: {
    post: {
      chapter: 'Conta',
      summary: 'Cancelar a renovação',
      description: 'Sem corpo. O ambiente fica até o fim do período pago. Repetir não muda nada.',
      caller: 'account',
      answers: { 200: { description: 'O contrato como ficou.', schema: AccountResponse } },
      errors: ['order-missing', 'tenant-missing', 'subscription-missing', 'payment-unavailable'],
    },
  },
  accountWithdraw: {
    post: {
      chapter: 'Conta',
      summary: 'Desistir da compra em sete dias',
      description: 'Sem corpo. O que foi pago volta inteiro (CDC, artigo 49). Repetir não muda nada.',
      caller: 'account',
      answers: { 200: { description: 'O contrato como ficou.', schema: AccountResponse } },
      errors: [
        'order-missing',
        'tenant-missing',
        'subscription-missing',
        'withdrawal-over',
        'payment-unclear',
        'payment-unavailable',
      ],
    },
  },
  support: {
    post: {
      chapter: 'Ajuda e documentação',
      summary: 'Escrever ao suporte',
      caller: 'anybody',
      idempotencyKey: 'optional',
      body: SupportRequest,
      answers: { 200: { description: 'A mensagem está guardada.', schema: SupportResponse } },
      errors: [],
    },
  },
  feedback: {
    post: {
      chapter: 'Ajuda e documentação',
      summary: 'Dizer se um artigo ajudou',
      description: 'Um voto por chave e página; outro voto com a mesma chave troca o primeiro.',
      caller: 'anybody',
      body: FeedbackRequest,
      answers: { 204: { description: 'O voto está guardado.' } },
      errors: [],
    },
  },
  missingPage: {
    post: {
      chapter: 'Ajuda e documentação',
      summary: 'Avisar de uma página que não existe',
      caller: 'anybody',
      body: MissingPageReport,
      answers: { 204: { description: 'Contado.' } },
      errors: [],
    },
  },
  health: {
    get: {
      chapter: 'Serviço',
      summary: 'O serviço responde?',
      caller: 'anybody',
      isLimited: false,
      answers: {
        200: { description: 'Sim, e o banco também.', schema: HealthResponse },
        503: { description: 'O banco não responde.', schema: HealthResponse },
      },
      errors: [],
    },
  },
  openapi: {
    get: {
      chapter: 'Serviço',
      summary: 'Este documento',
      caller: 'anybody',
      isLimited: false,
      answers: {
        200: { description: 'OpenAPI 3.1.', schema: z.looseObject({ openapi: z.literal('3.1.1') }) },
      },
      errors: [],
    },
  },
};
