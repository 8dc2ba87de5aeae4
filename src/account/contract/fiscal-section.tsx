/** Additional recipients of the notas fiscais and the order number; only shown when notas are issued. */
import { type FormEvent, useState } from 'react';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { FISCAL_EMAILS_MAX, PURCHASE_ORDER_MAX } from '#domain/api-schemas/fiscal.ts';
import { message } from '#domain/messages/account.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Section } from '#ui/section.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { type FiscalTyped, useFiscalContacts } from './use-fiscal-contacts.ts';

export function FiscalSection({ account: { notaFiscal } }: { account: AccountResponse }) {
  return notaFiscal === undefined ? null : (
    <FiscalForm opening={{ emails: notaFiscal.emails.join(', '), pedido: notaFiscal.pedido }} />
  );
}

function FiscalForm({ opening }: { opening: FiscalTyped }) {
  const [typed, setTyped] = useState(opening);
  const { problems, failure, isPending, isSaved, send, forget } = useFiscalContacts();
  const change = (next: FiscalTyped, name: keyof FiscalTyped): void => {
    setTyped(next);
    forget(name);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isPending) send(typed);
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
              onChange={(event) => change({ ...typed, emails: event.target.value }, 'emails')}
            />
          )}
        </Field>
        <Field
          id="nota-pedido"
          label="Pedido de compra"
          isOptional
          hint="Aparece na nota, a partir da próxima."
          error={problems.pedido}
        >
          {(control) => (
            <TextInput
              {...control}
              type="text"
              autoComplete="off"
              maxLength={PURCHASE_ORDER_MAX}
              value={typed.pedido}
              onChange={(event) => change({ ...typed, pedido: event.target.value }, 'pedido')}
            />
          )}
        </Field>
        <div className="grid justify-items-start gap-4 sm:col-span-2">
          <Button type="submit" variant="secondary" isPending={isPending}>
            Guardar
          </Button>
          <Waiting isOn={isPending}>{message('waiting.server')}</Waiting>
          <div role="status" className="empty:hidden">
            {isSaved ? (
              <Alert tone="success">
                <p>{message('fiscal.saved')}</p>
              </Alert>
            ) : null}
          </div>
          <FailureAlert toast={failure} />
        </div>
      </form>
    </Section>
  );
}
