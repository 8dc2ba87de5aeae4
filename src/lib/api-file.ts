/** Calls of the API whose answer is a file; apart from api.ts, because few pages have one. */
import { ApiError, exchange, type Options, refusalIn } from './api.ts';

/**
 * Sends a POST request whose answer is a file.
 * @param onBytes Called with the bytes received so far.
 * @throws ApiError `unreadable` when the file breaks off.
 */
export async function postForFile(
  path: string,
  { onBytes, ...options }: Options & { readonly onBytes: (count: number) => void },
): Promise<Blob> {
  const response = await exchange({ method: 'POST', path, ...options });
  if (!response.ok || response.body === null) throw await refusalIn(response);
  const parts: BlobPart[] = [];
  let count = 0;
  try {
    for (const reader = response.body.getReader(); ; ) {
      const { done, value } = await reader.read();
      if (done) return new Blob(parts);
      parts.push(value);
      count += value.byteLength;
      onBytes(count);
    }
  } catch (cause) {
    throw new ApiError('unreadable', { status: response.status, cause });
  }
}
