/** Reads the alerts of an environment and sends changes. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { describeFailure, type Failure } from '#form/failure.ts';
import { signInAgain } from '#session/expired.ts';
import { type AlertsChange, getAlerts, postAlerts } from './alerts-api.ts';

const alertsKey = ['alerts'];
/** While something is under way: a message that waits, a chat that is being connected, a channel that is made. */
const SOON_MS = 3_000;

/** @param isExpecting True while the page waits for something that happens elsewhere. */
export function useAlerts(isExpecting: boolean) {
  return useQuery({
    queryKey: alertsKey,
    queryFn: ({ signal }) => getAlerts(signal),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      isExpecting ||
      data?.canal === 'preparando' ||
      data?.mensagens.some(({ estado }) => estado === 'aguarda') === true
        ? SOON_MS
        : false,
  });
}

/** @param onDone Called once the page shows the change. */
export function useAlertsChange(onDone?: (change: AlertsChange, view: AlertsView) => void) {
  const queries = useQueryClient();
  return useMutation<AlertsView, Failure, AlertsChange>({
    mutationFn: (change) =>
      postAlerts(change).catch((error: unknown) => {
        throw describeFailure(error, {
          title: message('alerts.failed-title'),
          unclear: message('alerts.unclear'),
        });
      }),
    onError: ({ needsSignIn }) => (needsSignIn ? signInAgain() : undefined),
    onSuccess: (view, change) => {
      queries.setQueryData(alertsKey, view);
      onDone?.(change, view);
    },
  });
}
