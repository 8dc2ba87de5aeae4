/** Structured log lines. Values under secret names, card-like numbers and tax ids never come out readable. */
export interface Logger {
  info(event: string, fields?: Record<string, unknown>): void;
  warn(event: string, fields?: Record<string, unknown>): void;
  error(event: string, fields?: Record<string, unknown>): void;
  /** A logger that adds `fields` to each line. */
  with(fields: Record<string, unknown>): Logger;
}
