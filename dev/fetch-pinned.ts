/** Downloads a published file and compares it with its known checksum. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { CommandFailure } from '#ops/failure.ts';
import { projectRoot } from './project-root.ts';

const run = promisify(execFile);

export interface PinnedFile {
  /** Its name in a sentence, after "o". */
  readonly name: string;
  readonly address: string;
  /** The publisher's checksum, in hexadecimal. */
  readonly sha256: string;
  /** Another way to get the file when the address cannot be reached; a sentence. */
  readonly hint?: string;
}

/**
 * Downloads the file to a path. HTTPS_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS are honoured.
 *
 * @throws CommandFailure with the failed address and the reason.
 */
export async function fetchPinned(
  { name, address, sha256, hint = '' }: PinnedFile,
  path: string,
): Promise<void> {
  await run(process.execPath, [join(projectRoot, 'dev/download.ts'), address, path], {
    env: { ...process.env, NODE_USE_ENV_PROXY: '1' },
  }).catch(({ stderr }: { stderr: string }) => {
    throw new CommandFailure(
      `Não foi possível baixar o ${name} de ${address} (${stderr.trim()}). Atrás de um proxy valem HTTPS_PROXY e NODE_EXTRA_CA_CERTS. ${hint}`.trim(),
    );
  });
  const sum = createHash('sha256');
  await pipeline(createReadStream(path), sum);
  if (sum.digest('hex') !== sha256)
    throw new CommandFailure(`O ${name} baixado de ${address} não confere com a soma publicada.`);
}
