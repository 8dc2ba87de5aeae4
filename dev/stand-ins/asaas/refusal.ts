/** The vendor's error format: a status and a list of codes with Portuguese descriptions. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';

export interface Complaint {
  code: string;
  description: string;
}

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: ContentfulStatusCode;
  readonly errors: readonly Complaint[];

  constructor(status: ContentfulStatusCode, errors: readonly Complaint[]) {
    super(errors.map(({ code }) => code).join(', '));
    this.status = status;
    this.errors = errors;
  }
}

export function refuse(code: string, description: string, status: ContentfulStatusCode = 400): never {
  throw new Refusal(status, [{ code, description }]);
}

export type Body = Readonly<Record<string, unknown>>;

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Collects the errors of a body, field by field, as the vendor lists them. */
export class Inspection {
  readonly complaints: Complaint[] = [];

  complain(code: string, description: string): void {
    this.complaints.push({ code, description });
  }

  complainIf(isWrong: boolean, code: string, description: string): void {
    if (isWrong) this.complain(code, description);
  }

  /** A required string, optional with `isOptional`. Numbers are not accepted as strings. */
  text(body: Body, field: string, isOptional = false): string | null {
    const value = body[field];
    if (value === undefined || value === null || value === '') {
      this.complainIf(!isOptional, `invalid_${field}`, `O campo ${field} deve ser informado.`);
      return null;
    }
    if (typeof value === 'string') return value;
    this.complain(`invalid_${field}`, `O campo ${field} deve ser um texto.`);
    return null;
  }

  object(body: Body, field: string): Body | null {
    const value = body[field];
    if (isBody(value)) return value;
    this.complain(`invalid_${field}`, `O campo ${field} deve ser informado.`);
    return null;
  }

  /** Ends the inspection: throws if anything was found. */
  conclude(): void {
    if (this.complaints.length > 0) throw new Refusal(400, this.complaints);
  }
}
