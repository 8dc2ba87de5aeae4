/** Reads the status every 5 s until the environment is ready; pauses while the tab is hidden. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import type { ProvisioningStatus } from '#domain/api-schemas/provisioning.ts';
import { ApiError } from '#lib/api.ts';
import { tab } from '#lib/storage.ts';
import { type AuthenticatedSession, getSession } from '#session/session.ts';
import { getProvisioningStatus, startProvisioning } from './provisioning-api.ts';
import { pollInterval } from './view.ts';

const statusKey = ['provisioning-status'];

export interface Provisioning {
  readonly status: ProvisioningStatus | undefined;
  /** The last read failed; it is repeated automatically. */
  readonly hasFailed: boolean;
  readonly isStarting: boolean;
  readonly hasStartFailed: boolean;
  start(): void;
}

export function useProvisioning(session: AuthenticatedSession): Provisioning {
  const queries = useQueryClient();
  const [failures, setFailures] = useState(0);
  const { data: status } = useQuery({
    queryKey: statusKey,
    queryFn: async ({ signal }) => {
      try {
        const answer = await getProvisioningStatus(signal);
        setFailures(0);
        return answer;
      } catch (error) {
        if (!signal.aborted) setFailures((count) => count + 1);
        throw error;
      }
    },
    refetchInterval: (query) => pollInterval(query.state.data, failures),
  });
  const restart = useMutation({
    mutationFn: startProvisioning,
    onError: (error) => {
      // The order was closed meanwhile; the status says why.
      if (error instanceof ApiError && error.body?.code === 'order-closed')
        return queries.invalidateQueries({ queryKey: statusKey });
      return undefined;
    },
    onSuccess: (answer) => {
      queries.setQueryData(statusKey, answer);
      return queries.invalidateQueries({ queryKey: statusKey });
    },
  });

  // Once the environment has moved on, an earlier failed press no longer matters.
  const moved = status?.updatedAt;
  const { reset } = restart;
  // biome-ignore lint/correctness/useExhaustiveDependencies: resets with each step
  useEffect(reset, [moved, reset]);

  const isDone = status?.provisionamentoStatus === 'CONCLUIDO';
  useEffect(() => {
    if (!isDone) return;
    // "Entrar" needs the new environment's group, which arrives with the next token; reading the session again lets the
    // next page's header lead to it.
    session
      .token({ isForced: true })
      .then(() => getSession())
      .catch(() => undefined);
  }, [isDone, session]);

  return {
    status,
    hasFailed: failures > 0,
    isStarting: restart.isPending,
    hasStartFailed: restart.isError,
    start: () => restart.mutate(),
  };
}

/** The current time, updated every second while `isRunning`. */
export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

const Elapsed = z.object({ since: z.string(), ms: z.number() });

/**
 * The elapsed time since the start of an order, which never goes back, not even after a reload: the end that the server
 * reports lies before the moment this page learned of it.
 *
 * @param since Another start counts anew; `undefined` while unknown.
 */
export function useHighest(since: string | undefined, elapsed: (since: string) => number): number | null {
  const [highest, setHighest] = useState(() => Elapsed.safeParse(tab.readJson('elapsed')).data);
  useEffect(() => {
    if (highest !== undefined) tab.writeJson('elapsed', highest);
  }, [highest]);
  if (since === undefined) return null;
  const ms = elapsed(since);
  if (highest?.since === since && highest.ms >= ms) return highest.ms;
  setHighest({ since, ms });
  return ms;
}
