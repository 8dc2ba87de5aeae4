/**
 * `npm run write:digests`: asks the registries for the digest of each image of the charts, and writes them into the
 * operator's folder or, where there is none, into the charts' values. Nothing is written unless all answer.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '#ops/failure.ts';
import { chartImages, readValues } from '#ops/images/chart-images.ts';
import { hasOperator, operatorFolder } from '#ops/operator/folder.ts';
import { projectRoot } from '../project-root.ts';
import { readDigest, withDigests } from './digests.ts';

await runCommand(async () => {
  const images = chartImages(projectRoot).filter(({ image }) => !image.includes('@'));
  const found = new Map<string, string>();
  for (const { image } of images) if (!found.has(image)) found.set(image, await readDigest(image));
  for (const [image, digest] of found) console.log(`${image}@${digest}`);
  if (hasOperator(projectRoot)) {
    const digests = Object.fromEntries(found);
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
  console.log('Guarde os values.yaml, e leve a revisão do chart aos ambientes: npm run ops -- versao.');
});
