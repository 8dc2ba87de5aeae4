/**
 * A message of the platform's alerts as its reader gets it, from what the code that writes the real ones decided.
 *
 * Its words that lead somewhere are shown as what they are, and lead nowhere: it is a picture of a message.
 */
import type { ReactNode } from 'react';
import { type Hour, LOOK_LABEL, RAW_LABEL, type Tone } from '#domain/alerts/blocks.ts';
import type { AlertState } from '#domain/alerts/mail-content.ts';
import type { MailLink } from '#domain/email/mail-link.ts';
import type { MarkedText } from '#domain/text/marked-text.ts';
import { upperFirst } from '#domain/text/upper-first.ts';

interface MailProps {
  readonly tone?: Tone;
  readonly states?: readonly AlertState[];
  readonly paragraphs: readonly string[];
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
  readonly action?: MailLink;
  readonly other?: MailLink;
  readonly notes?: readonly (string | MailLink)[];
}

/** The text of a mail. */
export function MailText({ states = [], paragraphs, facts = [], action, other, notes = [] }: MailProps) {
  const isOne = states.length === 1;
  return (
    <>
      {states.map((state) => (
        <State key={`${state.monitor} ${state.name}`} state={state} isOne={isOne} />
      ))}
      {paragraphs.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {facts.map(({ label, value }) => (
        <p key={label}>
          {label}: <strong>{value}</strong>
        </p>
      ))}
      {action || other ? (
        <p className="alert-buttons">
          {action ? <span className="alert-button">{action.label}</span> : null}{' '}
          {other ? <span className="alert-button">{other.label}</span> : null}
        </p>
      ) : null}
      {notes.map((note) => (
        <p key={typeof note === 'string' ? note : note.label} className="alert-small">
          {typeof note === 'string' ? note : <u>{note.label}</u>}
        </p>
      ))}
    </>
  );
}

function State({ state: shown, isOne }: { readonly state: AlertState; readonly isOne: boolean }) {
  const { tone, state, name, address, when, cause, look, notes, raw, hour } = shown;
  return (
    <div className={`alert-state${isOne ? ' alert-alone' : ''}`}>
      <div className={`alert-head alert-${tone}`}>
        <p>{state}</p>
        <p className="alert-name">{name}</p>
        {address === null ? null : <p>{address}</p>}
        <p>{when}</p>
      </div>
      {cause === null ? null : (
        <p>
          <strong>{upperFirst(cause)}.</strong>
        </p>
      )}
      {look === null ? null : (
        <p>
          <strong>{LOOK_LABEL}</strong> {look}
        </p>
      )}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {raw === null ? null : (
        <p className="alert-small">
          {RAW_LABEL} <code>{raw}</code>
        </p>
      )}
      {hour === null ? null : <Bars hour={hour} />}
    </div>
  );
}

const GAP = 2;
const WIDTH = 14;

function Bars({ hour: { bars, words } }: { readonly hour: Hour }) {
  return (
    <>
      <svg
        className="alert-bars"
        aria-hidden="true"
        preserveAspectRatio="xMinYMid"
        viewBox={`0 0 ${bars.length * (WIDTH + GAP) - GAP} 16`}
      >
        {[...bars].map((bar, place) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in the hour.
            key={place}
            className={`alert-bar-${bar === '-' ? 'unknown' : bar}`}
            x={place * (WIDTH + GAP)}
            width={WIDTH}
            height="16"
            rx="2"
          />
        ))}
      </svg>
      <p className="alert-small">{words}</p>
    </>
  );
}

/** The text of a chat, and the button below it. */
export function ChatText({ text, marks }: MarkedText) {
  return text.split('\n\n').reduce<{ readonly from: number; readonly all: readonly ReactNode[] }>(
    ({ from, all }, paragraph) => ({
      from: from + paragraph.length + 2,
      all: [...all, <p key={from}>{pieces(paragraph, from, marks)}</p>],
    }),
    { from: 0, all: [] },
  ).all;
}

/** @param from Place of the paragraph in the whole text. */
function pieces(paragraph: string, from: number, marks: MarkedText['marks']): ReactNode {
  const mark = marks.find((each) => each.from >= from && each.from < from + paragraph.length);
  if (mark === undefined) return lines(paragraph);
  const [begin, end] = [mark.from - from, mark.from - from + mark.length];
  const marked = paragraph.slice(begin, end);
  return (
    <>
      {lines(paragraph.slice(0, begin))}
      {mark.what === 'bold' ? <strong>{marked}</strong> : <code>{marked}</code>}
      {lines(paragraph.slice(end))}
    </>
  );
}

const lines = (text: string): ReactNode =>
  text.split('\n').map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines are identified by their position.
    <span key={place}>
      {place > 0 ? <br /> : null}
      {line}
    </span>
  ));
