/**
 * A field that takes one of a few values, each shown by its name.
 *
 * A choice made before its island hydrated is read once, so that it is not lost.
 */
import { useRef } from 'react';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';

interface ChoiceFieldProps<T extends string> {
  readonly id: string;
  readonly label: string;
  /** Names by value, in the order in which they are offered. */
  readonly names: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChoice: (value: T) => void;
}

export function ChoiceField<T extends string>({ id, label, names, value, onChoice }: ChoiceFieldProps<T>) {
  const isRead = useRef(false);
  const readChosen = (select: HTMLSelectElement | null): void => {
    if (select === null || isRead.current) return;
    isRead.current = true;
    if (select.value !== value) onChoice(select.value as T);
  };
  return (
    <Field id={id} label={label}>
      {(aria) => (
        <Select
          {...aria}
          ref={readChosen}
          value={value}
          onChange={(event) => onChoice(event.currentTarget.value as T)}
        >
          {Object.entries<string>(names).map(([option, name]) => (
            <option key={option} value={option}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
