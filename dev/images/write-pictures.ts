/**
 * `npm run write:pictures [-- name …]`: takes the pictures of our own pages that articles show, at 390 and 1440 px in both
 * themes, and writes them into content/docs/_images. All of them, or those named; `PORT` moves the site.
 *
 * Clock and answers are fixed, so that a picture changes only with its page.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { projectRoot } from '../project-root.ts';
import { readSitePort } from '../site-port.ts';
import { startStack } from '../stack.ts';
import { stackFolders } from '../stack-folders.ts';
import { pictures } from './pictures/list.ts';
import { takePictures } from './pictures/take.ts';

const folder = join(projectRoot, 'content/docs/_images');

function keep(file: string, content: Buffer): void {
  const path = join(folder, file);
  if (existsSync(path) && readFileSync(path).equals(content)) return;
  writeFileSync(path, content);
  console.log(`  ${file}, ${Math.ceil(content.length / 1024)} kB`);
}

await runCommand(async () => {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => pictures.every((picture) => picture.name !== name));
  if (unknown !== undefined)
    throw new CommandFailure(`Não há a imagem ${unknown} em dev/images/pictures/list.ts.`);
  const sitePort = readSitePort(process.env['PORT']);
  const stack = await startStack({
    ...stackFolders(sitePort),
    ...{ sitePort, workerLogLevel: 'error', onStep: (step) => console.log(`  · ${step}`) },
  });
  try {
    const wanted = pictures.filter(({ name }) => names.length === 0 || names.includes(name));
    await takePictures(stack.addresses.siteUrl, wanted, keep);
  } finally {
    await stack.stop();
  }
});
