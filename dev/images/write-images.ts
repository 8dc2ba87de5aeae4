/**
 * `npm run write:images [-- --lock package-lock.json]`: writes functions/images/image-list.json from what deploy/ names
 * and from Uptime Kuma's lockfile: the one given, or that of the chart's version, from its repository.
 *
 * Where that cannot be reached, the packages stay as they were, and it says of which version they are.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ImageList } from '#functions/images/watched.ts';
import { CommandFailure, runCommand } from '#ops/failure.ts';
import { chartDigests, deployedTags } from '#ops/images/chart-images.ts';
import { chartKuma, contentsOf, lockfileAddress, missingOfImages } from '#ops/images/image-list.ts';
import { missingSums } from '#ops/server/downloads.ts';
import { projectRoot } from '../project-root.ts';

const file = join(projectRoot, 'functions/images/image-list.json');

/** The lockfile as text; `null` when it cannot be reached. */
async function readLockfile(path: string | undefined): Promise<string | null> {
  if (path !== undefined) {
    if (!existsSync(path)) throw new CommandFailure(`Não há o arquivo ${path}.`);
    return readFileSync(path, 'utf8');
  }
  const version = chartKuma(projectRoot);
  if (version === null) return null;
  const answer = await fetch(lockfileAddress(version), { signal: AbortSignal.timeout(30_000) }).catch(
    () => null,
  );
  return answer?.ok === true ? answer.text() : null;
}

function contentsIn(text: string): ImageList['contents'][string] {
  try {
    return contentsOf(JSON.parse(text));
  } catch {
    throw new CommandFailure('O arquivo dado não é o package-lock.json do Uptime Kuma.');
  }
}

await runCommand(async () => {
  const { values } = parseArgs({ options: { lock: { type: 'string' } } });
  const known = existsSync(file) ? ImageList.parse(JSON.parse(readFileSync(file, 'utf8'))).contents : {};
  const text = await readLockfile(values.lock);
  const contents = text === null ? known : { 'uptime-kuma': contentsIn(text) };
  const list: ImageList = { tags: deployedTags(projectRoot) as ImageList['tags'], contents };
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
  for (const [id, { readFrom, packages }] of Object.entries(contents))
    console.log(`${id}: ${packages.length} pacotes, da versão ${readFrom}.`);
  if (text === null)
    console.log('O repositório do Uptime Kuma não respondeu: os pacotes ficaram como estavam.');
  const digests = chartDigests(projectRoot);
  for (const sentence of [
    ...missingOfImages(projectRoot, list, digests),
    ...missingSums(projectRoot, digests),
  ])
    console.log(`  !  ${sentence}`);
});
