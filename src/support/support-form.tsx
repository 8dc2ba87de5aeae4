/**
 * The contact form of the support page.
 *
 * The page has its markup, and React takes it over when it is used. Without JavaScript the page shows e-mail, WhatsApp
 * and telephone. After a failure the typed text stays.
 */
import { useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import {
  type SupportDraft,
  SupportRequest,
  SupportResponse,
  supportEndpoint,
} from '#domain/api-schemas/support.ts';
import { message } from '#domain/messages/support.ts';
import { type Attempt, afterOutcome, attemptFor } from '#form/attempt.ts';
import { describeFailure } from '#form/failure.ts';
import { problemToast } from '#form/problems.ts';
import { clearToast, endToast, showToast } from '#form/toast.ts';
import { Toasts } from '#form/toasts.tsx';
import { useCheckedForm } from '#form/use-checked-form.ts';
import { useTypedBefore } from '#form/use-typed-before.ts';
import { post } from '#lib/api.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { controlClass, TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { SenderNote } from './sender-note.tsx';
import { useSender } from './use-sender.ts';

const names = ['nome', 'email', 'assunto', 'mensagem'] as const;
type Name = (typeof names)[number];
const labels: Record<Name, string> = {
  nome: 'Nome',
  email: 'E-mail',
  assunto: 'Assunto',
  mensagem: 'Mensagem',
};
/** The same in the page and in the browser. */
const id = (name: Name): string => `suporte-${name}`;

export function SupportForm() {
  const [phase, setPhase] = useState<'idle' | 'sending' | 'sent'>('idle');
  const [sent, setSent] = useState<SupportResponse | null>(null);
  const sender = useSender();
  const attempt = useRef<Attempt | null>(null);
  // Without opening values: what was typed before the form took over is its first state.
  const form = useCheckedForm<SupportDraft, SupportRequest>(SupportRequest, {
    toRequest: ({ site, ...draft }) => (site ? { ...draft, site } : draft),
  });
  const { errors } = form.formState;
  useTypedBefore(names.map(id));

  function refuse(wrong: FieldErrors<SupportDraft>): void {
    clearToast();
    showToast(
      problemToast(
        names
          .filter((name) => wrong[name] !== undefined)
          .map((name) => ({
            path: name,
            fieldId: id(name),
            label: labels[name],
            sentence: `${labels[name]}: ${wrong[name]?.message}`,
            isMissing: form.getValues(name) === '',
          })),
      ),
    );
  }

  async function send(draft: SupportRequest): Promise<void> {
    clearToast();
    setPhase('sending');
    const payload = { fingerprint: JSON.stringify(draft), secret: '' };
    attempt.current = attemptFor(attempt.current, payload, () => crypto.randomUUID());
    const { key: idempotencyKey } = attempt.current;
    const now = await sender.check();
    // Whoever was promised a deadline decides whether to do without it.
    if (now === 'lost') return setPhase('idle');
    try {
      const isProtected = now === 'signed-in';
      setSent(await post(supportEndpoint, SupportResponse, { body: draft, idempotencyKey, isProtected }));
      attempt.current = null;
      form.reset();
      setPhase('sent');
    } catch (error) {
      setPhase('idle');
      reportFailure(error);
    }
  }

  function reportFailure(error: unknown): void {
    const [title, unclear] = [message('support.failed-title'), message('support.failed')];
    const { outcome, fields, toast } = describeFailure(error, { title, unclear, unexpected: unclear });
    if (attempt.current) attempt.current = afterOutcome(attempt.current, outcome);
    const isOfFields = Object.keys(fields).length > 0;
    for (const name of names) if (fields[name]) form.setError(name, { message: fields[name] });
    showToast({ ...toast, title, ...(isOfFields ? { endsWith: 'edit' } : {}) });
  }

  const field = (name: Name) => ({ id: id(name), label: labels[name], error: errors[name]?.message });
  /** Checks a field with an error on every key, and other fields on blur. */
  const control = (name: Name) =>
    form.register(name, {
      onChange: () => {
        setPhase((now) => (now === 'sent' ? 'idle' : now));
        endToast('edit');
        if (errors[name]) void form.trigger(name);
      },
      onBlur: ({ target }) => target.value !== '' && form.trigger(name),
    });

  return (
    <form noValidate onSubmit={form.sending(phase === 'sending', send, refuse)} className="grid gap-5">
      <SenderNote {...sender} />
      <Field {...field('nome')}>
        {(props) => <TextInput {...props} {...control('nome')} autoComplete="name" />}
      </Field>
      <Field {...field('email')}>
        {(props) => (
          <TextInput {...props} {...control('email')} type="email" autoComplete="email" inputMode="email" />
        )}
      </Field>
      <Field {...field('assunto')}>{(props) => <TextInput {...props} {...control('assunto')} />}</Field>
      <Field {...field('mensagem')} hint="Conte o que aconteceu, quando, e em qual monitor ou página.">
        {(props) => (
          <textarea {...props} {...control('mensagem')} rows={7} className={`${controlClass} py-3`} />
        )}
      </Field>
      {/* Honeypot for bots: hidden visually, from the keyboard and from screen readers. */}
      <div aria-hidden="true" className="absolute -start-[9999px] size-px overflow-hidden">
        <label>
          Site
          <input type="text" {...form.register('site')} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="grid gap-4">
        <Button type="submit" size="lg" isPending={phase === 'sending'}>
          {phase === 'sending' ? message('checkout.sending') : 'Enviar mensagem'}
        </Button>
        <Waiting isOn={phase === 'sending'}>{message('waiting.server')}</Waiting>
        <div role="status">
          {phase === 'sent' && sent !== null ? (
            <Alert tone="success" title={message('support.sent')}>
              {sent.details}
              {sent.dueAt === null ? null : ` ${message('support.follow')}`}
            </Alert>
          ) : null}
        </div>
      </div>
      <Toasts />
    </form>
  );
}
