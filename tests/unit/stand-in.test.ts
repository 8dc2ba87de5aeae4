/** What every stand-in shares. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** In a process of its own: a test's globals are not those of the libraries it loads. */
const program = `
  import { listen } from '#dev/stand-ins/stand-in.ts';
  const { Request, Response } = globalThis;
  const server = await listen(() => new Response('ok'), 0);
  server.close();
  console.log(globalThis.Request === Request && globalThis.Response === Response);
`;

test('listening leaves what is global as it was', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(said.trim()).toBe('true');
});
