/** The nota fiscal of a charge, as its row keeps it. */
import type { NoteState } from '#domain/fiscal/note.ts';

/** Times are milliseconds UTC. */
export interface FiscalNote {
  readonly paymentId: string;
  readonly orderId: string;
  readonly state: NoteState;
  /** The processor's id of it. */
  readonly noteId: string | null;
  readonly number: string | null;
  readonly pdfUrl: string | null;
  /** What is wrong with it. */
  readonly problem: string | null;
  readonly unclearUntil: number;
  /** When it is looked at next; as a value also the token of whoever holds it. */
  readonly dueAt: number | null;
  readonly createdAt: number;
}

/** What of its charge decides about it. */
export interface NotedCharge {
  readonly amountCentavos: number;
  readonly plan: string;
  readonly dueOn: string;
  /** 1 while it is paid and kept. */
  readonly isWanted: 0 | 1;
}
