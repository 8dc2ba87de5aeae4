/**
 * "Esta página ajudou?": yes or no, then an optional comment; and the report of a mistake, which needs no mail program.
 *
 * A vote counts once per browser and page: its random key is stored, and voting again changes the vote. Hidden without
 * JavaScript.
 */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { rememberVote, voteOn } from '#docs/reader-memory.ts';
import { FEEDBACK_TEXT_LENGTH_MAX } from '#domain/api-schemas/feedback.ts';
import {
  type FeedbackState,
  feedbackSentence,
  pressed,
  type ReportState,
  reportLengthMax,
  reportSentences,
  sendFeedback,
  withReport,
  wordsLabel,
} from './feedback-state.ts';

export interface FeedbackProps {
  /** Route of the article. */
  readonly page: string;
  readonly apiUrl: string;
}

export function Feedback({ page, apiUrl }: FeedbackProps) {
  const [state, setState] = useState<FeedbackState>({ kind: 'asking' });
  const [report, setReport] = useState<ReportState>('closed');
  /** Texts that arrived in this page view. */
  const [sent, setSent] = useState('');
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
    const whole = [sent, text].filter(Boolean).join('\n').slice(0, FEEDBACK_TEXT_LENGTH_MAX);
    const hasArrived = await sendFeedback(apiUrl, { page, key: key(), isHelpful, text: whole });
    if (hasArrived) setSent(whole);
    setState({ kind: 'voted', isHelpful, words: hasArrived ? 'sent' : 'failed' });
  }

  /** Without a vote, a mistake counts as "no"; a vote before or after it decides. */
  async function sendReport(mistake: string) {
    if (report === 'sending') return;
    setReport('sending');
    const isHelpful = pressed(state);
    rememberVote(page, { key: key(), isHelpful });
    const text = withReport(sent, mistake);
    const hasArrived = await sendFeedback(apiUrl, { page, key: key(), isHelpful: isHelpful ?? false, text });
    if (hasArrived) setSent(text);
    setReport(hasArrived ? 'sent' : 'failed');
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
          lengthMax={FEEDBACK_TEXT_LENGTH_MAX}
          isSending={state.words === 'sending'}
          submitLabel="Enviar comentário"
          onSend={(text) => void comment(text)}
        />
      )}
      {report === 'closed' ? (
        <button type="button" className="feedback-report" onClick={() => setReport('open')}>
          Avisar de um erro nesta página
        </button>
      ) : (
        <p role="status">{reportSentences[report]}</p>
      )}
      {report === 'closed' || report === 'sent' ? null : (
        <Words
          label="O que está errado nesta página?"
          lengthMax={reportLengthMax(sent)}
          isFocused
          isSending={report === 'sending'}
          submitLabel="Enviar aviso"
          onSend={(text) => void sendReport(text)}
        />
      )}
    </div>
  );
}

interface WordsProps {
  readonly label: string;
  readonly lengthMax: number;
  /** Opened by a button that is gone now. */
  readonly isFocused?: boolean;
  readonly isSending: boolean;
  readonly submitLabel: string;
  readonly onSend: (text: string) => void;
}

function Words({ label, lengthMax, isFocused = false, isSending, submitLabel, onSend }: WordsProps) {
  const id = useId();
  const [text, setText] = useState('');
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFocused) area.current?.focus();
  }, [isFocused]);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() !== '') onSend(text);
  }
  return (
    <form onSubmit={submit} className="feedback-words">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        ref={area}
        rows={3}
        maxLength={lengthMax}
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-describedby={`${id}-nota`}
      />
      <p id={`${id}-nota`}>Não escreva dados pessoais nem senhas: não respondemos por aqui.</p>
      <button type="submit" disabled={isSending || text.trim() === ''}>
        {submitLabel}
      </button>
    </form>
  );
}
