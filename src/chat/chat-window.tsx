/** Content of the open help window: header, and the conversation or an error. */
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import type { ChatOption, ChatState } from './chat-menu.ts';
import type { Conversation } from './conversation.ts';

/** Header with the close button. */
export function ChatFrame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <>
      <div className="chat-head">
        <h2 id="chat-titulo">Ajuda</h2>
        <p>Respostas prontas, sem espera</p>
        <button type="button" aria-label="Fechar a ajuda" onClick={onClose}>
          <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
            <path d="m3 3 10 10M13 3 3 13" />
          </svg>
        </button>
      </div>
      {children}
    </>
  );
}

export function ChatLoading() {
  return (
    <p role="status" className="chat-scroll">
      Carregando…
    </p>
  );
}

export function ChatFailed({ email, onRetry }: { readonly email: string; readonly onRetry: () => void }) {
  return (
    <div className="chat-scroll">
      <p role="alert">
        A ajuda não carregou. Confira a sua conexão e tente de novo, ou escreva para{' '}
        <a href={`mailto:${email}`}>{email}</a>.
      </p>
      <ul className="chat-options">
        <li>
          <button type="button" onClick={onRetry}>
            Tentar de novo
          </button>
        </li>
      </ul>
    </div>
  );
}

interface ChatTalkProps {
  readonly conversation: Conversation;
  readonly onAnswer: (option: { label: string; goTo: string }) => void;
  /** Called when a link leads to another part of this page. */
  readonly onLeave: () => void;
}

/** The conversation so far and the current options. */
export function ChatTalk({ conversation, onAnswer, onLeave }: ChatTalkProps) {
  const { turns, current } = conversation;
  const scroller = useRef<HTMLDivElement>(null);
  const options = useRef<HTMLUListElement>(null);
  const turnCount = turns.length;

  // An answer replaces the focused options, so focus the new ones.
  useEffect(() => {
    if (turnCount === 0) return;
    options.current?.querySelector<HTMLElement>('button, a')?.focus({ preventScroll: true });
    const box = scroller.current;
    const question = box?.querySelector<HTMLElement>('[data-turn="visitor"]:nth-last-child(2)');
    // Scroll to the visitor's message, so that a long answer starts at the top.
    if (box) box.scrollTop = question ? question.offsetTop - box.offsetTop - 12 : 0;
  }, [turnCount]);

  /** Closes the window for links within this page, which it would cover. */
  function onFollow(event: MouseEvent<HTMLAnchorElement>): void {
    const { pathname, hash, target } = event.currentTarget;
    if (hash !== '' && target === '' && pathname === window.location.pathname) onLeave();
  }

  return (
    <div ref={scroller} className="chat-scroll">
      <div role="log" aria-label="Conversa" className="chat-log">
        {turns.map((turn) =>
          turn.from === 'visitor' ? (
            <p key={turn.key} data-turn="visitor" className="chat-said">
              <span className="sr-only">Você: </span>
              {turn.text}
            </p>
          ) : (
            <Said key={turn.key} state={turn.state} isFirst={turn.key === 0} />
          ),
        )}
      </div>
      <ul ref={options} className="chat-options" aria-label="Opções">
        {current.options.map((option) => (
          <li key={option.label}>
            <Option option={option} onAnswer={onAnswer} onFollow={onFollow} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Said({ state, isFirst }: { readonly state: ChatState; readonly isFirst: boolean }) {
  return (
    <div data-turn="site" className="chat-answer" {...(isFirst ? { id: 'chat-saudacao' } : {})}>
      {state.say.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {state.rows.length > 0 && (
        <dl>
          {state.rows.map(({ term, detail, href }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{href === undefined ? detail : <a href={href}>{detail}</a>}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

interface OptionProps {
  readonly option: ChatOption;
  readonly onAnswer: ChatTalkProps['onAnswer'];
  readonly onFollow: (event: MouseEvent<HTMLAnchorElement>) => void;
}

function Option({ option, onAnswer, onFollow }: OptionProps) {
  if ('goTo' in option) {
    return (
      <button type="button" onClick={() => onAnswer(option)}>
        {option.label}
      </button>
    );
  }
  const { label, href, isOutside } = option;
  return (
    <a href={href} onClick={onFollow} {...(isOutside ? { target: '_blank', rel: 'noopener' } : {})}>
      {label}
      <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
        <path d={isOutside ? 'M6 3.5H3.5v9h9V10M9 3.5h3.5V7M12.5 3.5 7 9' : 'M3 8h10M9 4l4 4-4 4'} />
      </svg>
      {isOutside && <span className="sr-only"> (abre em outra aba)</span>}
    </a>
  );
}
