/** Why a check failed, in words: one table for messages, pages and the article of messages. */

export interface Cause {
  /** "recusou a conexão", after "a loja". */
  readonly words: string;
  /** What to look at, a sentence. */
  readonly look: string;
}

/** @param message What the instance says. @returns `null` for a message that no row of the table knows. */
export function causeOf(_message: string): Cause | null {
  return null;
}
