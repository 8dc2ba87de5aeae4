/**
 * How soon a person answers a support message first, from the sentence of each plan in content/plans.json (requirements
 * 000 §9).
 *
 * Owns: reading that sentence. Pages write the time from it, and the Worker counts deadlines by it.
 */
import { DAY_MS } from '../billing/days.ts';

/** Every message gets an answer within five days, on the free plan too (Decreto 7.962/2013, art. 4, sole §). */
export const FREE_ANSWER_DAYS = 5;

const MINUTE_MS = 60_000;

/** A promised time to the first answer. */
export interface AnswerTime {
  readonly minutes: number;
  /** Counts at night, on Sundays and on holidays too; otherwise only while support is open. */
  readonly isAroundTheClock: boolean;
}

/** For a plan whose texts promise no time, and for an account without a plan that runs. */
export const FREE_ANSWER: AnswerTime = {
  minutes: (FREE_ANSWER_DAYS * DAY_MS) / MINUTE_MS,
  isAroundTheClock: true,
};

/** By what a message of a plan is answered: what it promises, else the law's days. */
export const promisedAnswer = (highlights: readonly string[]): AnswerTime =>
  answerTimeOf(highlights) ?? FREE_ANSWER;

/** A plan's sentence about its first answer: the promised one, else the law's days. */
export const answerSentence = (highlights: readonly string[]): string =>
  highlights.find((highlight) => answerTimeOf([highlight]) !== null) ??
  `Resposta em até ${FREE_ANSWER_DAYS} dias`;

/** Whom the figure of requirements 000 §2 ("response under 4 h") covers. */
export const answerFigureCaption =
  'até a primeira resposta nos planos pagos, pelo formulário com a conta aberta, no horário comercial';

/** "Resposta em até 4 horas, no horário comercial", "Resposta em até 30 minutos, 24/7"; `null` without a promised time. */
export function answerTimeOf(highlights: readonly string[]): AnswerTime | null {
  for (const highlight of highlights) {
    const [, amount, unit] = /resposta em até (\d+) (hora|minuto)/i.exec(highlight) ?? [];
    if (amount !== undefined && unit !== undefined)
      return {
        minutes: Number(amount) * (unit.toLowerCase() === 'hora' ? 60 : 1),
        isAroundTheClock: highlight.includes('24/7'),
      };
  }
  return null;
}
