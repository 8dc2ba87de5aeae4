/**
 * Commands of `POST /api/operacao/{comando}`: operator routes with an audit trail.
 *
 * A command that changes something is recorded in the events before it runs, with the operator's name, and its result
 * afterwards.
 */
import type * as z from 'zod';
import {
  type OperatorCommand,
  type OperatorRequest,
  operationPath,
  operationsEndpoint,
  operatorCommands,
} from '#domain/api-schemas/operations.ts';
import { codeOf, DomainError, type ErrorCode } from '#domain/errors.ts';
import type { Clock } from '#functions/platform/clock.ts';
import { beginEvent } from '#functions/platform/events.ts';
import type { Logger } from '#functions/platform/logger.ts';
import { operator, operatorName } from './callers.ts';
import { json } from './json.ts';
import type { AppContext } from './request.ts';
import { type Frozen, type Layer, routesWith } from './route.ts';

interface AuditNeeds {
  readonly db: D1Database;
  readonly clock: Clock;
  /** Orders that an operator means; the app gives it, because this file is below every room. */
  readonly ordersMeant: (who: string) => Promise<readonly { readonly id: string }[]>;
  readonly logger: Logger;
}

/** Records a command before it runs, and its result after. A read-only command only writes a log line. */
function audited(command: OperatorCommand, isReadOnly: boolean): Layer<AuditNeeds> {
  return {
    describes: {},
    around: async (needs, c, handle) => {
      needs.logger.info('operator-command', { command });
      if (isReadOnly) return handle();
      const body = c.get('body') as { readonly who?: string };
      const [order] = body.who === undefined ? [] : await needs.ordersMeant(body.who);
      const about = { detail: command, ...(order ? { orderId: order.id } : {}) };
      const end = await beginEvent(needs, 'operator-command', about);
      try {
        const answer = await handle();
        await end('feito');
        return answer;
      } catch (error) {
        await end(`recusado, ${codeOf(error)}`);
        throw error;
      }
    },
  };
}

interface Command<C extends OperatorCommand, Needs, Answer extends z.core.$ZodType> {
  readonly name: C;
  readonly summary: string;
  readonly answer: Answer;
  readonly errors?: readonly ErrorCode[];
  /** Read-only commands are logged only. Exporting data does not count as read-only. */
  readonly isReadOnly?: boolean;
  readonly handle: (
    request: OperatorRequest<C>,
    needs: Needs,
    c: AppContext,
  ) => Promise<Frozen<z.output<Answer>>>;
}

/** Makes `command()` for handlers with these needs; see `routesWith`. */
export function commandsWith<Needs>() {
  const route = routesWith<Needs>();
  return <C extends OperatorCommand, Answer extends z.core.$ZodType>({
    name,
    summary,
    answer,
    errors = [],
    isReadOnly = false,
    handle,
  }: Command<C, Needs, Answer>) =>
    route({
      name,
      method: 'post',
      path: operationPath(name),
      loggedPath: operationsEndpoint,
      chapter: 'Operação',
      summary,
      use: [
        operator(),
        operatorName(),
        json(operatorCommands[name] as unknown as z.core.$ZodType<OperatorRequest<C>>),
        audited(name, isReadOnly),
      ],
      answers: { 200: { description: 'Feito.', schema: answer } },
      errors,
      handle: (c, needs) => handle(c.var.body, needs, c as unknown as AppContext),
    });
}

/** Answers unknown commands, to operators only; mounted after all others and left out of the description. */
export const unknownCommand = routesWith<unknown>()({
  name: 'operations',
  method: 'post',
  path: operationsEndpoint,
  chapter: 'Operação',
  summary: '',
  use: [operator(), operatorName()],
  answers: {},
  errors: ['not-found'],
  handle: () => {
    throw new DomainError('not-found');
  },
});
