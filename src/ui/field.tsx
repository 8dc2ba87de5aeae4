/**
 * A form field: label, control, hint and error.
 *
 * The control gets its id and `aria-describedby`. Errors are shown as text, never by colour alone.
 */
import type { ReactNode } from 'react';

/** Props for the control. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly id: string;
  readonly label: ReactNode;
  /** Adds "(opcional)" to the label. */
  readonly isOptional?: boolean;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Id of an error that is shown elsewhere and makes the control invalid. */
  readonly errorId?: string | undefined;
  /** Feedback while typing (availability, card brand), announced politely. */
  readonly status?: ReactNode;
  readonly className?: string;
  readonly children: (control: ControlProps) => ReactNode;
}

export function Field(props: FieldProps) {
  const { id, label, isOptional, hint, error, errorId, status, className = '', children } = props;
  const described = [hint && `${id}-dica`, status && `${id}-estado`, error && `${id}-erro`, errorId].filter(
    Boolean,
  );
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1.5 block text-ui leading-6 font-semibold">
        {label}
        {isOptional ? <span className="font-normal text-ink-soft"> (opcional)</span> : null}
      </label>
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': error || errorId ? true : undefined,
      })}
      {error ? (
        <p id={`${id}-erro`} className="mt-1.5 text-ui leading-6 text-down-text">
          {error}
        </p>
      ) : null}
      {status === undefined ? null : (
        <p id={`${id}-estado`} role="status" className="mt-1.5 text-ui leading-6 empty:mt-0">
          {status}
        </p>
      )}
      {hint ? (
        <p id={`${id}-dica`} className="mt-1.5 text-ui leading-6 text-ink-soft">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
