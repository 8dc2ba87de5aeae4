/** States and sentences of "Esta página ajudou?", apart from how they look. */

export type FeedbackState =
  | { readonly kind: 'asking' }
  | { readonly kind: 'sending'; readonly isHelpful: boolean }
  | { readonly kind: 'failed'; readonly isHelpful: boolean }
  /** The vote has arrived; words may follow. */
  | {
      readonly kind: 'voted';
      readonly isHelpful: boolean;
      readonly words: 'open' | 'sending' | 'failed' | 'sent';
    };

/** The answer that is pressed, if any. */
export function pressed(state: FeedbackState): boolean | null {
  return state.kind === 'asking' || state.kind === 'failed' ? null : state.isHelpful;
}

/** What the reader is told, and hears. */
export function feedbackSentence(state: FeedbackState): string {
  if (state.kind === 'failed') return 'A resposta não foi enviada. Confira a sua conexão e tente de novo.';
  if (state.kind !== 'voted') return '';
  if (state.words === 'sent') return 'Recebemos o seu comentário. Obrigado.';
  if (state.words === 'failed') return 'O comentário não foi enviado. Confira a sua conexão e tente de novo.';
  return 'Obrigado pela resposta.';
}

/** What the field for words asks. */
export function wordsLabel(isHelpful: boolean): string {
  return isHelpful ? 'O que mais ajudou? (opcional)' : 'O que faltou ou estava errado? (opcional)';
}
