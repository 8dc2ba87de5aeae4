/** Operator commands, and the health routes. */
import * as z from 'zod';
import { telegramWebhookEndpoint } from '#domain/api-schemas/alerts.ts';
import { HealthResponse, healthEndpoint, READY_LEVEL, readyEndpoint } from '#domain/api-schemas/health.ts';
import {
  CancelledOrder,
  EndedContract,
  OrderHistory,
  OrderLine,
  ReadyResponse,
  ReleasedPurchase,
  ResentMail,
  WorkLine,
} from '#domain/api-schemas/operation-answers.ts';
import {
  EnvironmentCopies,
  MovedEnvironment,
  Orphans,
  OwnEnvironmentLine,
  ReadoptedEnvironment,
  RemovedCopies,
  RestoredEnvironment,
  SalesState,
  UndoneEndings,
  WokenEnvironment,
} from '#domain/api-schemas/operation-environments.ts';
import { ImageReport } from '#domain/api-schemas/operation-images.ts';
import { CompanySignIn } from '#domain/api-schemas/people.ts';
import { OpenOnboarding } from '#domain/api-schemas/support.ts';
import { asaasWebhookEndpoint } from '#domain/api-schemas/webhook.ts';
import type { Deps } from '#functions/compose.ts';
import { readEnvironmentCopies } from '#functions/copies/read-copies.ts';
import { listRemovedCopies, noteRemovedCopies } from '#functions/copies/remove-copies.ts';
import { restoreEnvironment } from '#functions/copies/restore-environment.ts';
import { moveEnvironment } from '#functions/fleet/move-environment.ts';
import { operatorOrReadyKey } from '#functions/http/callers.ts';
import { commandsWith } from '#functions/http/operator-command.ts';
import { routesWith } from '#functions/http/route.ts';
import { reportImages } from '#functions/images/report-images.ts';
import { setCompanySignIn } from '#functions/people/company-sign-in.ts';
import { currentScope } from '#functions/platform/request-scope.ts';
import { isAnswering } from '#functions/provisioning/read-readiness.ts';
import { wake } from '#functions/sleep/wake.ts';
import { endOnboarding, listOnboardings } from '#functions/support/onboarding.ts';
import { cancelOrder } from './cancel-order.ts';
import { endContract } from './end-contract.ts';
import { explainCustomer } from './explain-customer.ts';
import { requireLiveOrder } from './find-order.ts';
import { findOrphans } from './find-orphans.ts';
import { listWork } from './list-work.ts';
import { prepareOwnEnvironments } from './own-environments.ts';
import { readReadiness } from './read-readiness.ts';
import { readopt } from './readopt.ts';
import { releasePurchase } from './release-purchase.ts';
import { resendMail } from './resend-mail.ts';
import { retryOrder } from './retry-order.ts';
import { setSales } from './set-sales.ts';
import { listOrderLines } from './store.ts';
import { undoEndings } from './undo-endings.ts';

const command = commandsWith<Deps>();
const route = routesWith<Deps>();

export const operationsRoutes = [
  route({
    name: 'health',
    method: 'get',
    path: healthEndpoint,
    chapter: 'Serviço',
    summary: 'O serviço responde?',
    use: [],
    answers: {
      200: { description: 'Sim, e o banco também.', schema: HealthResponse },
      503: { description: 'O banco não responde.', schema: HealthResponse },
    },
    handle: async (c, { isDatabaseUp }) => {
      const database = await isDatabaseUp();
      const answer: HealthResponse = { status: database ? 'ok' : 'degraded', database };
      return c.json(answer, database ? 200 : 503);
    },
  }),
  route({
    name: 'ready',
    method: 'get',
    path: readyEndpoint,
    chapter: 'Operação',
    summary: 'Tudo o que o serviço usa responde?',
    description: 'Com `level=page`, só o que chama alguém a qualquer hora responde 503.',
    query: [{ name: READY_LEVEL, values: ['page'] }],
    use: [operatorOrReadyKey()],
    answers: {
      200: { description: 'Tudo responde.', schema: ReadyResponse },
      503: { description: 'Algo não responde, ou o trabalho agendado está atrasado.', schema: ReadyResponse },
    },
    handle: async (c, needs) => {
      const answer = await readReadiness(needs);
      const isPageOnly = c.req.query(READY_LEVEL) === 'page';
      const calls = answer.problems.some(({ level }) => level === 'page' || !isPageOnly);
      return c.json(answer, calls ? 503 : 200);
    },
  }),
  command({
    name: 'pedidos',
    summary: 'Listar pedidos, os mais novos primeiro',
    answer: z.array(OrderLine),
    isReadOnly: true,
    handle: ({ state, limit, before: createdBefore }, { db }) =>
      listOrderLines(db, { state, createdBefore, limit }),
  }),
  command({
    name: 'historico',
    summary: 'O que aconteceu com um cliente',
    answer: z.array(OrderHistory),
    errors: ['order-missing', 'not-found', 'payment-unavailable'],
    isReadOnly: true,
    handle: ({ who }, needs) => explainCustomer(needs, who),
  }),
  command({
    name: 'reprovisionar',
    summary: 'Tentar de novo a criação de um ambiente',
    answer: OrderLine,
    errors: ['order-missing', 'payment-declined', 'payment-unclear', 'payment-unavailable'],
    handle: ({ who }, needs) => retryOrder(needs, who),
  }),
  command({
    name: 'cancelar',
    summary: 'Desfazer um pedido que não terminou',
    answer: CancelledOrder,
    errors: ['order-missing', 'tenant-exists'],
    handle: ({ who }, needs) => cancelOrder(needs, who),
  }),
  command({
    name: 'encerrar',
    summary: 'Encerrar um contrato no fim do que foi pago',
    answer: EndedContract,
    errors: ['order-missing', 'tenant-missing', 'subscription-missing', 'payment-unavailable'],
    handle: ({ who }, needs) => endContract(needs, who),
  }),
  command({
    name: 'liberar',
    summary: 'Liberar a próxima compra de quem desistiu duas vezes, ou perdoar dívidas',
    answer: ReleasedPurchase,
    errors: ['not-found', 'idempotency-in-progress', 'payment-unclear', 'payment-unavailable'],
    handle: (request, needs) => releasePurchase(needs, request),
  }),
  command({
    name: 'reenviar',
    summary: 'Enviar um e-mail de novo',
    answer: ResentMail,
    errors: ['not-found'],
    handle: ({ messageId }, needs) => resendMail(needs, messageId),
  }),
  command({
    name: 'trabalho',
    summary: 'Listar o que falta fazer e está atrasado ou falha; tentar já',
    answer: z.array(WorkLine),
    errors: ['not-found'],
    handle: ({ retry }, needs) => listWork(needs, retry),
  }),
  command({
    name: 'copias',
    summary: 'Quando um ambiente foi copiado; copiar já',
    answer: EnvironmentCopies,
    errors: ['order-missing', 'tenant-missing', 'tenant-unavailable', 'not-found', 'cluster-unavailable'],
    handle: async ({ who, now }, needs) =>
      readEnvironmentCopies(needs, (await requireLiveOrder(needs, who)).id, now),
  }),
  command({
    name: 'copias-apagadas',
    summary: 'Cópias de ambientes removidos que alguém tem de apagar; dizer que apagou',
    answer: z.array(RemovedCopies),
    errors: ['not-found'],
    handle: async ({ application }, needs) => [
      ...(application === undefined
        ? await listRemovedCopies(needs)
        : await noteRemovedCopies(needs, application)),
    ],
  }),
  command({
    name: 'devolver',
    summary: 'Devolver um ambiente a partir de uma cópia',
    answer: RestoredEnvironment,
    errors: ['order-missing', 'tenant-missing', 'tenant-exists', 'idempotency-in-progress'],
    handle: async ({ who, id, copy }, needs) =>
      restoreEnvironment(needs, (await requireLiveOrder(needs, who)).id, { id, snapshot: copy }),
  }),
  command({
    name: 'acordar',
    summary: 'Acordar um ambiente que dorme',
    answer: WokenEnvironment,
    errors: [
      'order-missing',
      'tenant-missing',
      'tenant-unavailable',
      'cluster-unavailable',
      'cluster-refused',
    ],
    handle: async ({ who }, needs) => {
      const { id: orderId, subdomain } = await requireLiveOrder(needs, who);
      const isWoken = await wake(needs, orderId);
      return { orderId, subdomain, isWoken, isReady: await isAnswering(needs, { orderId, subdomain }) };
    },
  }),
  command({
    name: 'mudar-cluster',
    summary: 'Mudar um ambiente de cluster, com uma cópia',
    answer: MovedEnvironment,
    errors: ['order-missing', 'tenant-missing', 'tenant-exists', 'not-found', 'idempotency-in-progress'],
    handle: async ({ who, to }, needs) => moveEnvironment(needs, (await requireLiveOrder(needs, who)).id, to),
  }),
  command({
    name: 'vendas',
    summary: 'Fechar e abrir as vendas',
    answer: SalesState,
    handle: ({ state }, needs) => setSales(needs, state, currentScope()?.operator ?? ''),
  }),
  command({
    name: 'demonstracao',
    summary: 'Fazer e encher os ambientes da demonstração e da página de status',
    answer: z.array(OwnEnvironmentLine),
    handle: ({ isSure }, needs) => prepareOwnEnvironments(needs, isSure),
  }),
  command({
    name: 'orfaos',
    summary: 'O que existe sem linha no banco, e linhas sem ambiente',
    answer: Orphans,
    isReadOnly: true,
    handle: (_, needs) => findOrphans(needs),
  }),
  command({
    name: 'imagens',
    summary: 'Falhas conhecidas e versões novas das imagens; perguntar já',
    answer: ImageReport,
    handle: ({ now }, needs) => reportImages(needs, now),
  }),
  command({
    name: 'readotar',
    summary: 'Trazer de volta ao banco um ambiente que ficou sem linha',
    answer: ReadoptedEnvironment,
    errors: [
      'not-found',
      'order-open',
      'idempotency-in-progress',
      'cluster-unavailable',
      'identity-unavailable',
      'payment-unavailable',
    ],
    handle: ({ application, subscription, isSure }, needs) =>
      readopt(needs, application, isSure, subscription),
  }),
  command({
    name: 'webhook',
    summary: 'Preparar os avisos da operadora de pagamentos',
    answer: z.object({ url: z.string(), outcome: z.enum(['created', 'updated']) }),
    errors: ['payment-unclear', 'payment-unavailable'],
    handle: async (_, { paymentWebhooks, webhookToken, supportEmail }, c) => {
      // The API may have its own host, so use the one that was called.
      const url = new URL(asaasWebhookEndpoint, c.req.url).href;
      return {
        url,
        outcome: await paymentWebhooks.ensure({ url, token: webhookToken, email: supportEmail }),
      };
    },
  }),
  command({
    name: 'telegram',
    summary: 'Ligar o robô dos avisos a este site',
    answer: z.object({ url: z.string(), bot: z.nullable(z.string()) }),
    errors: ['messenger-unavailable'],
    handle: async (_, { messenger, messengerSecret }, c) => {
      const url = new URL(telegramWebhookEndpoint, c.req.url).href;
      if (messenger === null) return { url, bot: null };
      await messenger.setWebhook(url, await messengerSecret());
      return { url, bot: await messenger.readName() };
    },
  }),
  command({
    name: 'sso',
    summary: 'A entrada da empresa em um ambiente: pedir, ligar, desligar',
    answer: CompanySignIn,
    errors: ['order-missing', 'tenant-missing'],
    handle: async ({ who, domain, state }, needs) =>
      setCompanySignIn(needs, (await requireLiveOrder(needs, who)).id, { domain, state }),
  }),
  command({
    name: 'implantacao',
    summary: 'Implantações assistidas em aberto; encerrar uma',
    answer: z.array(OpenOnboarding),
    errors: ['order-missing', 'not-found'],
    handle: async ({ who, isDone }, needs) => {
      if (who !== undefined && isDone) await endOnboarding(needs, (await requireLiveOrder(needs, who)).id);
      return listOnboardings(needs.db);
    },
  }),
  command({
    name: 'religar',
    summary: 'Ligar de novo os destinos de avisos que a resposta de um provedor desligou',
    answer: UndoneEndings,
    handle: (request, needs) => undoEndings(needs, request),
  }),
];
