/** How messages about alerts are written, the same for every kind of recipient: lines in said.ts, subjects in subject.ts. Pure. */
import { hourOf, othersWords } from './around.ts';
import {
  type AlertBlock,
  isOfOpenFall,
  type ShownAlert,
  type Tone,
  toneOf,
  urgentFirst,
  worstOf,
} from './blocks.ts';
import { causeOf } from './causes.ts';
import { type Clock, clockFor } from './clock.ts';
import type { AlertLine, AlertMessage } from './lines.ts';
import { filledText, takesOwnText } from './own-text.ts';
import { type Said, saidOf, sentenceOf } from './said.ts';
import { subjectOf } from './subject.ts';

export interface WrittenAlert {
  readonly subject: string;
  /** Plain sentences. */
  readonly lines: readonly string[];
  readonly tone: Tone;
  /** `null` for a message of sentences alone. */
  readonly shown: ShownAlert | null;
}

/** A message names so many things; the rest is counted. */
const LINES_MAX = 200;

/** @param now When the message is made. @param zone IANA name. */
export function writeAlert(
  { lines, share, mayBeOurs, around, text }: AlertMessage,
  zone: string,
  now: number,
): WrittenAlert {
  const clock = clockFor(zone, now);
  const ordered = urgentFirst(lines);
  const named = ordered.slice(0, LINES_MAX);
  const said = named.map((line) => saidOf(line, clock));
  const left = ordered.length - named.length;
  const notes = [
    ...(left > 0 ? [`E mais ${left} ${left === 1 ? 'mudança' : 'mudanças'}; veja no painel.`] : []),
    ...(mayBeOurs ? [OURS] : []),
    ...(share === null ? [] : [shareSentences[share]]),
  ];
  const tone = worstOf([...ordered.map(toneOf), share === null ? 'neutral' : 'warning']);
  return {
    subject: subjectOf(ordered),
    lines: [...said.map(sentenceOf), ...notes],
    tone,
    shown: {
      to: around?.to ?? null,
      blocks: said.map((each, place) => {
        const line = named[place];
        const block = blockOf(each, line, around?.falls ?? {}, clock);
        return text === undefined || line === undefined || !takesOwnText(line)
          ? block
          : { ...block, own: filledText(text, line, clock) };
      }),
      notes: [...notes, ...(around?.others ? [othersWords(around.others)] : [])],
      next: ordered.some(isOfOpenFall)
        ? 'seen'
        : ordered.every(({ what }) => what === 'first')
          ? 'recipients'
          : null,
    },
  };
}

const OURS =
  'Muitos sites caíram ao mesmo tempo: pode ser a nossa rede, e não o seu site. Já estamos olhando.';

const shareSentences = {
  near: 'O seu Vigia está perto do limite de avisos de hoje. Depois dele, o que acontecer vem em resumo à meia-noite.',
  used: 'Este é o último aviso de hoje: o seu Vigia chegou ao limite do dia. O que acontecer agora vem em resumo à meia-noite.',
} as const;

function blockOf(
  { state, name, address, monitor, when, message = '', look, notes }: Said,
  line: AlertLine | undefined,
  falls: Parameters<typeof hourOf>[1],
  clock: Clock,
): AlertBlock {
  const cause = causeOf(message);
  return {
    ...{ tone: line === undefined ? 'neutral' : toneOf(line), state, name, when },
    address: address === undefined || address === name ? null : address,
    monitor: monitor ?? null,
    cause: cause?.words ?? null,
    look: cause?.look ?? look ?? null,
    raw: message === '' ? null : message,
    notes,
    hour: line === undefined ? null : hourOf(line, falls, clock),
  };
}
