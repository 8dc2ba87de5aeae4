/** Requests about the person's own data: copy, preview of a deletion, deletion. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { ENVIRONMENT_DATA_PAGE, OWN_DATA_PAGE } from '#account/account-pages.ts';
import {
  DeletionPreview,
  dataCopyEndpoint,
  deletionEndpoint,
  OwnDataResponse,
  ownDataEndpoint,
} from '#domain/api-schemas/privacy.ts';
import { message } from '#domain/messages/account.ts';
import { type Attempted, describeFailure, type Failure } from '#form/failure.ts';
import { ApiError, ask, PROCESSOR_TIMEOUT_MS, post } from '#lib/api.ts';
import { renameAddress } from '#lib/navigate.ts';
import { saveFile } from '#lib/save-file.ts';
import { login } from '#session/session.ts';

/** The step that needed a fresh sign-in; kept in the return address. */
export type OwnDataStep = 'copia' | 'exclusao' | 'ambiente';

/** The page of the step. */
const pageOf = (step: OwnDataStep): string => (step === 'ambiente' ? ENVIRONMENT_DATA_PAGE : OWN_DATA_PAGE);

const PARAMETER = 'dados';
const ownDataKey = ['own-data'];

/** A failure; `isStale` when another sign-in helps. */
export interface OwnDataFailure extends Failure {
  readonly isStale: boolean;
}

/**
 * A request that needs a recent sign-in (`sign-in-stale`). Not useChange, because the page asks before it leaves for
 * the sign-in and says afterwards which step it was for.
 */
export function useOwnDataRequest<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  words: Attempted,
  onDone?: (answer: Answer) => void,
) {
  return useMutation<Answer, OwnDataFailure, Input>({
    mutationFn: (input) =>
      send(input).catch((error: unknown) => {
        const failure = describeFailure(error, words);
        const code = error instanceof ApiError ? error.body?.code : undefined;
        throw { ...failure, isStale: code === 'sign-in-stale' || failure.needsSignIn };
      }),
    onSuccess: (answer) => onDone?.(answer),
  });
}

export function useOwnData() {
  return useQuery({
    queryKey: ownDataKey,
    // Changes rarely; a page that is come back to again and again would use up the account's calls.
    staleTime: 60_000,
    queryFn: ({ signal }) => ask(ownDataEndpoint, OwnDataResponse, { signal }),
  });
}

/** The copy is saved to a file unread, so only its frame is checked. */
const DataCopy = z.looseObject({ leiame: z.string(), exportedAt: z.string() });

export const useDataCopy = () =>
  useOwnDataRequest(
    () => post(dataCopyEndpoint, DataCopy, { timeoutMs: PROCESSOR_TIMEOUT_MS }),
    { title: message('own-data.copy-failed-title'), unclear: message('error.internal') },
    (copy) => {
      const text = `${JSON.stringify(copy, null, 2)}\n`;
      saveFile(`seus-dados-${copy.exportedAt.slice(0, 10)}.json`, 'application/json', text);
    },
  );

/** Read again each time the dialog opens, because debts and retention change. */
export function useDeletionPreview(isOpen: boolean) {
  return useQuery({
    queryKey: ['deletion-preview'],
    queryFn: ({ signal }) => ask(deletionEndpoint, DeletionPreview, { signal }),
    enabled: isOpen,
    gcTime: 0,
  });
}

/** A second call changes nothing. */
export function useDeletion(onAccepted: () => void) {
  const queries = useQueryClient();
  return useOwnDataRequest(
    (confirm: string) => post(deletionEndpoint, OwnDataResponse, { body: { confirm } }),
    { title: message('own-data.deletion-failed-title'), unclear: message('own-data.deletion-unclear') },
    (state) => {
      queries.setQueryData(ownDataKey, state);
      onAccepted();
    },
  );
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
