/** The state of a form that the contract's schema checks when it is sent. */
import type { FormEvent } from 'react';
import { type FieldErrors, type FieldValues, get, set, type UseFormProps, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { fieldSentences } from '#domain/api-schemas/field.ts';

interface CheckedFormOptions<Values extends FieldValues>
  extends Pick<UseFormProps<Values>, 'defaultValues' | 'shouldFocusError'> {
  /** The body that the values stand for, where it has another shape. */
  readonly toRequest?: (values: Values) => unknown;
}

/** An error stays until the form is sent again, unless the form clears or checks its field before. */
export function useCheckedForm<Values extends FieldValues, Request>(
  schema: z.ZodMiniType<Request>,
  { toRequest = (values) => values, ...options }: CheckedFormOptions<Values>,
) {
  const form = useForm<Values, unknown, Request>({
    ...options,
    reValidateMode: 'onSubmit',
    resolver: (values) => {
      const read = schema.safeParse(toRequest(values));
      if (read.success) return { values: read.data, errors: {} };
      const found = Object.entries(fieldSentences(read.error)).toReversed();
      return {
        values: {},
        errors: toErrors(
          Object.fromEntries(found.map(([path, sentence]) => [fieldOf(values, path), sentence])),
        ),
      };
    },
  });
  return {
    ...form,
    /** The form's `onSubmit`; does nothing while an earlier one is pending. */
    sending:
      (
        isPending: boolean,
        send: (request: Request) => void,
        refuse?: (errors: FieldErrors<Values>) => void,
      ) =>
      (event: FormEvent) => {
        event.preventDefault();
        if (!isPending) void form.handleSubmit(send, refuse)(event);
      },
  };
}

/** An error about a part of what was typed, as one address of a line, belongs to the whole field. */
function fieldOf(values: FieldValues, path: string): string {
  const parts = path.split('.');
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join('.'));
  return paths.find((each) => typeof get(values, each) !== 'object') ?? path;
}

/** Sentences by field path in the form library's format. */
export function toErrors<Values extends FieldValues>(
  sentences: Readonly<Record<string, string>>,
): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {};
  for (const [path, message] of Object.entries(sentences)) set(errors, path, { type: 'rule', message });
  return errors;
}
