/** A TLS proxy in front of the local site, like Cloudflare's; responses pass unchanged. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandFailure } from '#ops/failure.ts';

export interface TlsFront {
  readonly port: number;
  /** PEM file of the self-signed certificate. */
  readonly certificateFile: string;
  close(): void;
}

/**
 * @param sitePort The site's port on loopback.
 * @throws CommandFailure without openssl: Node cannot create certificates.
 */
export async function startTlsFront(sitePort: number): Promise<TlsFront> {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-tls-'));
  const [key, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const made = spawnSync(
    'openssl',
    // biome-ignore format: one option and its value a line would hide what is asked for
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', certificateFile],
    { stdio: 'ignore' },
  );
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new CommandFailure('Falta o openssl, que faz o certificado deste teste. Instale-o e rode de novo.');
  }
  const server = createServer(
    { key: readFileSync(key), cert: readFileSync(certificateFile) },
    (incoming, outgoing) => {
      const { method, url, headers } = incoming;
      const onward = request({ host: '127.0.0.1', port: sitePort, method, path: url, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      onward.on('error', () => outgoing.writeHead(502).end());
      incoming.pipe(onward);
    },
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    certificateFile,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
