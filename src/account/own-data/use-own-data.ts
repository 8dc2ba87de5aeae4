/** Requests about the person's own data: copy, preview of a deletion, deletion. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnDataResponse } from '#domain/api-schemas/own-data.ts';
import { message } from '#domain/messages/account.ts';
import { describeFailure, type Failure } from '#form/failure.ts';
import { ApiError } from '#lib/api.ts';
import { renameAddress } from '#lib/navigate.ts';
import { saveFile } from '#lib/save-file.ts';
import { login } from '#session/session.ts';
import { getDeletionPreview, getOwnData, postDataCopy, postDeletion } from './own-data-api.ts';

/** The step that needed a fresh sign-in; kept in the return address. */
export type OwnDataStep = 'copia' | 'exclusao' | 'ambiente';

/** The page of the step. */
const pageOf = (step: OwnDataStep): string => (step === 'ambiente' ? ENVIRONMENT_DATA_PAGE : '/conta');

/** Where the data of the environment are downloaded. */
export const ENVIRONMENT_DATA_PAGE = '/conta/dados';

const PARAMETER = 'dados';
const ownDataKey = ['own-data'];

/** A failure; `isStale` when another sign-in helps. */
export interface OwnDataFailure extends Failure {
  readonly isStale: boolean;
}

export function failureOf(error: unknown, title: string, unclear: string): OwnDataFailure {
  const code = error instanceof ApiError ? error.body?.code : undefined;
  const failure = describeFailure(error, {
    title,
    unclear,
  });
  return { ...failure, isStale: code === 'sign-in-stale' || failure.needsSignIn };
}

export function useOwnData() {
  return useQuery({ queryKey: ownDataKey, queryFn: ({ signal }) => getOwnData(signal) });
}

export function useDataCopy() {
  return useMutation<void, OwnDataFailure>({
    mutationFn: async () => {
      try {
        const copy = await postDataCopy();
        const day = copy.exportedAt.slice(0, 10);
        saveFile(`seus-dados-${day}.json`, 'application/json', `${JSON.stringify(copy, null, 2)}\n`);
      } catch (error) {
        throw failureOf(error, message('own-data.copy-failed-title'), message('error.internal'));
      }
    },
  });
}

/** Read again each time the dialog opens, because debts and retention change. */
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
        throw failureOf(
          error,
          message('own-data.deletion-failed-title'),
          message('own-data.deletion-unclear'),
        );
      }
    },
    onSuccess: (state) => {
      queries.setQueryData(ownDataKey, state);
      onAccepted();
    },
  });
}

/** Goes to the sign-in form, which asks for the password and returns to the step. */
export function confirmIdentity(step: OwnDataStep): void {
  // If the redirect fails, the button can be pressed again.
  login({ redirectTo: `${pageOf(step)}?${PARAMETER}=${step}`, isPromptForced: true }).catch(() => undefined);
}

/** Returns the step before the sign-in once and removes it from the address. Does not perform it. */
export function takeStep(): OwnDataStep | null {
  const step = new URLSearchParams(window.location.search).get(PARAMETER);
  if (step !== 'copia' && step !== 'exclusao' && step !== 'ambiente') return null;
  renameAddress(pageOf(step));
  return step;
}
