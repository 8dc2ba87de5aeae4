/** Notas fiscais de serviço at the payment processor, in our words; the errors are those of processor.ts. */

/** `error`: refused by the city hall, or because of the account's fiscal settings; may be requested again. */
export type NoteState = 'scheduled' | 'authorized' | 'error' | 'cancelling' | 'cancelled' | 'cancel-denied';

export interface NoteSnapshot {
  readonly noteId: string;
  readonly state: NoteState;
  /** `null` before it is authorized. */
  readonly number: string | null;
  readonly pdfUrl: string | null;
  /** The processor's text about its state; for `error` the reason. */
  readonly problem: string | null;
}

export interface NoteOrder {
  /** Id of the paid charge. */
  readonly paymentId: string;
  readonly amountCentavos: number;
  readonly description: string;
  readonly observations: string;
  /** Day of issue, `YYYY-MM-DD` in São Paulo. */
  readonly day: string;
}

/**
 * The codes of the tax reform (LC 214/2025). Since 2026 a company of Lucro Presumido or Real sends them with each nota;
 * one of Simples Nacional does not have to.
 */
interface ReformCodes {
  /** Nomenclatura Brasileira de Serviços, as `1.1506.21.00`. */
  readonly nbs: string;
  /** Código de situação tributária, three digits. */
  readonly cst: string;
  /** Classificação tributária, six digits. */
  readonly classTrib: string;
  /** Indicador da operação, six digits. */
  readonly indOp: string;
}

/** The municipal service and its taxes in percent; the company's own fiscal data are configured at the processor. */
export interface FiscalService {
  /** The processor's id of the municipal service, if it lists them; else the service's code. */
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
  readonly ibsCbs?: ReformCodes | undefined;
  /** How PIS and COFINS are taxed and withheld, in the processor's words; the national portal asks for it. */
  readonly pisCofins?: { readonly status: string; readonly retention: string } | undefined;
}

export interface FiscalGateway {
  /** Requests the nota of a charge. Not idempotent: call `findNote` first, and again after `payment-unclear`. */
  issueNote(order: NoteOrder, service: FiscalService): Promise<NoteSnapshot>;
  /** The nota of a charge, a valid one before a cancelled one; `null` when there is none. */
  findNote(paymentId: string): Promise<NoteSnapshot | null>;
  readNote(noteId: string): Promise<NoteSnapshot | null>;
  /** Requests a nota with an error again. */
  repeatNote(noteId: string): Promise<void>;
  /** Requests the cancellation, which the city hall may refuse. Safe to repeat. */
  cancelNote(noteId: string): Promise<void>;
}
