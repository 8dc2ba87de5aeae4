/**
 * `npm run write:legal`: keeps the current versions of terms and rules as they are accepted from now on.
 *
 * A version that exists is never written again, unless no customer has accepted it yet: `-- --again`.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { acceptedTexts, fileOf, sourceOf, versionFile } from '#build/legal-versions.ts';
import { projectRoot } from './project-root.ts';

process.chdir(projectRoot);
const { values } = parseArgs({ options: { again: { type: 'boolean', default: false } } });
for (const { id, version } of acceptedTexts) {
  const file = fileOf(id, version);
  if (existsSync(file) && !values.again) {
    console.log(
      `${file}: já existe. Se ninguém a aceitou ainda, "npm run write:legal -- --again" a escreve de novo.`,
    );
    continue;
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, versionFile(sourceOf(id)));
  console.log(`${file}: guardada.`);
}
