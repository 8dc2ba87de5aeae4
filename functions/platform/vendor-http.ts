/**
 * One HTTP request to a vendor, with the rules for all vendors.
 *
 * Owns: timeout, body size limit, no redirects, and whether the work was done, refused, not done or possibly done. Does
 * not own: what a refusal means (the vendor's folder) and retries (the verb). A result contains the vendor's body only
 * where the vendor's client must read it; nothing here reaches a log or an error.
 */

/**
 * `fetch` as vendor clients need it. Pass `(input, init) => fetch(input, init)`: in workerd, `fetch` called as a method
 * may fail because of `this`.
 */
export type Fetch = (input: string, init: RequestInit) => Promise<Response>;

export interface VendorRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Starts with a slash; the caller encodes each part. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. Never with GET: some vendors refuse a GET with a body. */
  readonly json?: unknown;
  /** In place of `json`: JSON that was written before, for a request whose bytes are signed. */
  readonly written?: string;
  /** Format of a success response; JSON by default. Text is returned unparsed. `none`: no response is read. */
  readonly answer?: 'json' | 'text' | 'none';
}

export type VendorAnswer =
  /** 2xx with a readable body; `null` for an empty one. */
  | { readonly outcome: 'ok'; readonly status: number; readonly body: unknown }
  /** 4xx: an unchanged retry would be refused again. `body` is `null` when it was not of the format of refusals. */
  | {
      readonly outcome: 'refused';
      readonly status: number;
      readonly body: unknown;
      /** With 429 or 503, when the vendor says how long to wait. */
      readonly retryAfterSeconds?: number;
    }
  /**
   * Not done, but a retry may work: 429, 5xx, an unexpected redirect, or no response to a GET (`status: null`). A write
   * answered with 5xx may still have worked: a client whose write is not idempotent checks `status`.
   */
  | {
      readonly outcome: 'unavailable';
      readonly status: number | null;
      /** With 429 or 503, when the vendor says how long to wait. */
      readonly retryAfterSeconds?: number;
    }
  /** A write was sent without a readable response: it may have worked. */
  | { readonly outcome: 'unclear'; readonly status: number | null };

export interface VendorHttpOptions {
  /** Origin, maybe with a path; a trailing slash is ignored. */
  readonly baseUrl: string;
  readonly fetch: Fetch;
  /** For the whole exchange, reading the body included. */
  readonly timeoutMs: number;
  /** Sent with every request; contains the credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Larger responses count as unreadable. */
  readonly bodyBytesMax?: number;
  /** 4xx after which a retry may work; 408, 425 and 429 by default. Every other one is refused, with its body. */
  readonly passingStatuses?: ReadonlySet<number>;
  /** Format of a refusal; JSON by default. */
  readonly refusals?: 'json' | 'text';
}

export type VendorHttp = (request: VendorRequest) => Promise<VendorAnswer>;

const BODY_BYTES_MAX = 1024 * 1024;
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 425, 429]);

/** Makes the client of one vendor. It never throws: every outcome is a result. */
export function createVendorHttp(options: VendorHttpOptions): VendorHttp {
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const { bodyBytesMax = BODY_BYTES_MAX, passingStatuses = PASSING_STATUSES, refusals = 'json' } = options;

  return async (request) => {
    const noAnswer = request.method === 'GET' ? 'unavailable' : 'unclear';
    try {
      const response = await options.fetch(addressOf(baseUrl, request), {
        method: request.method,
        headers: headersOf(request, options.headers),
        body: request.written ?? (request.json === undefined ? null : JSON.stringify(request.json)),
        redirect: 'manual',
        signal: AbortSignal.timeout(options.timeoutMs),
      });
      const format = request.answer === 'none' || response.ok ? (request.answer ?? 'json') : refusals;
      const body = await readers[format](response, bodyBytesMax);
      if (response.ok) {
        return body.readable
          ? { outcome: 'ok', status: response.status, body: body.value }
          : { outcome: noAnswer, status: response.status };
      }
      if (response.status < 400 || response.status >= 500 || passingStatuses.has(response.status)) {
        return { outcome: 'unavailable', status: response.status, ...pauseOf(response) };
      }
      return {
        outcome: 'refused',
        status: response.status,
        body: body.readable ? body.value : null,
        ...pauseOf(response),
      };
    } catch {
      // Timeout, reset or no route. The caller handles all alike, and the error's text may contain the URL.
      return { outcome: noAnswer, status: null };
    }
  };
}

/** `Retry-After` in seconds; the form with a date counts as none. */
function pauseOf({ status, headers }: Response): { retryAfterSeconds?: number } {
  const written = status === 429 || status === 503 ? headers.get('retry-after') : null;
  return written !== null && /^\d{1,5}$/.test(written) ? { retryAfterSeconds: Number(written) } : {};
}

function addressOf(baseUrl: string, request: VendorRequest): string {
  const query = request.query ? `?${new URLSearchParams({ ...request.query })}` : '';
  return `${baseUrl}${request.path}${query}`;
}

function headersOf(request: VendorRequest, shared: VendorHttpOptions['headers']): Record<string, string> {
  return {
    accept: request.answer === 'text' ? 'text/plain' : request.answer === 'none' ? '*/*' : 'application/json',
    ...(request.json === undefined && request.written === undefined
      ? {}
      : { 'content-type': 'application/json' }),
    ...shared,
    ...request.headers,
  };
}

type ReadBody = { readonly readable: true; readonly value: unknown } | { readonly readable: false };

/** Whatever a stranger answers is not even held. */
async function readNothing(response: Response): Promise<ReadBody> {
  await response.body?.cancel();
  return { readable: true, value: null };
}

async function readPlain(response: Response, bytesMax: number): Promise<ReadBody> {
  const text = await readText(response, bytesMax);
  return text === null ? { readable: false } : { readable: true, value: text };
}

/** Reads at most `bytesMax`; an empty body is `null`, anything but JSON is unreadable. */
async function readJson(response: Response, bytesMax: number): Promise<ReadBody> {
  const text = await readText(response, bytesMax);
  if (text === null) return { readable: false };
  if (text.trim() === '') return { readable: true, value: null };
  try {
    return { readable: true, value: JSON.parse(text) as unknown };
  } catch {
    return { readable: false };
  }
}

const readers = { json: readJson, text: readPlain, none: readNothing };

async function readText(response: Response, bytesMax: number): Promise<string | null> {
  if (response.body === null) return '';
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const chunk = await reader.read();
    if (chunk.done) return text + decoder.decode();
    bytes += (chunk.value as Uint8Array).byteLength;
    if (bytes > bytesMax) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(chunk.value as Uint8Array, { stream: true });
  }
}
