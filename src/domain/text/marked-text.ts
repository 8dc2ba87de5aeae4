/** A text with marks in it, as chats show it; places are UTF-16 code units. */
export interface MarkedText {
  readonly text: string;
  readonly marks: readonly TextMark[];
}
export interface TextMark {
  readonly what: 'bold' | 'code';
  readonly from: number;
  readonly length: number;
}

/** UTF-16 code units of one message of a chat. */
export const CHAT_TEXT_MAX = 4096;
