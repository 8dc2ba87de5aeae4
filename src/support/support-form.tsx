/**
 * The contact form of the support page.
 *
 * The page has its markup, and hydrates it when it is used (take-over.tsx). Without JavaScript the page shows e-mail,
 * WhatsApp and telephone. After a failure the typed text stays.
 */
import { type FormEvent, useRef, useState } from 'react';
import { fieldSentences } from '#domain/api-schemas/field.ts';
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
import { post } from '#lib/api.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { controlClass, TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';

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

type Errors = Partial<Record<Name, string>>;

const isName = (name: string): name is Name => names.some((known) => known === name);

/** The current values, read from the form, so that text typed before hydration is included. */
function readDraft(form: HTMLFormElement): SupportDraft {
  const data = new FormData(form);
  const value = (name: string): string => String(data.get(name) ?? '');
  const site = value('site');
  return {
    nome: value('nome'),
    email: value('email'),
    assunto: value('assunto'),
    mensagem: value('mensagem'),
    ...(site === '' ? {} : { site }),
  };
}

function errorsOf(draft: SupportDraft): Errors {
  const read = SupportRequest.safeParse(draft);
  return read.success ? {} : fieldSentences(read.error);
}

export function SupportForm() {
  const [shown, setShown] = useState<Errors>({});
  const [phase, setPhase] = useState<'idle' | 'sending' | 'sent'>('idle');
  const attempt = useRef<Attempt | null>(null);
  /** Validates a field with an error on every key, and other fields on blur. */
  function look(event: FormEvent<HTMLFormElement>): void {
    const { name, value } = event.target as HTMLInputElement;
    if (!isName(name)) return;
    if (event.type === 'input') {
      setPhase((now) => (now === 'sent' ? 'idle' : now));
      endToast('edit');
    }
    const isDue = event.type === 'input' ? shown[name] !== undefined : value !== '';
    if (isDue) setShown({ ...shown, [name]: errorsOf(readDraft(event.currentTarget))[name] });
  }

  async function send(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (phase === 'sending') return;
    // Clear old errors.
    clearToast();
    const form = event.currentTarget;
    const draft = readDraft(form);
    const errors = errorsOf(draft);
    setShown(errors);
    const wrong = names.filter((name) => errors[name] !== undefined);
    if (wrong[0] !== undefined) {
      showToast(
        problemToast(
          wrong.map((name) => ({
            path: name,
            fieldId: id(name),
            label: labels[name],
            sentence: `${labels[name]}: ${errors[name]}`,
            isMissing: draft[name] === '',
          })),
        ),
      );
      document.getElementById(id(wrong[0]))?.focus();
      return;
    }
    setPhase('sending');
    const payload = { fingerprint: JSON.stringify(draft), secret: '' };
    attempt.current = attemptFor(attempt.current, payload, () => crypto.randomUUID());
    try {
      const { key: idempotencyKey } = attempt.current;
      await post(supportEndpoint, SupportResponse, { body: draft, idempotencyKey, isProtected: false });
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
    if (isOfFields) setShown(fields);
    showToast({ ...toast, title, ...(isOfFields ? { endsWith: 'edit' } : {}) });
  }

  const field = (name: Name) => ({ id: id(name), label: labels[name], error: shown[name] });

  return (
    <form noValidate onSubmit={send} onInput={look} onBlur={look} className="grid gap-5">
      <Field {...field('nome')}>{(props) => <TextInput {...props} name="nome" autoComplete="name" />}</Field>
      <Field {...field('email')}>
        {(props) => <TextInput {...props} name="email" type="email" autoComplete="email" inputMode="email" />}
      </Field>
      <Field {...field('assunto')}>{(props) => <TextInput {...props} name="assunto" />}</Field>
      <Field {...field('mensagem')} hint="Conte o que aconteceu, quando, e em qual monitor ou página.">
        {(props) => <textarea {...props} name="mensagem" rows={7} className={`${controlClass} py-3`} />}
      </Field>
      {/* Honeypot for bots: hidden visually, from the keyboard and from screen readers. */}
      <div aria-hidden="true" className="absolute -start-[9999px] size-px overflow-hidden">
        <label>
          Site
          <input type="text" name="site" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div className="grid gap-4">
        <Button type="submit" size="lg" isPending={phase === 'sending'}>
          {phase === 'sending' ? message('checkout.sending') : 'Enviar mensagem'}
        </Button>
        <Waiting isOn={phase === 'sending'}>{message('waiting.server')}</Waiting>
        <div role="status">
          {phase === 'sent' ? (
            <Alert tone="success" title={message('support.sent')}>
              {message('support.sent-details')}
            </Alert>
          ) : null}
        </div>
      </div>
      <Toasts />
    </form>
  );
}
