/**
 * `POST /api/operacao/{comando}`: what operators do, and `GET /api/health/ready`.
 *
 * Owns: who may. A token of the operators' own client with the realm role; to anybody else the answer is the same
 * refusal. What changes something is written into the events before it is done, with the operator's name.
 */
import { Hono } from 'hono';
import { businessDay, DAY_MS } from '#domain/billing/days.ts';
import { fieldSentences } from '#domain/contracts/field.ts';
import {
  isOperatorCommand,
  OPERATOR_HEADER,
  OPERATOR_ROLE,
  type OperatorCommand,
  OperatorName,
  type OperatorRequest,
  operatorCommands,
} from '#domain/contracts/operations.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import { reconcilePayments } from '#functions/contract/reconcile.ts';
import type { Deps } from '#functions/deps.ts';
import type { AppContext, AppEnv, AppPorts } from '#functions/http/context.ts';
import { readJson } from '#functions/http/read-json.ts';
import { inScope } from '#functions/platform/request-scope.ts';
import { deleteCustomer, exportCustomer } from '#functions/privacy/customer-data.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { cancelOrder } from './cancel-order.ts';
import { endContract } from './end-contract.ts';
import { explainCustomer, listOrders } from './look-up.ts';
import { readReadiness } from './read-readiness.ts';
import { retryOrder } from './retry-order.ts';

/** How far back payments are compared unless told otherwise. */
const RECONCILE_DAYS = 60;

type Handlers = {
  readonly [C in OperatorCommand]: (request: OperatorRequest<C>, c: AppContext) => Promise<unknown>;
};

function handlers({ deps, webhookToken }: AppPorts): Handlers {
  return {
    pedidos: (request) => listOrders(deps, request),
    historico: ({ quem }) => explainCustomer(deps, quem),
    reprovisionar: ({ quem }) => retryOrder(deps, quem),
    cancelar: ({ quem }) => cancelOrder(deps, quem),
    encerrar: ({ quem }) => endContract(deps, quem),
    reenviar: async ({ mensagem }) => {
      const id = await deps.operations.resendMail(mensagem, deps.clock.now());
      if (id === null)
        throw new DomainError('not-found', { sentence: 'Não há e-mail com este identificador.' });
      return { mensagem: id };
    },
    reconciliar: ({ desde }) =>
      reconcilePayments(deps, desde ?? businessDay(deps.clock.now() - RECONCILE_DAYS * DAY_MS)),
    webhook: async (_, c) => {
      // The API may stand on a host of its own: it is the one that was called.
      const url = new URL(apiRoutes.asaasWebhook, c.req.url).href;
      return {
        url,
        outcome: await deps.paymentWebhooks.ensure({ url, token: webhookToken, email: deps.supportEmail }),
      };
    },
    opiniao: ({ dias }) => deps.feedback.summary(businessDay(deps.clock.now() - dias * DAY_MS)),
    exportar: ({ quem }) => exportCustomer(deps, quem),
    apagar: (request) => deleteCustomer(deps, request),
  };
}

/** Commands that only read are in the log; all others are in the events too. Handing data out counts as doing. */
const readOnly: ReadonlySet<OperatorCommand> = new Set(['pedidos', 'historico', 'opiniao']);

export function operationsRoutes(ports: AppPorts): Hono<AppEnv> {
  const { deps, operatorVerifier, rateLimiter } = ports;
  const work = handlers(ports);

  /** @throws DomainError `unauthenticated`, `rate-limited`, `forbidden`. */
  async function requireOperator(c: AppContext): Promise<Identity> {
    const identity = await operatorVerifier.verify(c.req.header('authorization'));
    if (!(await rateLimiter.allow('operations', identity.subject))) throw new DomainError('rate-limited');
    if (!identity.roles.includes(OPERATOR_ROLE))
      throw new DomainError('forbidden', { sentence: 'Só operadores podem fazer isto.' });
    return identity;
  }

  return new Hono<AppEnv>()
    .get(apiRoutes.ready, async (c) => {
      await requireOperator(c);
      const answer = await readReadiness(deps);
      return c.json(answer, answer.status === 'ok' ? 200 : 503);
    })
    .post(apiRoutes.operations, async (c) => {
      const operator = operatorName(c, await requireOperator(c));
      const command = c.req.param('comando');
      if (!isOperatorCommand(command)) throw new DomainError('not-found');
      const read = operatorCommands[command].safeParse(await readJson(c));
      if (!read.success) throw new DomainError('validation-failed', { fields: fieldSentences(read.error) });
      return inScope({ requestId: c.get('requestId'), operator }, async () => {
        await audit(deps, command, read.data);
        // The compiler does not follow that name and body belong together; the table of handlers proves it.
        const handle = work[command] as (request: unknown, c: AppContext) => Promise<unknown>;
        return c.json(await handle(read.data, c));
      });
    });
}

/** A person's own token says who it is; that of the shared client does not, so the command has to. */
function operatorName(c: AppContext, { name }: Identity): string {
  const read = OperatorName.safeParse(name ?? decodedHeader(c));
  if (!read.success)
    throw new DomainError('validation-failed', {
      fields: { operador: fieldSentences(read.error)[''] ?? '' },
    });
  return read.data;
}

/** Headers carry ASCII alone; names in Portuguese come percent-encoded. */
function decodedHeader(c: AppContext): string {
  try {
    return decodeURIComponent(c.req.header(OPERATOR_HEADER) ?? '');
  } catch {
    return '';
  }
}

/** Written down before anything is done, also when it then fails. Who only looks leaves a line in the log. */
async function audit(
  { events, operations, logger }: Deps,
  command: OperatorCommand,
  request: object,
): Promise<void> {
  logger.info('operator-command', { command });
  if (readOnly.has(command)) return;
  const [order] = 'quem' in request ? await operations.findOrders(String(request.quem)) : [];
  await events.append('operator-command', { detail: command, ...(order ? { orderId: order.id } : {}) });
}
