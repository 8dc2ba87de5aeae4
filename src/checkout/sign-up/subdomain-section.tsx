/** The environment's address: typed part, fixed part, availability. */
import { useFormContext } from 'react-hook-form';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { FormField } from '#form/form-field.tsx';
import type { Mask } from '#form/mask.ts';
import { settings, tenantUrl } from '#lib/settings.ts';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { type CheckoutValues, keepSubdomain } from './form-values.ts';
import { type Availability, useSubdomainAvailability } from './use-subdomain-availability.ts';

interface SubdomainSectionProps {
  readonly typed: string;
  /** How often the server refused the name on submit. */
  readonly refusedCount: number;
  readonly onRefused: (sentence: string) => void;
}

const subdomainMask: Mask = {
  format: keepSubdomain,
  isTyped: (character) => keepSubdomain(character) !== '',
};

export function SubdomainSection({ typed, refusedCount, onRefused }: SubdomainSectionProps) {
  const { getValues, setValue, setFocus, formState } = useFormContext<CheckoutValues>();
  const isTyped = formState.dirtyFields.subdominio === true;
  const availability = useSubdomainAvailability(typed, refusedCount, (name, sentence, [free]) => {
    if (getValues('subdominio') !== name) return;
    // Nobody chose the name that the form began with, so nobody is told that it is taken.
    if (free !== undefined && !isTyped) setValue('subdominio', free);
    else onRefused(sentence);
  });
  /** The pressed button disappears, so focus the field with the name. */
  const pick = (name: string): void => {
    setValue('subdominio', name, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
    setFocus('subdominio');
  };
  return (
    <Section id="subdominio-titulo" title="O endereço do seu painel" look="form">
      <FormField<CheckoutValues>
        path="subdominio"
        label="Subdomínio"
        mask={subdomainMask}
        suffix={settings.tenantSuffix}
        hint="O começo do endereço do painel. Letras sem acento, números e hífen; não muda depois."
        status={statusOf(availability, pick)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Section>
  );
}

function statusOf(availability: Availability, onPick: (name: string) => void) {
  switch (availability.state) {
    case 'asking':
      return <span className="text-ink-soft">Verificando se está livre…</span>;
    case 'free':
      return (
        <span className="wrap-anywhere text-signal">
          {shownAddress(tenantUrl(availability.name))} está livre.
        </span>
      );
    case 'refused':
      // The field's error already says that it is taken.
      return availability.suggestions.length === 0 ? (
        ''
      ) : (
        <Suggestions names={availability.suggestions} onPick={onPick} />
      );
    default:
      return '';
  }
}

/** Inside the field's status, so that screen readers announce the names. */
function Suggestions({ names, onPick }: { names: readonly string[]; onPick: (name: string) => void }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <span className="text-ink-soft">Livres e parecidos:</span>
      {names.map((name) => (
        <Button
          key={name}
          variant="secondary"
          size="sm"
          className="font-code wrap-anywhere"
          onClick={() => onPick(name)}
        >
          {name}
        </Button>
      ))}
    </span>
  );
}
