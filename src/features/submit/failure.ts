/**
 * What an unsuccessful attempt to buy means: for the key, for the fields, and in words.
 *
 * Pure. Sentences come from the server or the catalogue; nothing here decides a status.
 */
import { formPathOf } from '#domain/contracts/checkout.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { Outcome } from '#domain/idempotency/attempt.ts';
import { message } from '#domain/messages.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { ApiError } from '#lib/api.ts';
import { SessionError } from '#lib/session.ts';
import type { Toast } from '#ui/toaster.tsx';

export interface Failure {
  readonly outcome: Outcome;
  readonly toast: Toast;
  /** Sentence per form path. */
  readonly fields: Readonly<Record<string, string>>;
  /** A refused card, told where the form asks for one; the values stay allowed, for it may be good tomorrow. */
  readonly declined?: { readonly path: string; readonly sentence: string };
  /** The refused values stay refused: sending them again cannot help. */
  readonly isFinal: boolean;
  /** Signing in again is what helps. */
  readonly needsSignIn: boolean;
}

/** What is being tried, as far as words depend on it. */
export interface Attempted {
  /** Title of every toast that is not about connection or session. */
  readonly title: string;
  /** Said when neither server nor catalogue has a better sentence. */
  readonly unexpected: string;
  /** Said when the outcome is unknown. */
  readonly unclear: string;
  /** Form path beside which a refused card is told, in a form that can. */
  readonly declinedAt?: string;
  /** Path of this page, for the answer that needs it loaded anew. */
  readonly here: string;
}

const places: Readonly<Record<string, string>> = {
  '/provisionamento': 'Acompanhar o ambiente',
  '/upgrade': 'Mudar de plano',
  '/conta': 'Ver a sua conta',
};
/** Where an open matter is settled, when the answer itself names no place. */
const placeOfCode: Partial<Record<ErrorCode, string>> = { 'upgrade-open': '/conta' };

/** The page was loaded before something changed that came with it. */
const needsNewPage: ReadonlySet<ErrorCode> = new Set(['terms-outdated', 'card-entry-changed']);

export function describeFailure(error: unknown, attempted: Attempted): Failure {
  const nothing = { fields: {}, isFinal: false, needsSignIn: false };
  const unknown = { ...nothing, outcome: { kind: 'unknown' } } as const;
  const { title, unexpected, unclear } = attempted;
  if (!(error instanceof ApiError)) return { ...unknown, toast: { title, lines: [unexpected] } };
  switch (error.kind) {
    case 'session':
      return {
        // The request never left: the first one, if there was one, is as open as before.
        ...unknown,
        toast: { title: message('session.pending-title'), lines: [message('session.pending')] },
        needsSignIn: error.cause instanceof SessionError && error.cause.reason === 'expired',
      };
    case 'network':
      return {
        ...unknown,
        toast: {
          title: message('connection.title'),
          lines: [message('connection.failed')],
          endsWith: 'connection',
        },
      };
    case 'timeout':
    case 'unreadable':
      return { ...unknown, toast: { title, lines: [unclear] } };
    default:
      return describeRefusal(error, attempted);
  }
}

function describeRefusal(error: ApiError, attempted: Attempted): Failure {
  const { title, unexpected, unclear, here, declinedAt } = attempted;
  const { body } = error;
  const status = error.status ?? 0;
  const isUnclear = body === null && status >= 500;
  const sentence = body?.error ?? (isUnclear ? unclear : unexpected);
  // The draft survives.
  const reload = { href: here, label: 'Recarregar a página' };
  const link =
    body !== null && needsNewPage.has(body.code)
      ? reload
      : (debtLink(body) ??
        linkOf(body?.details?.['redirect'] ?? (body ? placeOfCode[body.code] : undefined)));
  const isDeclined = body?.code === 'payment-declined';
  const declined = isDeclined && declinedAt !== undefined ? { path: declinedAt, sentence } : undefined;
  const fields = fieldsOf(error);
  const isOfFields = declined !== undefined || Object.keys(fields).length > 0;
  return {
    outcome: { kind: 'refused', status, code: body?.code ?? null },
    toast: {
      ...{ title, lines: [sentence], ...(link ? { link } : {}) },
      // The form's summary says it too; a way out stands here only, and stays.
      ...(isOfFields && link === undefined ? ({ endsWith: 'edit', isRepeated: true } as const) : {}),
    },
    fields,
    ...(declined ? { declined } : {}),
    isFinal: body !== null && !isDeclined,
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

/** To the processor's page where a debt is paid: the one place outside of the site that an answer may lead to. */
function debtLink(body: ApiError['body']): Toast['link'] {
  const { paymentUrl, valorCentavos } = body?.details ?? {};
  if (body?.code !== 'debt-open' || paymentUrl === undefined || !/^https?:\/\//.test(paymentUrl))
    return undefined;
  return { href: paymentUrl, label: message('debt.pay', { valor: formatPrice(Number(valorCentavos)) }) };
}

/** Only the pages an answer may point to, with their query; anything else is not followed. */
function linkOf(redirect: string | undefined): Toast['link'] {
  const label = places[redirect?.split('?')[0] ?? ''];
  return redirect === undefined || label === undefined ? undefined : { href: redirect, label };
}
