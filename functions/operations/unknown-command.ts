/** Answers a command that no capability has, to operators only; mounted after all others and not described. */
import { operationsEndpoint } from '#domain/contracts/operations.ts';
import { DomainError } from '#domain/errors.ts';
import { operator, operatorName } from '#functions/http/callers.ts';
import { routesWith } from '#functions/http/route.ts';

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
