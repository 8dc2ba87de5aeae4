/** Reads the people of an environment and sends changes. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { People } from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages/people.ts';
import { describeFailure, type Failure } from '#form/failure.ts';
import { signInAgain } from '#session/expired.ts';
import { getPeople, type PeopleChange, postPeople } from './people-api.ts';

const peopleKey = ['people'];

export function usePeople() {
  return useQuery({
    queryKey: peopleKey,
    queryFn: ({ signal }) => getPeople(signal),
    // An invited person may have accepted meanwhile.
    refetchOnWindowFocus: true,
  });
}

/** A failed read or change, in words. */
const failureOf = (error: unknown): Failure =>
  describeFailure(error, {
    title: message('people.failed-title'),
    unclear: message('people.unclear'),
  });

/** @param onDone Called once the page shows the changed list. */
export function usePeopleChange(onDone?: (change: PeopleChange) => void) {
  const queries = useQueryClient();
  return useMutation<People, Failure, PeopleChange>({
    mutationFn: (change) =>
      postPeople(change).catch((error: unknown) => {
        throw failureOf(error);
      }),
    onError: ({ needsSignIn }) => (needsSignIn ? signInAgain() : undefined),
    onSuccess: (people, change) => {
      queries.setQueryData(peopleKey, people);
      onDone?.(change);
    },
  });
}
