/** Makes functions/images/image-list.json, and says where it differs from what deploy/ names. */
import * as z from 'zod';
import { exactVersion } from '#functions/images/versions.ts';
import type { ImageList } from '#functions/images/watched.ts';
import { lockedPackages } from '#ops/dependencies/policy.ts';
import { chartImages, deployedTags, splitImage, unwatchedImages } from './chart-images.ts';

/** Where Uptime Kuma's contents are read, for a version. */
export const lockfileAddress = (version: string): string =>
  `https://raw.githubusercontent.com/louislam/uptime-kuma/${version}/package-lock.json`;

const Lockfile = z.object({
  name: z.literal('uptime-kuma'),
  version: z.string(),
  packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })),
});

/** What `npm ci --omit=dev` installs of a lockfile, as the image's Dockerfile does: optional packages too. */
export function contentsOf(lockfile: unknown): ImageList['contents'][string] {
  const { version, packages } = Lockfile.parse(lockfile);
  const installed = Object.fromEntries(Object.entries(packages).filter(([, { dev }]) => dev !== true));
  const named = lockedPackages({ packages: installed }).map((each) => `${each.name}@${each.version}`);
  return { readFrom: version, ecosystem: 'npm', packages: [...new Set(named)].sort() };
}

/** The version of Uptime Kuma that the chart names; `null` for a tag that names none exactly. */
export const chartKuma = (root: string): string | null =>
  exactVersion(deployedTags(root)['uptime-kuma'] ?? '', 3);

/** One sentence for each way in which the list differs from deploy/. */
export function listDifferences(root: string, { tags, contents }: ImageList): readonly string[] {
  const deployed = deployedTags(root);
  const ids = [...new Set([...Object.keys(deployed), ...Object.keys(tags)])] as (keyof typeof deployed)[];
  return [
    ...unwatchedImages(root).map(
      ({ chart, value, image }) =>
        `deploy/${chart} usa ${image} (${value}), e ninguém a vigia: acrescente-a em functions/images/watched.ts.`,
    ),
    ...ids
      .filter((id) => deployed[id] !== tags[id])
      .map(
        (id) =>
          `${id}: deploy/ diz ${deployed[id] ?? 'nada'}, e a lista das imagens ${tags[id] ?? 'nada'}: npm run write:images.`,
      ),
    ...Object.keys(contents)
      .filter((id) => !(id in tags))
      .map((id) => `${id}: a lista tem os pacotes dela, e nada a roda: npm run write:images.`),
  ];
}

/** What is missing before the images are watched and pinned as they should be, one sentence each. */
export function missingOfImages(
  root: string,
  list: ImageList,
  digests: Readonly<Record<string, string>>,
): readonly string[] {
  const kuma = chartKuma(root);
  const readFrom = list.contents['uptime-kuma']?.readFrom;
  const unsaid = Object.entries(deployedTags(root)).filter(([, tag]) => tag === null);
  const loose = chartImages(root).filter(
    ({ image }) => splitImage(image).tag !== '' && digests[image] === undefined,
  );
  return [
    ...listDifferences(root, list),
    ...unsaid.map(
      ([id]) =>
        `deploy/versions.json não diz que versão de ${id} roda: escreva-a (ou tire a linha, se não há) e npm run write:images.`,
    ),
    ...(readFrom === kuma
      ? []
      : [
          `A lista dos pacotes do Uptime Kuma é da versão ${readFrom ?? 'nenhuma'}, e o chart pede ${kuma ?? 'uma etiqueta que muda'}: npm run write:images, onde há rede.`,
        ]),
    ...(loose.length === 0
      ? []
      : [
          `Sem digest, o que roda pode mudar sem que ninguém mude nada: ${loose.map(({ image }) => image).join(', ')}. Escreva-os com npm run write:digests, onde o registro das imagens responde, e guarde os dois values.yaml.`,
        ]),
  ];
}
