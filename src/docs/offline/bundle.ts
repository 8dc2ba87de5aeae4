/**
 * Many files in one download: a compressed multipart form, which every browser can parse.
 *
 * Written by src/build/offline-bundle.ts, read by the service worker.
 */

/** Fixed, so that the same files always give the same bundle. */
export const BOUNDARY = 'vigia-5f1d8c6a0b7e4923-offline';

/**
 * @param headers Headers of the bundle's response, which each file gets too.
 * @returns Responses by address.
 */
export async function unpackBundle(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  headers: Headers,
): Promise<ReadonlyMap<string, Response>> {
  const type = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const form = await new Response(body.pipeThrough(new DecompressionStream('gzip')), {
    headers: type,
  }).formData();
  return new Map(
    [...form].flatMap(([address, file]) => {
      if (typeof file === 'string') return [];
      const own = new Headers(headers);
      own.set('Content-Type', file.type);
      for (const name of ['Content-Encoding', 'Content-Length', 'ETag']) own.delete(name);
      return [[address, new Response(file, { headers: own })] as const];
    }),
  );
}
