/** The vendor's error format: a status and a list of codes with Portuguese descriptions. */
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type * as z from 'zod';

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

/**
 * Reads a body; its errors are listed field by field, as the vendor does. An empty string and `null` count as missing.
 *
 * @throws Refusal
 */
export function inspect<T extends z.ZodType>(schema: T, body: Body): z.output<T> {
  const given: unknown = JSON.parse(JSON.stringify(body), (_, value) =>
    value === '' || value === null ? undefined : value,
  );
  const result = schema.safeParse(given, { reportInput: true, error: describe });
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    code: String((issue.code === 'custom' && issue.params?.['code']) || `invalid_${fieldOf(issue)}`),
    description: issue.message,
  }));
  throw new Refusal(400, errors);
}

const fieldOf = ({ path = [] }: { path?: readonly PropertyKey[] | undefined }): string =>
  String(path.findLast((part) => typeof part === 'string') ?? '');

/** The sentence of a rule that brings none. */
function describe(issue: z.core.$ZodRawIssue): string {
  const isText = issue.code === 'invalid_type' && issue.expected === 'string';
  return isText && issue.input !== undefined
    ? `O campo ${fieldOf(issue)} deve ser um texto.`
    : `O campo ${fieldOf(issue)} deve ser informado.`;
}
