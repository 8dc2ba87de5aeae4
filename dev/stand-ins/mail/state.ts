/** A mail as the stand-in keeps it. */
export interface StoredMail {
  id: string;
  /** Epoch ms. */
  receivedAt: number;
  from: string;
  to: string[];
  subject: string;
  html: string | null;
  text: string | null;
  idempotencyKey: string | null;
}
