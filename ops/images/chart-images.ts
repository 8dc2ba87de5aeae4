/** The images that deploy/ names: in the charts' values, and in deploy/versions.json for what an operator runs himself. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { definitions, type ImageId, imageIds } from '#functions/images/watched.ts';

/** An image as a chart names it. */
export interface ChartImage {
  readonly chart: string;
  /** The path of its value, `images.instance`. */
  readonly value: string;
  /** `louislam/uptime-kuma:2.5.3-rootless` */
  readonly image: string;
}

const charts = ['tenant-chart', 'sign-in-chart'] as const;
const Digests = z.record(z.string(), z.string().regex(/^sha256:[0-9a-f]{64}$/));
const Versions = z.record(z.string(), z.string().nullable());

const valuesFile = (root: string, chart: string): string => join(root, 'deploy', chart, 'values.yaml');

/** The text of a chart's values. */
export const readValues = (root: string, chart: string): string =>
  readFileSync(valuesFile(root, chart), 'utf8');

/** Every value that is an image: `image`, and all of `images`. */
function imagesIn(chart: string, values: unknown, path: readonly string[] = []): ChartImage[] {
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).flatMap(([key, value]) => {
    const at = [...path, key];
    const isImage = typeof value === 'string' && (key === 'image' || path.at(-1) === 'images');
    return isImage ? [{ chart, value: at.join('.'), image: value }] : imagesIn(chart, value, at);
  });
}

/** All images of the charts, whether anyone watches them or not. */
export function chartImages(root: string): readonly ChartImage[] {
  return charts.flatMap((chart) => imagesIn(chart, parse(readValues(root, chart))));
}

/** The digests that the charts have, by image. */
export function chartDigests(root: string): Readonly<Record<string, string>> {
  return Object.assign(
    {},
    ...charts.map((chart) =>
      Digests.parse((parse(readValues(root, chart)) as { digests?: unknown }).digests ?? {}),
    ),
  );
}

/** Splits an image into its repository, with the registry, and its tag. */
export function splitImage(image: string): { readonly repository: string; readonly tag: string } {
  const [, name = '', tag = ''] = /^(.+?)(?::([\w.-]+))?(?:@.*)?$/.exec(image) ?? [];
  const [first = '', second] = name.split('/');
  const isHost = second !== undefined && /[.:]|^localhost$/.test(first);
  const repository = isHost ? name : `docker.io/${second === undefined ? 'library/' : ''}${name}`;
  return { repository, tag };
}

/** The image's tag for a version. Argo CD's begin with a v, also where it is written without; a tag has no plus. */
const tagOf = (id: ImageId, version: string): string =>
  id === 'argo-cd' ? `v${version.replace(/^v/, '')}` : version.replace('+', '-');

/** The tag of each image that runs; `null` for a version that deploy/versions.json does not say yet. */
export function deployedTags(root: string): Readonly<Partial<Record<ImageId, string | null>>> {
  const inCharts = chartImages(root);
  const versions = Versions.parse(JSON.parse(readFileSync(join(root, 'deploy/versions.json'), 'utf8')));
  const tags: Partial<Record<ImageId, string | null>> = {};
  for (const id of imageIds) {
    const { from } = definitions[id];
    if ('versions' in from) {
      const version = versions[from.versions];
      if (version !== undefined) tags[id] = version === null ? null : tagOf(id, version);
      continue;
    }
    const found = inCharts.find(({ chart, value }) => chart === from.chart && value === from.value.join('.'));
    if (found !== undefined) tags[id] = splitImage(found.image).tag;
  }
  return tags;
}

/** Images of the charts that no one watches. One that another value names too, with the same tag, is watched there. */
export function unwatchedImages(root: string): readonly ChartImage[] {
  const watched = new Set(
    imageIds.flatMap((id) => {
      const { from } = definitions[id];
      return 'versions' in from ? [] : [`${from.chart} ${from.value.join('.')}`];
    }),
  );
  const all = chartImages(root);
  const known = new Set(
    all.filter(({ chart, value }) => watched.has(`${chart} ${value}`)).map(({ image }) => image),
  );
  return all.filter(({ image }) => !known.has(image));
}
