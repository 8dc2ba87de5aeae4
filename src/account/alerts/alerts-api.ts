/** API calls about alerts; each may throw an `ApiError`. */
import {
  AlertsView,
  alertChannelEndpoint,
  alertsEndpoint,
  type Preferences,
  recipientPath,
  recipientsEndpoint,
  TelegramLink,
  telegramLinkEndpoint,
} from '#domain/api-schemas/alerts.ts';
import { ask, post } from '#lib/api.ts';

/** Longer, because the server may call the mail provider or the environment. */
const CHANGE_TIMEOUT_MS = 45_000;

/** A change, and what it is about. */
export type AlertsChange =
  | { readonly kind: 'add'; readonly email: string }
  | { readonly kind: 'resend' | 'test' | 'remove'; readonly id: string }
  | { readonly kind: 'verify'; readonly id: string; readonly code: string }
  | { readonly kind: 'choose'; readonly id: string; readonly preferences: Preferences }
  /** Without monitors: the channel that was deleted. */
  | { readonly kind: 'attach'; readonly monitors?: readonly number[] };

export const getAlerts = (signal?: AbortSignal) => ask(alertsEndpoint, AlertsView, { signal });

const verbs = { resend: 'codigo', test: 'teste', remove: 'retirada' } as const;

/** Makes a change; answers with the new view. */
export function postAlerts(change: AlertsChange): Promise<AlertsView> {
  const [path, body] = requestOf(change);
  return post(path, AlertsView, { body, timeoutMs: CHANGE_TIMEOUT_MS });
}

function requestOf(change: AlertsChange): readonly [path: string, body: unknown] {
  switch (change.kind) {
    case 'add':
      return [recipientsEndpoint, { email: change.email }];
    case 'verify':
      return [recipientPath(change.id, 'verificar'), { codigo: change.code }];
    case 'choose':
      return [recipientPath(change.id, 'preferencias'), change.preferences];
    case 'attach':
      return [alertChannelEndpoint, change.monitors === undefined ? {} : { monitores: change.monitors }];
    case 'resend':
    case 'test':
    case 'remove':
      return [recipientPath(change.id, verbs[change.kind]), undefined];
  }
}

export const postTelegramLink = () => post(telegramLinkEndpoint, TelegramLink);
