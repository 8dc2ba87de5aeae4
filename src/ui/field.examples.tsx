import type { Example } from '#ui/examples.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';

export const examples: readonly Example[] = [
  {
    name: 'simples',
    element: (
      <Field id="f-1" label="Nome">
        {(aria) => <TextInput {...aria} />}
      </Field>
    ),
  },
  {
    name: 'opcional, com dica',
    element: (
      <Field id="f-2" label="Complemento" isOptional hint="Apartamento, bloco.">
        {(aria) => <TextInput {...aria} />}
      </Field>
    ),
  },
  {
    name: 'com erro',
    element: (
      <Field id="f-3" label="CEP" error="CEP deve ter 8 dígitos" hint="Preenche o endereço para você.">
        {(aria) => <TextInput {...aria} defaultValue="0131" />}
      </Field>
    ),
  },
  {
    name: 'com estado',
    element: (
      <Field id="f-4" label="Número do cartão" status="Visa">
        {(aria) => <TextInput {...aria} defaultValue="4111 1111" />}
      </Field>
    ),
  },
];
