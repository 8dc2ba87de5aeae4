/**
 * Maps Argo CD's error responses: which refusals may pass by themselves, and which need an operator.
 *
 * Messages contain the call, the status and at most a known phrase: Argo CD's response may quote an application's
 * values, which must not be logged.
 */
import * as z from 'zod';
import { DomainError } from '#domain/errors.ts';
import type { VendorAnswer, VendorRequest } from '#functions/platform/vendor-http.ts';

/** Error body of the gRPC gateway. */
const GatewayError = z.looseObject({ code: z.number().optional(), message: z.string().optional() });

/**
 * HTTP statuses of refusals that may pass. 401 and 403: an expired or insufficient token, until an operator fixes it.
 * 409: a lost race with another writer, such as Argo CD's own controller.
 */
const passingStatuses: ReadonlySet<number> = new Set([401, 403, 409]);

/**
 * Phrases of a 400 that may pass. Argo CD validates a written application against its repository, and returns the same
 * `InvalidSpecError` for an unreachable repository as for a wrong specification (`validateRepo`, util/argo/argo.go).
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

/** The error for a response. Every call here is idempotent, so an unclear one is retried too. */
export function failure({ method, path }: VendorRequest, answer: VendorAnswer): DomainError {
  const message = messageOf(answer);
  const phrase = passingPhrases.find((each) => message.includes(each));
  const passes = answer.outcome !== 'refused' || passingStatuses.has(answer.status) || phrase !== undefined;
  const said = phrase === undefined ? '' : ` (${phrase})`;
  return new DomainError(passes ? 'cluster-unavailable' : 'cluster-refused', {
    message: `Argo CD answered ${answer.status ?? 'nothing'} to ${method} ${path}${said}`,
  });
}

/** Argo CD refuses a sync while one is running; the running one does what we wanted. */
export const isAlreadySyncing = (answer: VendorAnswer): boolean =>
  messageOf(answer).includes('another operation is already in progress');

/** The resource is not (or no longer) part of the application: Argo CD refuses instead of answering 404. */
export const isNoPart = (answer: VendorAnswer): boolean =>
  messageOf(answer).includes('not found as part of application');
