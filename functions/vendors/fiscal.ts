/** Notas fiscais de serviço at the payment processor, in our words; the errors are those of payments.ts. */

/** `error`: refused by the city hall, or for what the account has set up; it can be asked for again. */
export type NoteState = 'scheduled' | 'authorized' | 'error' | 'cancelling' | 'cancelled' | 'cancel-denied';

export interface NoteSnapshot {
  readonly noteId: string;
  readonly state: NoteState;
  /** `null` before it is authorized. */
  readonly number: string | null;
  readonly pdfUrl: string | null;
  /** What the processor says about its state; of an `error` the reason. */
  readonly problem: string | null;
}

export interface NoteOrder {
  /** The paid charge. */
  readonly paymentId: string;
  readonly amountCentavos: number;
  readonly description: string;
  readonly observations: string;
  /** Day of issue, `YYYY-MM-DD` in São Paulo. */
  readonly day: string;
}

/** The municipal service and its taxes, in percent; the account's own fiscal data are set up at the processor. */
export interface FiscalService {
  /** The processor's id of the municipal service, where it lists them; else its code. */
  readonly serviceId?: string | undefined;
  readonly serviceCode?: string | undefined;
  readonly serviceName: string;
  readonly retainIss: boolean;
  readonly iss: number;
  readonly pis: number;
  readonly cofins: number;
  readonly csll: number;
  readonly inss: number;
  readonly ir: number;
}

export interface FiscalGateway {
  /** Asks for the nota of a charge. Not idempotent: call `findNote` first, and again after `payment-unclear`. */
  issueNote(order: NoteOrder, service: FiscalService): Promise<NoteSnapshot>;
  /** The nota of a charge: one that is in force before one that was cancelled; `null` when there is none. */
  findNote(paymentId: string): Promise<NoteSnapshot | null>;
  readNote(noteId: string): Promise<NoteSnapshot | null>;
  /** Asks once more for one with an error. */
  repeatNote(noteId: string): Promise<void>;
  /** Asks for its cancellation, which the city hall may deny. Asking again is harmless. */
  cancelNote(noteId: string): Promise<void>;
}
