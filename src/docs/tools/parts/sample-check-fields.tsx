/** Monitor, address and message of a sample check. */
import { isAboutCheck, type Situation } from '#docs/tools/rules/webhook-body.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { SampleCheck } from './use-sample-check.ts';

/** Turns off completion and spell checking, because tools take free text. */
export const plainInput = { autoComplete: 'off', spellCheck: false, maxLength: 300 } as const;

interface SampleCheckFieldsProps {
  readonly id: string;
  readonly check: Pick<SampleCheck<Situation>, 'situation' | 'name' | 'url' | 'message'>;
  readonly nameMistake?: string | undefined;
}

export function SampleCheckFields({ id, check, nameMistake }: SampleCheckFieldsProps) {
  const { situation, name, url, message } = check;
  return (
    <>
      <Field id={`${id}-nome`} label="Nome do monitor" error={nameMistake}>
        {(aria) => <TextInput {...aria} {...plainInput} {...name.field} />}
      </Field>
      <Field id={`${id}-url`} label="Endereço vigiado">
        {(aria) => <TextInput {...aria} {...plainInput} {...url.field} inputMode="url" />}
      </Field>
      <Field
        id={`${id}-mensagem`}
        label="O que a verificação disse"
        hint={isAboutCheck(situation) ? undefined : 'Este aviso não vem de uma verificação.'}
      >
        {(aria) => <TextInput {...aria} {...plainInput} {...message.field} />}
      </Field>
    </>
  );
}
