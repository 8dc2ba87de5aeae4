/** "Esta página ajudou?" and the report of a mistake: states, sentences, and sending them. */
import {
  FEEDBACK_TEXT_LENGTH_MAX,
  type FeedbackRequest,
  feedbackEndpoint,
} from '#domain/api-schemas/feedback.ts';

export type FeedbackState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'sending'; readonly isHelpful: boolean }
  | { readonly kind: 'failed'; readonly isHelpful: boolean }
  /** The vote was sent; the reader may add a comment. */
  | {
      readonly kind: 'voted';
      readonly isHelpful: boolean;
      readonly words: 'open' | 'sending' | 'failed' | 'sent';
    };

/** The selected answer; `null` for none. */
export function pressed(state: FeedbackState): boolean | null {
  return state.kind === 'asking' || state.kind === 'failed' ? null : state.isHelpful;
}

/** Status message for the live region. */
export function feedbackSentence(state: FeedbackState): string {
  if (state.kind === 'failed') return 'A resposta não foi enviada. Confira a sua conexão e tente de novo.';
  if (state.kind !== 'voted') return '';
  if (state.words === 'sent') return 'Recebemos o seu comentário. Obrigado.';
  if (state.words === 'failed') return 'O comentário não foi enviado. Confira a sua conexão e tente de novo.';
  return 'Obrigado pela resposta.';
}

/** Label of the comment field. */
export function wordsLabel(isHelpful: boolean): string {
  return isHelpful ? 'O que mais ajudou? (opcional)' : 'O que faltou ou estava errado? (opcional)';
}

/** The report of a mistake; it needs no vote. */
export type ReportState = 'closed' | 'open' | 'sending' | 'failed' | 'sent';

export const reportSentences: Readonly<Record<ReportState, string>> = {
  closed: '',
  open: '',
  sending: '',
  failed: 'O aviso não foi enviado. Confira a sua conexão e tente de novo.',
  sent: 'Recebemos o seu aviso. Obrigado.',
};

/** Tells an operator a mistake from a wish. */
const MISTAKE = 'Erro: ';

/** What a page view has sent, with a new text: one row keeps all of it, because a later text replaces an earlier one. */
export function withReport(earlier: string, mistake: string): string {
  return [earlier, `${MISTAKE}${mistake}`].filter(Boolean).join('\n');
}

/** How long a report may be beside what was sent before. */
export function reportLengthMax(earlier: string): number {
  return Math.max(0, FEEDBACK_TEXT_LENGTH_MAX - withReport(earlier, '').length);
}

const TIMEOUT_MS = 10_000;

/**
 * Sends a reader's vote. Not through lib/api.ts, which would load the session.
 *
 * @returns False when it did not arrive or was refused; the same vote may be sent again.
 */
export async function sendFeedback(apiUrl: string, vote: FeedbackRequest): Promise<boolean> {
  try {
    const response = await fetch(`${apiUrl}${feedbackEndpoint}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(vote),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok;
  } catch {
    // Offline or too slow: the page says so, and the reader may press again.
    return false;
  }
}
