/**
 * The contact form of the support page.
 *
 * Without JavaScript the page offers e-mail, WhatsApp and telephone beside it. What was typed stays on every failure.
 */
import { type FormEvent, useId, useRef, useState } from 'react';
import { fieldSentences } from '#domain/contracts/field.ts';
import { type SupportDraft, SupportRequest } from '#domain/contracts/support.ts';
import { message } from '#domain/messages.ts';
import { ApiError, postSupport } from '#lib/api.ts';
import { type Attempt, afterOutcome, attemptFor } from '#lib/idempotency.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { controlClass, TextInput } from '#ui/text-input.tsx';
import { showToast, Toaster } from '#ui/toaster.tsx';

const names = ['nome', 'email', 'assunto', 'mensagem'] as const;
type Name = (typeof names)[number];
const labels: Record<Name, string> = {
  nome: 'Nome',
  email: 'E-mail',
  assunto: 'Assunto',
  mensagem: 'Mensagem',
};
const emptyDraft: Record<Name, string> = { nome: '', email: '', assunto: '', mensagem: '' };

type Errors = Partial<Record<Name, string>>;

function errorsOf(draft: SupportDraft): Errors {
  const read = SupportRequest.safeParse(draft);
  return read.success ? {} : fieldSentences(read.error);
}

export function SupportForm() {
  const formId = useId();
  const [draft, setDraft] = useState(emptyDraft);
  const [shown, setShown] = useState<Errors>({});
  const [phase, setPhase] = useState<'idle' | 'sending' | 'sent'>('idle');
  const attempt = useRef<Attempt | null>(null);
  const trap = useRef<HTMLInputElement>(null);
  const id = (name: Name): string => `${formId}-${name}`;

  function change(name: Name, value: string): void {
    const next = { ...draft, [name]: value };
    setDraft(next);
    setPhase('idle');
    // A field that was wrong is looked at again with every key; one that was not is left in peace.
    if (shown[name] !== undefined) setShown({ ...shown, [name]: errorsOf(next)[name] });
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (phase === 'sending') return;
    const errors = errorsOf(draft);
    setShown(errors);
    const wrong = names.filter((name) => errors[name] !== undefined);
    if (wrong[0] !== undefined) {
      showToast({
        title: message('form.required-title'),
        lines: wrong.map((name) => `${labels[name]}: ${errors[name]}`),
        isBrief: true,
      });
      document.getElementById(id(wrong[0]))?.focus();
      return;
    }
    setPhase('sending');
    const site = trap.current?.value ?? '';
    const body = { ...draft, ...(site === '' ? {} : { site }) };
    attempt.current = attemptFor(attempt.current, { fingerprint: JSON.stringify(body), secret: '' }, () =>
      crypto.randomUUID(),
    );
    try {
      await postSupport(body, attempt.current.key);
      attempt.current = null;
      setDraft(emptyDraft);
      setPhase('sent');
    } catch (error) {
      setPhase('idle');
      reportFailure(error);
    }
  }

  function reportFailure(error: unknown): void {
    const refusal = error instanceof ApiError && error.kind === 'refused' ? error : null;
    if (attempt.current) {
      attempt.current = afterOutcome(
        attempt.current,
        refusal
          ? { kind: 'refused', status: refusal.status ?? 0, code: refusal.body?.code ?? null }
          : { kind: 'unknown' },
      );
    }
    if (refusal?.body?.fields) setShown(refusal.body.fields);
    const isOffline = error instanceof ApiError && error.kind === 'network';
    showToast({
      title: message('support.failed-title'),
      lines: [isOffline ? message('connection.failed') : (refusal?.body?.error ?? message('support.failed'))],
    });
  }

  const field = (name: Name) => ({
    id: id(name),
    label: labels[name],
    error: shown[name],
  });
  const control = (name: Name) => ({
    name,
    value: draft[name],
    onChange: (event: { target: { value: string } }) => change(name, event.target.value),
    onBlur: () => {
      if (draft[name] !== '') setShown({ ...shown, [name]: errorsOf(draft)[name] });
    },
  });

  return (
    <form noValidate onSubmit={send} className="grid gap-5">
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
      {/* For programs only: hidden from eyes, keyboard and screen readers. */}
      <div aria-hidden="true" className="absolute -start-[9999px] size-px overflow-hidden">
        <label>
          Site
          <input ref={trap} type="text" name="site" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="grid gap-4">
        <Button type="submit" size="lg" isPending={phase === 'sending'}>
          {phase === 'sending' ? message('checkout.sending') : 'Enviar mensagem'}
        </Button>
        <div role="status">
          {phase === 'sent' ? (
            <Alert tone="success" title={message('support.sent')}>
              <p>{message('support.sent-details')}</p>
            </Alert>
          ) : null}
        </div>
      </div>
      <Toaster />
    </form>
  );
}
