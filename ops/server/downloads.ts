/**
 * What the one server (deploy/single-node) downloads and runs beside the charts' images, and the sums that pin it.
 *
 * Owns: reading deploy/single-node/downloads.txt and its chart's image names with the versions of deploy/versions.json,
 * and the form of sums.txt. The installation reads the same files in a shell.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { CommandFailure } from '../failure.ts';

const folder = 'deploy/single-node';
const Versions = z.record(z.string(), z.string().nullable());
const ChartValues = z.looseObject({ images: z.record(z.string(), z.string()) });
type Ask = (input: string, init: RequestInit) => Promise<Response>;

const readVersions = (root: string): Readonly<Record<string, string | null>> =>
  Versions.parse(JSON.parse(readFileSync(join(root, 'deploy/versions.json'), 'utf8')));

/** The images of the server's chart that deploy/versions.json names a version of, with their tags. */
export function serverImages(root: string): readonly string[] {
  const versions = readVersions(root);
  const { images } = ChartValues.parse(parse(readFileSync(join(root, folder, 'chart/values.yaml'), 'utf8')));
  return Object.entries(images).flatMap(([name, repository]) => {
    const version = versions[name];
    return typeof version === 'string' ? [`${repository}:${version}`] : [];
  });
}

/** The addresses of all files that the installation downloads, for both processors. */
export function serverDownloads(root: string): readonly string[] {
  const versions = readVersions(root);
  const lines = readFileSync(join(root, folder, 'downloads.txt'), 'utf8')
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const [name = '', , address = ''] = line.split(' ');
    const version = versions[name.replace(/-script$/, '')];
    // As the script writes it: a plus means a space in some addresses.
    return typeof version === 'string'
      ? [address.replaceAll('{version}', version.replaceAll('+', '%2B'))]
      : [];
  });
}

/**
 * The SHA-256 of a file that is downloaded now, `sha256:…`.
 * @throws CommandFailure with a sentence, when its server does not give the whole file.
 */
export async function readSum(address: string, ask: Ask = fetch): Promise<string> {
  const sum = createHash('sha256');
  try {
    const answer = await ask(address, { redirect: 'follow' });
    if (!answer.ok || answer.body === null)
      throw new CommandFailure(`${address} não deu o arquivo (${answer.status}).`);
    for await (const part of answer.body) sum.update(part);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    throw new CommandFailure(
      `${new URL(address).host} não responde daqui: as somas se escrevem onde ele responde.`,
    );
  }
  return `sha256:${sum.digest('hex')}`;
}

/** The text of sums.txt, from sums by address. */
export const sumsText = (sums: Readonly<Record<string, string>>): string =>
  Object.entries(sums)
    .map(([address, sum]) => `${sum.replace('sha256:', '')} ${address}\n`)
    .join('');

/** One sentence for each download whose sum nobody wrote, in sums.txt or among the digests given. */
export function missingSums(root: string, digests: Readonly<Record<string, string>>): readonly string[] {
  const text = readFileSync(join(root, folder, 'sums.txt'), 'utf8');
  const loose = serverDownloads(root).filter(
    (address) => !text.includes(` ${address}\n`) && digests[address] === undefined,
  );
  return loose.length === 0
    ? []
    : [
        `Sem soma, o servidor recusa o que baixa: ${loose.join(', ')}. Escreva-as com npm run write:digests, onde eles respondem.`,
      ];
}
