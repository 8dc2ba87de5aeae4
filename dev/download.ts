/**
 * Fetches one file: `node dev/download.ts <address> <file>`; ends with 1 and one line that says why it could not.
 *
 * A program of its own, because Node takes HTTPS_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS only at its start.
 */
import { writeFile } from 'node:fs/promises';

const [address = '', file = ''] = process.argv.slice(2);

/** What the person at the keyboard can look up: the network's own word. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? message;
}

try {
  const response = await fetch(address);
  if (!response.ok || !response.body) throw new Error(`o servidor respondeu ${response.status}`);
  await writeFile(file, response.body);
} catch (error) {
  console.error(reasonOf(error));
  process.exitCode = 1;
}
