/** A person's own data: the copy, what a deletion would do, the deletion. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnDataResponse } from '#domain/contracts/own-data.ts';
import { type MessageId, message } from '#domain/messages.ts';
import { describeFailure, type Failure } from '#features/submit/failure.ts';
import { ApiError } from '#lib/api.ts';
import { getDeletionPreview, getOwnData, postDataCopy, postDeletion } from '#lib/api-own-data.ts';
import { currentPath, renameAddress } from '#lib/navigate.ts';
import { login } from '#lib/session.ts';

/** What a person was doing when the sign-in was too old; it stands in the address that the provider leads back to. */
export type OwnDataStep = 'copia' | 'exclusao';

const PARAMETER = 'dados';
const ownDataKey = ['own-data'];

/** A failure that another sign-in mends, told apart from all others. */
export interface OwnDataFailure extends Failure {
  readonly isStale: boolean;
}

function failureOf(error: unknown, title: MessageId, unclear: MessageId): OwnDataFailure {
  const code = error instanceof ApiError ? error.body?.code : undefined;
  const told = describeFailure(error, {
    title: message(title),
    unexpected: message('error.internal'),
    unclear: message(unclear),
    here: currentPath(),
  });
  return { ...told, isStale: code === 'sign-in-stale' || told.needsSignIn };
}

export function useOwnData() {
  return useQuery({ queryKey: ownDataKey, queryFn: ({ signal }) => getOwnData(signal) });
}

export function useDataCopy() {
  return useMutation<void, OwnDataFailure>({
    mutationFn: async () => {
      try {
        saveFile(await postDataCopy());
      } catch (error) {
        throw failureOf(error, 'own-data.copy-failed-title', 'error.internal');
      }
    },
  });
}

/** Read anew each time the window opens: what is owed and kept changes. */
export function useDeletionPreview(isOpen: boolean) {
  return useQuery({
    queryKey: ['deletion-preview'],
    queryFn: ({ signal }) => getDeletionPreview(signal),
    enabled: isOpen,
    gcTime: 0,
  });
}

export function useDeletion(onAccepted: () => void) {
  const queries = useQueryClient();
  return useMutation<OwnDataResponse, OwnDataFailure, string>({
    mutationFn: async (confirma) => {
      try {
        return await postDeletion(confirma);
      } catch (error) {
        throw failureOf(error, 'own-data.deletion-failed-title', 'own-data.deletion-unclear');
      }
    },
    onSuccess: (state) => {
      queries.setQueryData(ownDataKey, state);
      onAccepted();
    },
  });
}

/** Leaves for the sign-in form, password asked for, and comes back to what was being done. */
export function confirmIdentity(step: OwnDataStep): void {
  // Where the browser cannot leave, the button is still there to be pressed again.
  login({ redirectTo: `/conta?${PARAMETER}=${step}`, isPromptForced: true }).catch(() => undefined);
}

/** What was being done before the sign-in, once: the address forgets it. Nothing is done by coming back. */
export function takeStep(): OwnDataStep | null {
  const step = new URLSearchParams(window.location.search).get(PARAMETER);
  if (step !== 'copia' && step !== 'exclusao') return null;
  renameAddress('/conta');
  return step;
}

function saveFile(content: { readonly exportedAt: string }): void {
  const file = new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `seus-dados-${content.exportedAt.slice(0, 10)}.json`;
  link.click();
  // The browser has taken the file by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}
