/** Reads the people around an account, and sends what changes them. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { People } from '#domain/contracts/people.ts';
import { message } from '#domain/messages.ts';
import { signInIfExpired } from '#features/session/expired.ts';
import { describeFailure, type Failure } from '#features/submit/failure.ts';
import { currentPath } from '#lib/navigate.ts';
import { getPeople, type PeopleChange, postPeople } from '#lib/people-api.ts';

const peopleKey = ['people'];

async function orSignIn<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    void signInIfExpired(error);
    throw error;
  }
}

export function usePeople() {
  return useQuery({
    queryKey: peopleKey,
    queryFn: ({ signal }) => orSignIn(() => getPeople(signal)),
    // Somebody may have accepted meanwhile.
    refetchOnWindowFocus: true,
  });
}

/** Reads them again, after a change by another way. */
export function useReread(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: peopleKey });
}

/** What could not be loaded or changed, in words. */
export const failureOf = (error: unknown): Failure =>
  describeFailure(error, {
    title: message('people.failed-title'),
    unexpected: message('error.internal'),
    unclear: message('people.unclear'),
    here: currentPath(),
  });

/** @param onDone Called once the page shows the people as they then are. */
export function usePeopleChange(onDone?: (change: PeopleChange) => void) {
  const queries = useQueryClient();
  return useMutation<People, Failure, PeopleChange>({
    mutationFn: (change) =>
      orSignIn(() => postPeople(change)).catch((error: unknown) => {
        throw failureOf(error);
      }),
    onSuccess: (people, change) => {
      queries.setQueryData(peopleKey, people);
      onDone?.(change);
    },
  });
}
