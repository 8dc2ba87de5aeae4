/**
 * Describes why a purchase failed: for the Idempotency-Key, for the fields, and in words.
 *
 * The sentences come from the server or from domain/messages.
 */

import { formPathOf } from '#domain/api-schemas/field.ts';
import type { ErrorCode } from '#domain/errors.ts';
import { message } from '#domain/messages/shared.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { ApiError } from '#lib/api.ts';
import { currentPath } from '#lib/navigate.ts';
import { SessionError } from '#session/session.ts';
import type { Toast } from '#ui/toaster.tsx';
import type { Outcome } from './attempt.ts';

export interface Failure {
  readonly outcome: Outcome;
  readonly toast: Toast;
  /** Sentence per form path. */
  readonly fields: Readonly<Record<string, string>>;
  /** The form itself shows it, with the toast's words; a toast would say it twice. */
  readonly isInForm: boolean;
  /** A refused card, shown where the card is given; the same card may be sent again, because it may work later. */
  readonly declined?: { readonly path: string; readonly sentence: string };
  /** Sending the same values again cannot succeed. */
  readonly isFinal: boolean;
  /** The session has expired. */
  readonly needsSignIn: boolean;
}

/** What was attempted, for the wording. */
export interface Attempted {
  /** Title of the toast, except for connection and session errors. */
  readonly title: string;
  /** Sentence for an error that has no other one; by default that of an internal error. */
  readonly unexpected?: string;
  /** Sentence for an unknown outcome; by default that there was no connection. */
  readonly unclear?: string;
  /** Form path where a refused card is shown, if the form has one. */
  readonly declinedAt?: string;
}

const places: Readonly<Record<string, string>> = {
  '/provisionamento': 'Acompanhar o painel',
  '/upgrade': 'Mudar de plano',
  '/conta': 'Ver a sua conta',
  [PEOPLE_PAGE]: 'Ver o painel em que você está',
};
/** Page that helps with a code when the answer names none. */
const placeOfCode: Readonly<Record<string, string>> = {
  'upgrade-open': '/conta',
} satisfies Partial<Record<ErrorCode, string>>;

/** Codes that mean that the loaded page is out of date. */
const needsNewPage: ReadonlySet<string | undefined> = new Set<ErrorCode>([
  'terms-outdated',
  'card-entry-changed',
]);

/**
 * False after a refusal that the same request would meet again; 401, 408, 425 and 429 mean "not now". A proxy, which
 * sends no code, may answer otherwise.
 */
export const mayHelpAgain = (error: unknown): boolean =>
  !(error instanceof ApiError) || !error.body?.code || !/^4(?!01|08|25|29)/.test(String(error.status));

export function describeFailure(error: unknown, attempted: Attempted): Failure {
  const nothing = { fields: {}, isInForm: false, isFinal: false, needsSignIn: false };
  const unknown = { ...nothing, outcome: { kind: 'unknown' } } as const;
  const { title, unexpected = message('error.internal'), unclear = message('connection.failed') } = attempted;
  if (!(error instanceof ApiError)) return { ...unknown, toast: { title, lines: [unexpected] } };
  switch (error.kind) {
    case 'session':
      return {
        // The request was not sent, so an earlier one is still undecided.
        ...unknown,
        toast: { title: message('session.pending-title'), lines: [message('session.pending')] },
        needsSignIn: error.cause instanceof SessionError && error.cause.reason === 'expired',
      };
    case 'network':
      return {
        ...unknown,
        toast: {
          title: message('connection.title'),
          // What was sent may have arrived: who pays reads that it is not paid twice.
          lines: [
            message('connection.failed'),
            ...(attempted.unclear === undefined
              ? []
              : [error.isUnsent ? message('connection.unsent') : unclear]),
          ],
          endsWith: 'connection',
        },
      };
    case 'timeout':
    case 'unreadable':
      return { ...unknown, toast: { title, lines: [unclear] } };
    default:
      return describeRefusal(error, attempted, { unexpected, unclear });
  }
}

function describeRefusal(
  error: ApiError,
  attempted: Attempted,
  { unexpected, unclear }: Readonly<Record<'unexpected' | 'unclear', string>>,
): Failure {
  const { title, declinedAt } = attempted;
  const { body } = error;
  const status = error.status ?? 0;
  // A proxy's word; the request may have arrived behind it.
  const isUnclear = body?.code === undefined && status >= 500;
  const sentence = body?.error ?? (isUnclear ? unclear : unexpected);
  const lines = isUnclear && body && attempted.unclear ? [sentence, unclear] : [sentence];
  const link =
    body !== null && needsNewPage.has(body.code)
      ? // The draft survives.
        { href: currentPath(), label: 'Recarregar a página' }
      : (debtLink(body) ?? linkOf(body?.details?.['redirect'] ?? placeOfCode[body?.code ?? '']));
  const isDeclined = body?.code === 'payment-declined';
  const declined = isDeclined && declinedAt !== undefined ? { path: declinedAt, sentence } : undefined;
  const fields = fieldsOf(error);
  const isOfFields = declined !== undefined || Object.keys(fields).length > 0;
  return {
    outcome: { kind: 'refused', status, code: body?.code ?? null },
    toast: { title, lines, ...(link ? { link } : {}) },
    fields,
    // Only the toast has the link.
    isInForm: isOfFields && link === undefined,
    ...(declined ? { declined } : {}),
    // A proxy, which sends no code, knows nothing of the values.
    isFinal: body?.code !== undefined && !isDeclined,
    needsSignIn: false,
  };
}

function fieldsOf({ body }: ApiError): Record<string, string> {
  if (body === null) return {};
  const fields = Object.entries(body.fields ?? {}).map(
    ([path, sentence]) => [formPathOf(path), sentence] as const,
  );
  if (fields.length === 0 && (body.code === 'subdomain-taken' || body.code === 'subdomain-reserved')) {
    return { subdominio: body.error };
  }
  if (fields.length === 0 && body.code === 'terms-outdated') return { termos: body.error };
  return Object.fromEntries(fields);
}

/** Link to pay a debt at the processor, the only external link that an answer may contain. */
function debtLink(body: ApiError['body']): Toast['link'] {
  const { paymentUrl, valorCentavos } = body?.details ?? {};
  if (body?.code !== 'debt-open' || paymentUrl === undefined || !/^https?:\/\//.test(paymentUrl))
    return undefined;
  return { href: paymentUrl, label: message('debt.pay', { valor: formatPrice(Number(valorCentavos)) }) };
}

/** Link to one of the pages that an answer may name, with its query; anything else is ignored. */
function linkOf(redirect: string | undefined): Toast['link'] {
  const label = places[redirect?.split('?')[0] ?? ''];
  return redirect === undefined || label === undefined ? undefined : { href: redirect, label };
}
