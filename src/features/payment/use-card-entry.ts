/** Asks where the card is typed; until the answer comes, and without one, in our form. */
import { useEffect, useState } from 'react';
import type { CardEntry } from '#domain/contracts/checkout.ts';
import { getCheckoutOptions } from '#lib/api.ts';

export function useCardEntry(): CardEntry {
  const [cardEntry, setCardEntry] = useState<CardEntry>('form');
  useEffect(() => {
    const question = new AbortController();
    getCheckoutOptions(question.signal).then(
      (options) => setCardEntry(options.cardEntry),
      // The server says so, should it expect the other way.
      () => undefined,
    );
    return () => question.abort();
  }, []);
  return cardEntry;
}
