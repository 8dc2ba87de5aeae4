/** A field that narrows a list while one types. */
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';

interface SearchFieldProps {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function SearchField({ id, label, value, onValue }: SearchFieldProps) {
  return (
    <Field id={id} label={label}>
      {(control) => (
        <TextInput
          {...control}
          type="search"
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onValue(target.value)}
        />
      )}
    </Field>
  );
}
