/**
 * Checks while typing whether a subdomain is free. The server checks again on submit.
 *
 * Without TanStack Query (see use-cep-lookup.ts), because an answer is only valid for the moment.
 */
import { useEffect, useState } from 'react';
import { message } from '#domain/messages/checkout.ts';
import { checkSubdomain, isOnlyReserved } from '#domain/subdomain/subdomain.ts';
import { getSubdomainAvailability } from './sign-up-api.ts';

const DEBOUNCE_MS = 400;

export type Availability =
  | { readonly state: 'unasked' }
  | { readonly state: 'asking' }
  | { readonly state: 'free'; readonly name: string }
  | { readonly state: 'refused'; readonly name: string; readonly suggestions: readonly string[] };

/**
 * @param refusedCount How often the server refused a name on submit; a change repeats the check.
 * @param onRefused Called once per refused name, with the field's error and similar free names.
 */
export function useSubdomainAvailability(
  typed: string,
  refusedCount: number,
  onRefused: (name: string, sentence: string, suggestions: readonly string[]) => void,
): Availability {
  const [availability, setAvailability] = useState<Availability>({ state: 'unasked' });
  const checked = checkSubdomain(typed);
  // A reserved name is checked too, because the answer suggests similar free names.
  const name = checked.ok || isOnlyReserved(checked.problem) ? typed.trim().toLowerCase() : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the check depends on the name, not on the callback
  useEffect(() => {
    if (name === null) {
      setAvailability({ state: 'unasked' });
      return;
    }
    const question = new AbortController();
    setAvailability({ state: 'asking' });
    const timer = setTimeout(async () => {
      try {
        const answer = await getSubdomainAvailability(name, question.signal);
        if (question.signal.aborted) return;
        if (answer.isAvailable) return setAvailability({ state: 'free', name });
        const { suggestions = [] } = answer;
        setAvailability({ state: 'refused', name, suggestions });
        onRefused(name, answer.sentence ?? message('subdomain.taken'), suggestions);
      } catch {
        // No answer: the server checks again on submit.
        if (!question.signal.aborted) setAvailability({ state: 'unasked' });
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      question.abort();
    };
  }, [name, refusedCount]);

  return availability;
}
