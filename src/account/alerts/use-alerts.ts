/** Reads the alerts of an environment and sends changes. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PostedKind } from '#domain/alerts/codes.ts';
import type { AlertPreferences } from '#domain/alerts/preferences.ts';
import {
  AlertsView,
  alertChannelEndpoint,
  alertsEndpoint,
  PostedAnswer,
  postedEndpoint,
  recipientPath,
  recipientsEndpoint,
} from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { useChange } from '#form/use-change.ts';
import { ask, post } from '#lib/api.ts';

/** What the account's alerts are, for every page that shows a part of them. */
export const alertsQuery = queryOptions({
  queryKey: ['alerts'],
  queryFn: ({ signal }) => ask(alertsEndpoint, AlertsView, { signal }),
});

/** While something is under way: a message that waits, a chat that is being connected, a channel that is made. */
const SOON_MS = 3_000;

/**
 * @param isExpecting True while the page waits for something that happens elsewhere.
 * @param mayRead False while it is not known whose page it is.
 */
export function useAlerts(isExpecting: boolean, mayRead: boolean) {
  return useQuery({
    ...alertsQuery,
    enabled: mayRead,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      isExpecting ||
      data?.channel === 'none' ||
      data?.messages.some(({ state }) => state === 'waiting') === true
        ? SOON_MS
        : false,
  });
}

/** A change, and what it is about. */
export type AlertsChange =
  | { readonly kind: 'add'; readonly email: string; readonly name?: string | undefined }
  | {
      readonly kind: 'post';
      readonly channel: PostedKind;
      readonly address: string;
      readonly name?: string | undefined;
    }
  | { readonly kind: 'resend' | 'test' | 'remove' | 'secret'; readonly id: string }
  | { readonly kind: 'verify'; readonly id: string; readonly code: string }
  | { readonly kind: 'rename'; readonly id: string; readonly name: string }
  | { readonly kind: 'choose'; readonly id: string; readonly preferences: AlertPreferences }
  /** Without monitors: the channel that was deleted. */
  | { readonly kind: 'attach'; readonly monitors?: readonly number[] };

const verbs = { resend: 'codigo', test: 'teste', remove: 'retirada', secret: 'segredo' } as const;

function requestOf(change: AlertsChange): readonly [path: string, body: unknown] {
  switch (change.kind) {
    case 'add':
      return [recipientsEndpoint, { email: change.email, name: change.name }];
    case 'post': {
      const { channel: kind, address, name } = change;
      return [postedEndpoint, { kind, address, name }];
    }
    case 'verify':
      return [recipientPath(change.id, 'verificar'), { code: change.code }];
    case 'rename':
      return [recipientPath(change.id, 'nome'), { name: change.name }];
    case 'choose':
      return [recipientPath(change.id, 'preferencias'), change.preferences];
    case 'attach':
      return [alertChannelEndpoint, { monitors: change.monitors }];
    case 'resend':
    case 'test':
    case 'remove':
    case 'secret':
      return [recipientPath(change.id, verbs[change.kind]), undefined];
  }
}

/** Longer, because the server may call the mail provider or the environment. */
const CHANGE_TIMEOUT_MS = 45_000;

/** Some answer with more than the page. */
async function carryOut(change: AlertsChange): Promise<PostedAnswer> {
  const [path, body] = requestOf(change);
  const options = { body, timeoutMs: CHANGE_TIMEOUT_MS };
  return change.kind === 'post' || change.kind === 'secret'
    ? post(path, PostedAnswer, options)
    : { alerts: await post(path, AlertsView, options), secret: null };
}

/** @param onDone Called once the page shows the change, with the secret of a webhook that it made. */
export function useAlertsChange(
  onDone: (change: AlertsChange, view: AlertsView, secret: string | null) => void,
) {
  const queries = useQueryClient();
  return useChange(
    carryOut,
    { title: message('alerts.failed-title'), unclear: message('alerts.unclear') },
    ({ alerts: view, secret }, change: AlertsChange) => {
      queries.setQueryData(alertsQuery.queryKey, view);
      onDone(change, view, secret);
    },
  );
}
