/** A change that a page sends; a failure comes in words, and an expired session leads to the sign-in page. */
import { useMutation } from '@tanstack/react-query';
import { signInAgain } from '#session/expired.ts';
import { type Attempted, describeFailure, type Failure } from './failure.ts';

/** @param onDone Called with the answer, which is in place once it has resolved. */
export function useChange<Answer, Input = void>(
  send: (input: Input) => Promise<Answer>,
  words: Attempted,
  onDone?: (answer: Answer, input: Input) => Promise<void> | void,
) {
  return useMutation<Answer, Failure, Input>({
    mutationFn: (input) =>
      send(input).catch((error: unknown) => {
        throw describeFailure(error, words);
      }),
    onError: ({ needsSignIn }) => (needsSignIn ? signInAgain() : undefined),
    onSuccess: (answer, input) => onDone?.(answer, input),
  });
}
