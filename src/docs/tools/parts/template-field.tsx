/** The reader's own template, and what is said about it. */
import { Field } from '#ui/field.tsx';

interface TemplateFieldProps {
  readonly id: string;
  readonly hint: string;
  readonly error: string | undefined;
  readonly rows: number;
  readonly maxLength: number;
  readonly value: string;
  readonly onChange: (template: string) => void;
}

/** In the code font, without wrapping. */
export function TemplateField({ id, hint, error, onChange, ...area }: TemplateFieldProps) {
  return (
    <Field id={id} label="Modelo" className="tool-wide" error={error} hint={hint}>
      {(aria) => (
        <textarea
          {...aria}
          {...area}
          className="tool-template font-code"
          spellCheck={false}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** Read out when they change. */
export function TemplateNotes({ notes = [] }: { readonly notes?: readonly string[] | undefined }) {
  return (
    <div role="status">
      {notes.map((note) => (
        <p key={note} className="tool-quiet">
          {note}
        </p>
      ))}
    </div>
  );
}
