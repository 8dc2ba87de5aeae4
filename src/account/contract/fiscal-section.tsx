/** Additional recipients of the notas fiscais and the order number; only shown when notas are issued. */
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import {
  FISCAL_EMAILS_MAX,
  FiscalContacts,
  fiscalContactsEndpoint,
  PURCHASE_ORDER_MAX,
} from '#domain/api-schemas/fiscal.ts';
import { message } from '#domain/messages/account.ts';
import type { Failure } from '#form/failure.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { useChange } from '#form/use-change.ts';
import { useCheckedForm } from '#form/use-checked-form.ts';
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

export function FiscalSection({ account: { fiscalContacts } }: { account: AccountResponse }) {
  return fiscalContacts === undefined ? null : (
    <FiscalForm
      opening={{ emails: fiscalContacts.emails.join(', '), purchaseOrder: fiscalContacts.purchaseOrder }}
    />
  );
}

function FiscalForm({ opening }: { opening: FiscalTyped }) {
  const save = useChange((body: FiscalContacts) => post(fiscalContactsEndpoint, FiscalContacts, { body }), {
    title: message('fiscal.failed-title'),
  });
  const form = useCheckedForm<FiscalTyped, FiscalContacts>(FiscalContacts, {
    defaultValues: opening,
    toRequest: ({ emails, purchaseOrder }) => ({
      emails: emails.split(/[\s,;]+/).filter((each) => each !== ''),
      purchaseOrder,
    }),
    shouldFocusError: false,
  });
  const { errors } = form.formState;
  const refuse = ({ fields }: Failure): void => {
    for (const name of ['emails', 'purchaseOrder'] as const) {
      const found = Object.entries(fields).find(([path]) => path.split('.')[0] === name);
      if (found !== undefined) form.setError(name, { message: found[1] });
    }
  };
  const submit = form.sending(
    save.isPending,
    (contacts) => save.mutate(contacts, { onError: refuse }),
    () => save.reset(),
  );
  const input = (name: keyof FiscalTyped) =>
    form.register(name, {
      onChange: () => {
        form.clearErrors(name);
        if (save.isSuccess) save.reset();
      },
    });
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
          error={errors.emails?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              type="text"
              inputMode="email"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              {...input('emails')}
            />
          )}
        </Field>
        <Field
          id="nota-pedido"
          label="Pedido de compra"
          isOptional
          hint="Aparece na nota, a partir da próxima."
          error={errors.purchaseOrder?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              type="text"
              autoComplete="off"
              maxLength={PURCHASE_ORDER_MAX}
              {...input('purchaseOrder')}
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
