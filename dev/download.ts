/**
 * Downloads one file: `node dev/download.ts <address> <file>`; exits with 1 and one line with the reason on failure.
 *
 * A separate program, because Node reads HTTPS_PROXY, NO_PROXY and NODE_EXTRA_CA_CERTS only at its start.
 */
import { writeFile } from 'node:fs/promises';

const [address = '', file = ''] = process.argv.slice(2);

/** The network's error code, which the user can look up. */
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
