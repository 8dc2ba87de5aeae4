/**
 * The text of a field that the reader may have filled in before its island hydrated.
 *
 * The field is uncontrolled and read once on hydration, so nothing typed earlier is lost.
 */
import { type FormEvent, type RefCallback, useCallback, useRef, useState } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;

export interface Typed<Field extends TextField> {
  readonly value: string;
  /** Sets the field's text, e.g. to an example. */
  readonly write: (value: string) => void;
  /** Props for the field. */
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
