/** The address of the environment: typed part, fixed part, and whether it is still free. */
import { useFormContext } from 'react-hook-form';
import { FormField } from '#features/payment/form-field.tsx';
import type { Mask } from '#features/payment/mask.ts';
import { config, tenantUrl } from '#lib/config.ts';
import { type CheckoutValues, keepSubdomain } from './form-values.ts';
import { type Availability, useSubdomainAvailability } from './use-subdomain-availability.ts';

interface SubdomainSectionProps {
  readonly typed: string;
  readonly onRefused: (sentence: string) => void;
}

const subdomainMask: Mask = {
  format: keepSubdomain,
  isTyped: (character) => keepSubdomain(character) !== '',
};

export function SubdomainSection({ typed, onRefused }: SubdomainSectionProps) {
  const { getValues } = useFormContext<CheckoutValues>();
  const availability = useSubdomainAvailability(typed, (name, sentence) => {
    if (getValues('subdominio') === name) onRefused(sentence);
  });
  return (
    <section aria-labelledby="subdominio-titulo" className="grid gap-5">
      <h2 id="subdominio-titulo" className="text-2xl">
        Endereço do seu ambiente
      </h2>
      <FormField<CheckoutValues>
        path="subdominio"
        label="Subdomínio"
        mask={subdomainMask}
        suffix={config.tenantSuffix}
        hint="Letras sem acento, números e hífen. Ele não muda depois."
        status={statusOf(availability)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </section>
  );
}

function statusOf(availability: Availability) {
  switch (availability.state) {
    case 'asking':
      return <span className="text-ink-soft">Verificando se está livre…</span>;
    case 'free':
      return <span className="break-words text-signal">{tenantUrl(availability.name)} está livre.</span>;
    default:
      // A refusal stands in the field's error, once.
      return '';
  }
}
