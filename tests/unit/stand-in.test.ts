/** What all stand-ins share. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

/** In a separate process, because a test's globals differ from those of the libraries it loads. */
const program = `
  import { listen } from '#dev/stand-ins/stand-in.ts';
  const { Request, Response } = globalThis;
  const server = await listen(() => new Response('ok'), 0);
  server.close();
  console.log(globalThis.Request === Request && globalThis.Response === Response);
`;

test('listening changes no global', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(said.trim()).toBe('true');
});
