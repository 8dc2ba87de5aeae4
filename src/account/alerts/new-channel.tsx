/** Adds a team's channel or a webhook by its secret address, which a test proves. */
import { useState } from 'react';
import { kindNames, type PostedKind } from '#domain/alerts/codes.ts';
import { type AlertsView, PostedRequest, RECIPIENT_NAME_MAX } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { useCheckedForm } from '#form/use-checked-form.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { LargerPlans, NoPlace } from './no-place.tsx';
import type { Acts } from './use-acts.ts';

interface NewChannelProps {
  readonly view: Pick<AlertsView, 'channels' | 'free' | 'largerHasMore'>;
  readonly acts: Acts;
}

const articles: Readonly<Record<PostedKind, string>> = {
  slack: '/docs/notifications/slack',
  discord: '/docs/notifications/discord',
  teams: '/docs/notifications/teams',
  webhook: '/docs/notifications/webhook',
};

type Values = Omit<PostedRequest, 'name'> & { readonly name: string };

export function NewChannel({ view: { channels, free, largerHasMore }, acts }: NewChannelProps) {
  const add = acts.of('post');
  const [kind, setKind] = useState<PostedKind>('slack');
  const form = useCheckedForm<Values, PostedRequest>(PostedRequest, {
    defaultValues: { kind: 'slack', address: '', name: '' },
    toRequest: ({ address, name }) => ({ kind, address, name: name === '' ? undefined : name }),
  });
  const plan = channels.find((each) => each.kind === kind)?.plan ?? null;
  const { errors } = form.formState;
  const refused = add.error?.fields ?? {};
  const registerAs = (field: 'address' | 'name') =>
    form.register(field, {
      onChange: () => {
        form.clearErrors(field);
        if (add.error !== null) add.reset();
      },
    });
  return (
    <form
      noValidate
      onSubmit={form.sending(add.isPending, (request) =>
        acts.send({ ...request, kind: 'post', channel: request.kind }, () => form.reset()),
      )}
      className="grid max-w-prose gap-4"
    >
      <Field id="canal-tipo" label="Onde">
        {(control) => (
          <Select
            {...control}
            value={kind}
            onChange={({ target }) => {
              setKind(target.value as PostedKind);
              form.clearErrors();
              add.reset();
            }}
          >
            {channels.map((each) => (
              <option key={each.kind} value={each.kind}>
                {kindNames[each.kind]}
                {each.plan === null ? '' : ` (a partir do ${each.plan})`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {plan !== null ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-ink-soft">
            {message('channel.not-on-plan', { canal: kindNames[kind], plano: plan })}
          </p>
          <LargerPlans />
        </div>
      ) : free.posted === 0 ? (
        <NoPlace largerHasMore={largerHasMore} />
      ) : (
        <>
          <Field
            id="canal-endereco"
            label={kind === 'webhook' ? 'Endereço do seu servidor' : `Endereço que o ${kindNames[kind]} dá`}
            hint={message(kind === 'webhook' ? 'channel.hint-webhook' : 'channel.hint')}
            error={errors.address?.message ?? refused['address']}
          >
            {(control) => (
              <TextInput
                type="url"
                inputMode="url"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                {...control}
                {...registerAs('address')}
              />
            )}
          </Field>
          <Field
            id="canal-nome"
            label="Nome"
            isOptional
            hint={message('channel.name')}
            error={errors.name?.message ?? refused['name']}
          >
            {(control) => (
              <TextInput
                autoComplete="off"
                maxLength={RECIPIENT_NAME_MAX}
                {...control}
                {...registerAs('name')}
              />
            )}
          </Field>
          {Object.keys(refused).length === 0 ? <FailureAlert toast={add.error?.toast} /> : null}
          <div className="flex flex-wrap items-center gap-4">
            <Button type="submit" variant="secondary" isPending={add.isOwn}>
              {add.isOwn ? message('channel.testing') : 'Testar e acrescentar'}
            </Button>
            <a href={articles[kind]} className="font-semibold text-signal underline underline-offset-4">
              Onde fica o endereço
            </a>
          </div>
          <Waiting isOn={add.isOwn}>{message('waiting.server')}</Waiting>
        </>
      )}
    </form>
  );
}
