/** The nota fiscal of a charge, as stored. */
import type { NoteState } from '#domain/fiscal/note.ts';

/** Times are milliseconds UTC. */
export interface FiscalNote {
  readonly paymentId: string;
  readonly orderId: string;
  readonly state: NoteState;
  /** Its id at the processor. */
  readonly noteId: string | null;
  readonly number: string | null;
  readonly pdfUrl: string | null;
  /** Why it was not issued or cancelled, in the processor's words. */
  readonly problem: string | null;
  readonly unclearUntil: number;
  /** Time of the next check; the value is also the lease holder's token. */
  readonly dueAt: number | null;
  readonly createdAt: number;
}

/** The parts of a charge that decide about its nota. */
export interface NotedCharge {
  readonly amountCentavos: number;
  readonly plan: string;
  readonly dueOn: string;
  /** 1 while the charge is paid and not refunded. */
  readonly isWanted: 0 | 1;
}
