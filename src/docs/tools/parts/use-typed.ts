/** The text of a field. It is uncontrolled, so that what docs/articles/own-address.ts fills in counts as typed. */
import { type FormEvent, type RefObject, useRef, useState } from 'react';

export interface Typed {
  readonly value: string;
  /** Sets the field's text, e.g. to an example. */
  readonly write: (value: string) => void;
  /** Props for the field. */
  readonly field: {
    readonly ref: RefObject<HTMLInputElement | null>;
    readonly defaultValue: string;
    readonly onInput: (event: FormEvent<HTMLInputElement>) => void;
  };
}

export function useTyped(initial: string): Typed {
  const [value, setValue] = useState(initial);
  const ref = useRef<HTMLInputElement>(null);
  const write = (text: string): void => {
    if (ref.current !== null) ref.current.value = text;
    setValue(text);
  };
  return {
    value,
    write,
    field: { ref, defaultValue: initial, onInput: (event) => setValue(event.currentTarget.value) },
  };
}
