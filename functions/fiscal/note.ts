/** The nota fiscal of a charge, as stored. */
import type { NoteState } from '#domain/fiscal/note.ts';
import type { PlanId } from '#domain/plans/ids.ts';

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
  /** After a lost response: until then a nota may still appear. A write names the value that was read. */
  readonly unclearUntil: number;
  readonly createdAt: number;
}

/** The parts of a charge that decide about its nota. */
export interface NotedCharge {
  readonly amountCentavos: number;
  /** `null` for the charge of a debt. */
  readonly plan: PlanId | null;
  readonly dueOn: string;
  /** True while the charge is paid and not refunded. */
  readonly isWanted: boolean;
}
