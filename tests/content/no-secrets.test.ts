/** Nothing published contains a key, not even of the local stand-ins. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { localSecrets } from '#dev/local-values.ts';
import { secretNames } from '#functions/variables.ts';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { secretsIn } from '#tests/support/secret-forms.ts';

test('no published file contains a secret or its name', () => {
  const files = globSync('**/*.{html,js,json,css,txt,md,xml,webmanifest}', { cwd: builtSiteDir });
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((path) => {
    const text = readFileSync(join(builtSiteDir, path), 'utf8');
    const named = [...Object.values(localSecrets), ...secretNames].filter((word) => text.includes(word));
    return [...secretsIn(text), ...named].map((what) => `${path}: ${what}`);
  });
  expect(found).toEqual([]);
});
