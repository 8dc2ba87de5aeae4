/** Adds an e-mail address, which gets a code, with a friendly name. */
import { RECIPIENT_NAME_MAX, RecipientRequest } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { emailInput } from '#form/text-form.tsx';
import { useCheckedForm } from '#form/use-checked-form.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { LargerPlans, NoPlace } from './no-place.tsx';
import type { Acts } from './use-acts.ts';

interface NewRecipientProps {
  /** Why there is no place: others could be removed, or the plan has the owner's address only; `null` where there is one. */
  readonly full: 'removable' | 'owner-only' | null;
  readonly largerHasMore: boolean;
  readonly acts: Acts;
}

export function NewRecipient({ full, largerHasMore, acts }: NewRecipientProps) {
  const add = acts.of('add');
  const form = useCheckedForm<{ email: string; name: string }, RecipientRequest>(RecipientRequest, {
    defaultValues: { email: '', name: '' },
  });
  if (full === 'removable') return <NoPlace largerHasMore={largerHasMore} />;
  if (full === 'owner-only')
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-ink-soft">{message('alerts.full-owner')}</p>
        <LargerPlans />
      </div>
    );
  const { errors } = form.formState;
  const refused = add.error?.fields ?? {};
  const registerAs = (field: 'email' | 'name') =>
    form.register(field, {
      onChange: () => {
        form.clearErrors(field);
        if (add.error !== null) add.reset();
      },
    });
  return (
    <form
      noValidate
      onSubmit={form.sending(add.isPending, ({ email, name }) =>
        acts.send({ kind: 'add', email, name: name || undefined }, () => form.reset()),
      )}
      className="grid max-w-prose gap-4"
    >
      <Field
        id="email-destino"
        label="E-mail de destino"
        hint={message('alerts.code-follows')}
        error={errors.email?.message ?? refused['email']}
      >
        {(control) => (
          <TextInput
            autoCapitalize="none"
            spellCheck={false}
            {...emailInput}
            {...control}
            {...registerAs('email')}
          />
        )}
      </Field>
      <Field
        id="nome-destino"
        label="Nome"
        isOptional
        hint={message('alerts.name-email')}
        error={errors.name?.message ?? refused['name']}
      >
        {(control) => (
          <TextInput autoComplete="off" maxLength={RECIPIENT_NAME_MAX} {...control} {...registerAs('name')} />
        )}
      </Field>
      {Object.keys(refused).length === 0 ? <FailureAlert toast={add.error?.toast} /> : null}
      <div>
        <Button type="submit" variant="secondary" isPending={add.isOwn}>
          {add.isOwn ? message('checkout.sending') : 'Verificar Email'}
        </Button>
      </div>
      <Waiting isOn={add.isOwn}>{message('waiting.server')}</Waiting>
    </form>
  );
}
