/**
 * `npm run write:digests`: asks the registries for the digest of each image of the charts, and writes them into the
 * operator's folder or, where there is none, into the charts' values; for the one server (deploy/single-node), also those
 * of its images and the sums of what it downloads. Nothing is written unless all answer.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '#ops/failure.ts';
import { chartImages, readValues } from '#ops/images/chart-images.ts';
import { hasOperator, operatorFolder } from '#ops/operator/folder.ts';
import { readSum, serverDownloads, serverImages, sumsText } from '#ops/server/downloads.ts';
import { projectRoot } from '../project-root.ts';
import { readDigest, withDigests } from './digests.ts';

await runCommand(async () => {
  const images = chartImages(projectRoot).filter(({ image }) => !image.includes('@'));
  const found = new Map<string, string>();
  for (const { image } of images) if (!found.has(image)) found.set(image, await readDigest(image));
  const ofServer = serverImages(projectRoot);
  for (const image of ofServer) if (!found.has(image)) found.set(image, await readDigest(image));
  const sums: Record<string, string> = {};
  for (const address of serverDownloads(projectRoot)) sums[address] = await readSum(address);
  for (const [image, digest] of found) console.log(`${image}@${digest}`);
  if (hasOperator(projectRoot)) {
    const digests = { ...Object.fromEntries(found), ...sums };
    writeFileSync(join(operatorFolder(projectRoot), 'digests.json'), `${JSON.stringify(digests, null, 2)}\n`);
    console.log(
      'Estão em operator/digests.json. Rode npm run setup e npm run deploy, e leve-os aos ambientes: npm run ops -- tokens --aplicar.',
    );
    return;
  }
  for (const chart of new Set(images.map((each) => each.chart))) {
    const own = images
      .filter((each) => each.chart === chart)
      .map(({ image }) => [image, found.get(image) ?? '']);
    const file = join(projectRoot, 'deploy', chart, 'values.yaml');
    writeFileSync(file, withDigests(readValues(projectRoot, chart), Object.fromEntries(own)));
  }
  const restic = images.filter(({ image }) => image.startsWith('restic/'));
  const server = [...ofServer, ...restic.map(({ image }) => image)];
  const values = join(projectRoot, 'deploy/single-node/chart/values.yaml');
  const digests = Object.fromEntries(server.map((image) => [image, found.get(image) ?? '']));
  writeFileSync(values, withDigests(readFileSync(values, 'utf8'), digests));
  writeFileSync(join(projectRoot, 'deploy/single-node/sums.txt'), sumsText(sums));
  console.log('Guarde os values.yaml, e leve a revisão do chart aos ambientes: npm run ops -- versao.');
});
