/** What a buyer fills in for a proposal. Rendered without a framework; proposal.ts reads it. */
import { cycleNames } from '#domain/plans/cycle-words.ts';
import { billingCycles } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';

const texts = [
  ['empresa', 'Sua empresa', 'organization'],
  ['cnpj', 'CNPJ da sua empresa', 'off'],
  ['pedido', 'Pedido de compra', 'off'],
] as const;

export function ProposalForm() {
  return (
    <form
      data-print="hide"
      aria-labelledby="dados-da-proposta"
      className="grid grid-cols-2 gap-4 rounded-xl border border-line-strong bg-surface p-5 sm:p-6"
    >
      <h2 id="dados-da-proposta" className="col-span-2 text-xl">
        Dados da proposta
      </h2>
      <Field id="plano" label="Plano">
        {(control) => (
          <Select {...control} name="plano" defaultValue="pro">
            {catalog.plans
              .filter(({ id }) => id !== 'free')
              .map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
          </Select>
        )}
      </Field>
      <Field id="ciclo" label="Cobrança">
        {(control) => (
          <Select {...control} name="ciclo" defaultValue="monthly">
            {billingCycles.map((cycle) => (
              <option key={cycle} value={cycle}>
                {cycleNames[cycle]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <details className="col-span-2">
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">
          Pôr os dados da sua empresa <span className="font-normal text-ink-soft">(opcional)</span>
        </summary>
        <div className="grid gap-4 pt-2 sm:grid-cols-2">
          {texts.map(([name, label, autoComplete]) => (
            <Field key={name} id={name} label={label}>
              {(control) => (
                <TextInput {...control} name={name} autoComplete={autoComplete} maxLength={120} />
              )}
            </Field>
          ))}
          <p className="text-ui text-ink-soft sm:col-span-2">
            O que você escreve aqui fica só nesta página e não é enviado.
          </p>
        </div>
      </details>
      <div className="col-span-2">
        <Button type="submit">Imprimir ou salvar em PDF</Button>
      </div>
    </form>
  );
}
