/** The sample check of a preview: what happened to which monitor. The reader can change it. */
import { useState } from 'react';
import { checkMessages, type Situation } from '#docs/tools/rules/webhook-body.ts';
import { type Typed, useTyped } from './use-typed.ts';

export interface SampleCheck<S extends Situation> {
  readonly situation: S;
  readonly changeSituation: (next: S) => void;
  readonly name: Typed;
  readonly url: Typed;
  /** The check's message. */
  readonly message: Typed;
}

export function useSampleCheck<S extends Situation>(first: S): SampleCheck<S> {
  const [situation, setSituation] = useState(first);
  const name = useTyped('Site institucional');
  const url = useTyped('https://www.exemplo.com.br');
  const message = useTyped(checkMessages[first]);
  const changeSituation = (next: S): void => {
    // Replace our default message only; the reader's own one stays.
    if (message.value === checkMessages[situation]) message.write(checkMessages[next]);
    setSituation(next);
  };
  return { situation, changeSituation, name, url, message };
}
