/** Says above the form whether the message has a deadline, and how it gets one. */
import { message } from '#domain/messages/support.ts';
import { MESSAGES_PAGE } from '#domain/support/support-pages.ts';
import { Alert } from '#ui/alert.tsx';
import type { Sender, SenderState } from './use-sender.ts';

const sentences = {
  visitor: message('support.deadline-off'),
  'signed-in': message('support.deadline-on'),
  lost: message('support.deadline-lost'),
} satisfies Record<SenderState, string>;

export function SenderNote({ state, leave }: Pick<Sender, 'state' | 'leave'>) {
  return (
    <Alert tone={state === 'lost' ? 'warning' : 'info'} role="status">
      <p>{sentences[state]}</p>
      <a
        href={MESSAGES_PAGE}
        target="_blank"
        rel="noopener"
        onClick={leave}
        className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4 sm:min-h-8"
      >
        {state === 'signed-in' ? 'Ver os meus chamados' : 'Entrar na conta'}
        <span className="sr-only"> (abre em outra aba)</span>
      </a>
    </Alert>
  );
}
