/** Writes bundles for src/docs/offline/bundle.ts. */
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { BOUNDARY } from '../docs/offline/bundle.ts';

/** Content types by file extension. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

/**
 * The same files give the same bytes.
 *
 * @throws Error When a file contains the boundary.
 */
export async function packBundle(outDir: string, addresses: readonly string[]): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (const address of addresses) {
    const body = await readFile(join(outDir, address));
    if (body.includes(BOUNDARY)) throw new Error(`${address} holds the boundary of the offline bundle.`);
    const type = TYPES[extname(address)] ?? 'application/octet-stream';
    const head = [
      `--${BOUNDARY}`,
      `Content-Disposition: form-data; name="${address}"; filename="file"`,
      `Content-Type: ${type}`,
    ];
    parts.push(Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body, Buffer.from('\r\n'));
  }
  return gzipSync(Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]), { level: 9 });
}
