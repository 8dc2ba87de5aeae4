/** Additional recipients of the notas fiscais and the order number; only shown when notas are issued. */
import { type FormEvent, useState } from 'react';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { fieldSentences } from '#domain/api-schemas/field.ts';
import {
  FISCAL_EMAILS_MAX,
  FiscalContacts,
  fiscalContactsEndpoint,
  PURCHASE_ORDER_MAX,
} from '#domain/api-schemas/fiscal.ts';
import { message } from '#domain/messages/account.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { useChange } from '#form/use-change.ts';
import { post } from '#lib/api.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Section } from '#ui/section.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';

/** As typed, with all addresses in one line. */
interface FiscalTyped {
  readonly emails: string;
  readonly purchaseOrder: string;
}

type Problems = Partial<Record<keyof FiscalTyped, string>>;

/** The first error of each field; an error about one address belongs to the whole line. */
function problemsOf(found: Readonly<Record<string, string>>): Problems {
  const entries = Object.entries(found).map(([path, sentence]) => [path.split('.')[0], sentence] as const);
  return Object.fromEntries(entries.toReversed());
}

export function FiscalSection({ account: { fiscalContacts } }: { account: AccountResponse }) {
  return fiscalContacts === undefined ? null : (
    <FiscalForm
      opening={{ emails: fiscalContacts.emails.join(', '), purchaseOrder: fiscalContacts.purchaseOrder }}
    />
  );
}

function FiscalForm({ opening }: { opening: FiscalTyped }) {
  const [typed, setTyped] = useState(opening);
  const [problems, setProblems] = useState<Problems>({});
  const save = useChange((body: FiscalContacts) => post(fiscalContactsEndpoint, FiscalContacts, { body }), {
    title: message('fiscal.failed-title'),
  });
  const change = (name: keyof FiscalTyped, text: string): void => {
    setTyped({ ...typed, [name]: text });
    setProblems(({ [name]: _, ...others }) => others);
    if (save.isSuccess) save.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (save.isPending) return;
    const emails = typed.emails.split(/[\s,;]+/).filter((each) => each !== '');
    const read = FiscalContacts.safeParse({ emails, purchaseOrder: typed.purchaseOrder });
    setProblems(read.success ? {} : problemsOf(fieldSentences(read.error)));
    if (read.success) save.mutate(read.data, { onError: ({ fields }) => setProblems(problemsOf(fields)) });
    else save.reset();
  };
  return (
    <Section id="nota-titulo" title="Nota fiscal">
      <p className="text-ink-soft">
        Cada cobrança paga tem a sua nota, que vai ao e-mail da conta. Ela pode ir também a outros e-mails,
        como o da contabilidade.
      </p>
      <form noValidate onSubmit={submit} aria-label="Nota fiscal" className="grid gap-5 sm:grid-cols-2">
        <Field
          id="nota-emails"
          label="Outros e-mails"
          isOptional
          hint={`Até ${FISCAL_EMAILS_MAX}, separados por vírgula.`}
          error={problems.emails}
        >
          {(control) => (
            <TextInput
              {...control}
              type="text"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed.emails}
              onChange={({ target }) => change('emails', target.value)}
            />
          )}
        </Field>
        <Field
          id="nota-pedido"
          label="Pedido de compra"
          isOptional
          hint="Aparece na nota, a partir da próxima."
          error={problems.purchaseOrder}
        >
          {(control) => (
            <TextInput
              {...control}
              type="text"
              autoComplete="off"
              maxLength={PURCHASE_ORDER_MAX}
              value={typed.purchaseOrder}
              onChange={({ target }) => change('purchaseOrder', target.value)}
            />
          )}
        </Field>
        <div className="grid justify-items-start gap-4 sm:col-span-2">
          <Button type="submit" variant="secondary" isPending={save.isPending}>
            Guardar
          </Button>
          <Waiting isOn={save.isPending}>{message('waiting.server')}</Waiting>
          <div role="status" className="empty:hidden">
            {save.isSuccess ? <Alert tone="success">{message('fiscal.saved')}</Alert> : null}
          </div>
          <FailureAlert toast={save.error?.toast} />
        </div>
      </form>
    </Section>
  );
}
