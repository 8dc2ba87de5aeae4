/**
 * "Esta página ajudou?": yes or no, then an optional comment.
 *
 * A vote counts once per browser and page: its random key is stored, and voting again changes the vote. Hidden without
 * JavaScript.
 */
import './feedback.css';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { FEEDBACK_TEXT_LENGTH_MAX } from '#domain/contracts/feedback.ts';
import { rememberVote, voteOn } from '#lib/reader-memory.ts';
import { type FeedbackState, feedbackSentence, pressed, sendFeedback, wordsLabel } from './feedback-state.ts';

export interface FeedbackProps {
  /** Route of the article. */
  readonly page: string;
  readonly apiUrl: string;
}

export function Feedback({ page, apiUrl }: FeedbackProps) {
  const [state, setState] = useState<FeedbackState>({ kind: 'asking' });
  const question = useId();
  const ownKey = useRef<string>(undefined);
  /** Stays the same for this page view even without storage; a click may come before effects run. */
  const key = (): string => {
    ownKey.current ??= voteOn(page).key;
    return ownKey.current;
  };

  useEffect(() => {
    const { isHelpful } = voteOn(page);
    // A click during hydration takes precedence over the stored vote.
    if (isHelpful !== null)
      setState((now) => (now.kind === 'asking' ? { kind: 'voted', isHelpful, words: 'open' } : now));
  }, [page]);

  async function vote(isHelpful: boolean) {
    if (state.kind === 'sending') return;
    setState({ kind: 'sending', isHelpful });
    // Store the key first, so that a retry after a lost answer is the same vote.
    rememberVote(page, { key: key(), isHelpful: null });
    const hasArrived = await sendFeedback(apiUrl, { page, key: key(), isHelpful });
    if (hasArrived) rememberVote(page, { key: key(), isHelpful });
    setState(hasArrived ? { kind: 'voted', isHelpful, words: 'open' } : { kind: 'failed', isHelpful });
  }

  async function comment(text: string) {
    if (state.kind !== 'voted' || state.words === 'sending') return;
    const { isHelpful } = state;
    setState({ ...state, words: 'sending' });
    const hasArrived = await sendFeedback(apiUrl, { page, key: key(), isHelpful, text });
    setState({ kind: 'voted', isHelpful, words: hasArrived ? 'sent' : 'failed' });
  }

  return (
    <div className="feedback noscript:hidden">
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons, not fields of a form. */}
      <div className="feedback-row" role="group" aria-labelledby={question}>
        <p id={question}>Esta página ajudou?</p>
        {[true, false].map((isHelpful) => (
          <button
            key={String(isHelpful)}
            type="button"
            aria-pressed={pressed(state) === isHelpful}
            onClick={() => void vote(isHelpful)}
          >
            {isHelpful ? 'Sim' : 'Não'}
          </button>
        ))}
      </div>
      <p role="status">{feedbackSentence(state)}</p>
      {state.kind === 'voted' && state.words !== 'sent' && (
        <Words
          label={wordsLabel(state.isHelpful)}
          isSending={state.words === 'sending'}
          onSend={(text) => void comment(text)}
        />
      )}
    </div>
  );
}

interface WordsProps {
  readonly label: string;
  readonly isSending: boolean;
  readonly onSend: (text: string) => void;
}

function Words({ label, isSending, onSend }: WordsProps) {
  const id = useId();
  const [text, setText] = useState('');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '') onSend(text);
  }
  return (
    <form onSubmit={submit} className="feedback-words">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={3}
        maxLength={FEEDBACK_TEXT_LENGTH_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-describedby={`${id}-nota`}
      />
      <p id={`${id}-nota`}>Não escreva dados pessoais nem senhas: não respondemos por aqui.</p>
      <button type="submit" disabled={isSending || text.trim() === ''}>
        Enviar comentário
      </button>
    </form>
  );
}
