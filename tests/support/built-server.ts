/**
 * Serves built pages like a CDN: compressed, and with long caching for hashed names. Counts every request, including
 * those by a service worker or by the browser itself.
 */
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { promisedHeaders } from '#ops/headers-file.ts';

interface Served {
  readonly requests: number;
  /** Size of the bodies, compressed like a CDN. */
  readonly bytes: number;
}

interface BuiltServer {
  readonly origin: string;
  /** Requests since the last call. */
  served(): Served;
  /** Serves another build from now on, as after a deployment. */
  publish(outDir: string): void;
  close(): Promise<void>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
};
/** File types that a CDN compresses. */
const TEXT = /^\.(?:html|css|js|json|webmanifest|txt|svg)$/;

/** @param isCompressed False where no weight is measured: compressing takes longer than it saves. */
export async function serveBuilt(
  firstDir: string,
  { isCompressed = true }: { readonly isCompressed?: boolean } = {},
): Promise<BuiltServer> {
  let outDir = firstDir;
  let rules = readFileSync(join(outDir, '_headers'), 'utf8');
  const bodies = new Map<string, Buffer>();
  let count: Served = { requests: 0, bytes: 0 };
  const server = createServer((request, response) => {
    const [pathname = ''] = (request.url ?? '/').split('?');
    const page = pathname === '/' ? '/index.html' : `${pathname}.html`;
    const file = join(outDir, extname(pathname) === '' ? page : pathname);
    if (!existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const isPacked = isCompressed && TEXT.test(extname(file));
    const body = bodies.get(file) ?? (isPacked ? brotliCompressSync(readFileSync(file)) : readFileSync(file));
    bodies.set(file, body);
    count = { requests: count.requests + 1, bytes: count.bytes + body.length };
    response.writeHead(200, {
      'cache-control': 'no-cache',
      ...Object.fromEntries(promisedHeaders(rules, pathname)),
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
      ...(isPacked && { 'content-encoding': 'br' }),
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${port}`,
    served() {
      const served = count;
      count = { requests: 0, bytes: 0 };
      return served;
    },
    publish(nextDir) {
      outDir = nextDir;
      rules = readFileSync(join(outDir, '_headers'), 'utf8');
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
