/**
 * What matters most in the contract, the checkbox for the terms and the billing rules, and the full text. Needs a form
 * with `termos` around it.
 */
import { type ReactNode, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { message } from '#domain/messages/shared.ts';
import { contractEssentials } from '#domain/orders/essentials.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';

const readLink = 'min-h-6 font-semibold text-signal underline underline-offset-4';

interface TermsValues {
  termos: boolean;
}

interface TermsSectionProps {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly terms: ReactNode;
}

export function TermsSection({ plan, cycle, terms }: TermsSectionProps) {
  const { register, formState, setValue } = useFormContext<TermsValues>();
  const [isOpen, setOpen] = useState(false);
  const accept = () => {
    setValue('termos', true, { shouldValidate: true, shouldTouch: true, shouldDirty: true });
    setOpen(false);
  };
  return (
    <>
      <ContractEssentials plan={plan} cycle={cycle} />
      <Checkbox
        {...register('termos')}
        id="termos"
        label="Li e aceito os termos de uso e as regras de cobrança e limites."
        error={formState.errors.termos?.message}
        after={
          <span className="inline-flex flex-wrap gap-x-4">
            <button type="button" onClick={() => setOpen(true)} className={readLink}>
              Ler os termos
            </button>
            {/* In another tab, because leaving this one would lose the typed card. */}
            <a href="/regras-de-cobranca.html" target="_blank" rel="noopener" className={readLink}>
              Ler as regras<span className="sr-only"> de cobrança e limites (abre em outra aba)</span>
            </a>
          </span>
        }
      />
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={message('form.terms-title')}
        actions={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              Fechar
            </Button>
            <Button onClick={accept}>Aceitar os termos</Button>
          </>
        }
      >
        {terms}
      </Dialog>
    </>
  );
}

interface ContractEssentialsProps {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
}

/** Essentials that are always in sight; further ones unfold. */
const SHOWN = 3;

/** The summary of the contract above the checkbox that accepts it. */
function ContractEssentials(sold: ContractEssentialsProps) {
  const clauses = contractEssentials(catalog, sold);
  const more = clauses.slice(SHOWN);
  return (
    <section aria-labelledby="essencial-titulo" className="grid gap-3 text-sm leading-5 text-ink-soft">
      <h3 id="essencial-titulo" className="text-lg text-ink">
        O essencial do contrato
      </h3>
      <Clauses clauses={clauses.slice(0, SHOWN)} />
      {more.length === 0 ? null : (
        <details>
          <summary className="min-h-6 cursor-pointer font-semibold text-ink">
            Mais {more.length} pontos que limitam o que você contrata
          </summary>
          <div className="mt-2">
            <Clauses clauses={more} />
          </div>
        </details>
      )}
    </section>
  );
}

function Clauses({ clauses }: { readonly clauses: ReturnType<typeof contractEssentials> }) {
  return (
    <ul className="grid list-disc gap-1.5 ps-5">
      {clauses.map(({ clause, rest }) => (
        <li key={clause}>
          <strong className="font-semibold text-ink">{clause}</strong>
          {rest}
        </li>
      ))}
    </ul>
  );
}
