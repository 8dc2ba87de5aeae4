/** Every sentence of the catalogue is used by code and expected by a test. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { type MessageId, messages } from '#domain/messages.ts';

// The compiler already requires one sentence per error code.
const ids = (Object.keys(messages) as MessageId[]).filter((id) => !id.startsWith('error.'));

test.each([
  ['used by the code', '{src,functions}/**/*.{ts,tsx,astro}'],
  ['expected by a test', 'tests/{unit,islands,content,e2e,worker}/**/*.{ts,tsx}'],
])('every sentence of the catalogue is %s', (_, pattern) => {
  const sources = globSync(pattern, { cwd: projectRoot })
    .filter((path) => !/^src\/domain\/messages[./]/.test(path.replaceAll('\\', '/')))
    .map((path) => readFileSync(join(projectRoot, path), 'utf8'))
    .join();
  const quoted = new Set(sources.match(/'[\w.-]+'/g));
  expect(ids.filter((id) => !quoted.has(`'${id}'`))).toEqual([]);
});
