/**
 * What Argo CD's answers mean: which refusals pass by themselves, and which are for a person.
 *
 * Messages name the call, the status and at most a known phrase: an answer of Argo CD may quote an application's values,
 * and logs are no place for them.
 */
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import type { VendorAnswer, VendorRequest } from '#functions/platform/vendor-http.ts';

/** Error body of the gRPC gateway. */
const GatewayError = z.looseObject({ code: z.number().optional(), message: z.string().optional() });

/**
 * HTTP statuses of refusals that may pass. 401 and 403: a token that ended or may not do it, until an operator mends
 * it. 409: a write that lost against another writer; Argo CD's own controller is one.
 */
const passingStatuses: ReadonlySet<number> = new Set([401, 403, 409]);

/**
 * Phrases of a 400 that passes. Argo CD validates a written application against its repository, and answers the same
 * `InvalidSpecError` for a repository out of reach as for a specification that is wrong (`validateRepo`, util/argo/argo.go).
 */
const passingPhrases = [
  'repository not accessible',
  'code = Unavailable',
  'code = DeadlineExceeded',
  'dial tcp',
  'i/o timeout',
  // Another writer was faster.
  'existing application spec is different',
  'application is deleting',
  'another operation is already in progress',
] as const;

function messageOf(answer: VendorAnswer): string {
  if (answer.outcome !== 'refused') return '';
  const error = GatewayError.safeParse(answer.body);
  return error.success ? (error.data.message ?? '') : '';
}

/** The failure that an answer means. Every call here is idempotent, so an unclear one is asked again too. */
export function failure({ method, path }: VendorRequest, answer: VendorAnswer): DomainError {
  const message = messageOf(answer);
  const phrase = passingPhrases.find((each) => message.includes(each));
  const passes = answer.outcome !== 'refused' || passingStatuses.has(answer.status) || phrase !== undefined;
  const said = phrase === undefined ? '' : ` (${phrase})`;
  return new DomainError(passes ? 'cluster-unavailable' : 'cluster-refused', {
    message: `Argo CD answered ${answer.status ?? 'nothing'} to ${method} ${path}${said}`,
  });
}

/** A sync asked for while one runs is refused, and that one does what we wanted. */
export const isAlreadySyncing = (answer: VendorAnswer): boolean =>
  messageOf(answer).includes('another operation is already in progress');

/** The resource is no part of the application (any more): Argo CD refuses instead of answering 404. */
export const isNoPart = (answer: VendorAnswer): boolean =>
  messageOf(answer).includes('not found as part of application');
