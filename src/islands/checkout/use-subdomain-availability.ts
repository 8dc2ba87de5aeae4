/**
 * Asks, while a subdomain is typed, whether it is still free. The last word is the server's, on submit.
 *
 * Without TanStack Query, as use-cep-lookup.ts says: an answer is only good for the moment.
 */
import { useEffect, useState } from 'react';
import { message } from '#domain/messages.ts';
import { checkSubdomain, isOnlyReserved } from '#domain/subdomain/subdomain.ts';
import { getSubdomainAvailability } from '#lib/api.ts';

const DEBOUNCE_MS = 400;

export type Availability =
  | { readonly state: 'unasked' }
  | { readonly state: 'asking' }
  | { readonly state: 'free'; readonly name: string }
  | { readonly state: 'refused'; readonly name: string; readonly suggestions: readonly string[] };

/**
 * @param refusedCount How often the server refused a name on submit: what was known about it is asked anew.
 * @param onRefused Told once per refused name, with the sentence for the field.
 */
export function useSubdomainAvailability(
  typed: string,
  refusedCount: number,
  onRefused: (name: string, sentence: string) => void,
): Availability {
  const [availability, setAvailability] = useState<Availability>({ state: 'unasked' });
  const checked = checkSubdomain(typed);
  // A reserved name is refused on the spot, and still worth asking about: the answer names free ones close to it.
  const name = checked.ok || isOnlyReserved(checked.problem) ? typed.trim().toLowerCase() : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the question depends on the name, not on who is told
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
        if (answer.disponivel) return setAvailability({ state: 'free', name });
        setAvailability({ state: 'refused', name, suggestions: answer.sugestoes ?? [] });
        onRefused(name, answer.mensagem ?? message('subdomain.taken'));
      } catch {
        // Nobody answered: the form goes on, and submitting tells.
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
