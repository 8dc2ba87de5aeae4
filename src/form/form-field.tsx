/** One text field of the surrounding form: label, mask, error, and the attributes browsers and keyboards need. */
import type { ChangeEvent, ComponentPropsWithoutRef, ReactNode } from 'react';
import { type FieldPath, type FieldValues, useFormContext } from 'react-hook-form';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { fieldId } from './field-id.ts';
import { applyMask, type Mask } from './mask.ts';

export interface FormFieldProps<Values extends FieldValues>
  extends Omit<ComponentPropsWithoutRef<'input'>, 'name' | 'id' | 'onChange' | 'className'> {
  readonly path: FieldPath<Values>;
  /** Name for the browser's autofill, where the path would mislead it. */
  readonly browserName?: string;
  readonly label: string;
  readonly mask?: Mask;
  readonly isOptional?: boolean;
  /** Id of an error that is shown elsewhere, e.g. about the whole card. */
  readonly errorId?: string | undefined;
  readonly hint?: ReactNode;
  readonly status?: ReactNode;
  readonly suffix?: ReactNode;
  readonly className?: string;
  /** Called with the shown text, after the form has been updated. */
  readonly onTyped?: (value: string) => void;
}

export function FormField<Values extends FieldValues>(props: FormFieldProps<Values>) {
  const {
    path,
    browserName = path,
    label,
    mask,
    isOptional,
    errorId,
    hint,
    status,
    suffix,
    className,
    ...rest
  } = props;
  const { onTyped, ...attributes } = rest;
  const { register, formState, getFieldState } = useFormContext<Values>();
  const control = register(path);
  const error = getFieldState(path, formState).error?.message;
  // The form finds the field by the name in the event.
  const eventOf = (type: 'change' | 'blur') => ({ type, target: { name: path, type: 'text' } });
  const onChange = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.target;
    if (mask) maskInput(input, mask);
    const { value } = input;
    await control.onChange(eventOf('change'));
    onTyped?.(value);
  };
  return (
    <Field
      id={fieldId(path)}
      label={label}
      {...(isOptional ? { isOptional } : {})}
      hint={hint}
      status={status}
      error={error}
      errorId={errorId}
      {...(className ? { className } : {})}
    >
      {(aria) => (
        <TextInput
          {...attributes}
          {...aria}
          {...(suffix === undefined ? {} : { suffix })}
          ref={control.ref}
          name={browserName}
          onBlur={() => control.onBlur(eventOf('blur'))}
          onChange={onChange}
          required={!isOptional}
          aria-required={!isOptional}
        />
      )}
    </Field>
  );
}

function maskInput(input: HTMLInputElement, mask: Mask): void {
  const typed = input.value;
  const masked = applyMask(mask, typed, input.selectionStart ?? typed.length);
  if (masked.value === typed) return;
  input.value = masked.value;
  input.setSelectionRange(masked.caret, masked.caret);
}
