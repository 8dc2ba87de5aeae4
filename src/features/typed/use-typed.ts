/**
 * The text of a field that was on the page before its island woke.
 *
 * The field keeps what was typed meanwhile: it is uncontrolled, and read once when the island wakes.
 */
import { type FormEvent, type RefCallback, useCallback, useRef, useState } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

export interface Typed<Field extends TextField> {
  readonly value: string;
  /** Writes into the field, as a choice of an example does. */
  readonly write: (value: string) => void;
  /** What the field must carry. */
  readonly field: {
    readonly ref: RefCallback<Field>;
    readonly defaultValue: string;
    readonly onInput: (event: FormEvent<Field>) => void;
  };
}

export function useTyped<Field extends TextField = HTMLInputElement>(initial: string): Typed<Field> {
  const [value, setValue] = useState(initial);
  const element = useRef<Field | null>(null);
  const ref = useCallback((node: Field | null) => {
    element.current = node;
    if (node !== null) setValue(node.value);
  }, []);
  const write = useCallback((text: string) => {
    if (element.current !== null) element.current.value = text;
    setValue(text);
  }, []);
  return {
    value,
    write,
    field: { ref, defaultValue: initial, onInput: (event) => setValue(event.currentTarget.value) },
  };
}
