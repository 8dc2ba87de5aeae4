/**
 * `npm run ops -- levar`: the files that an owner takes along, made from an environment's volume or from a copy of it.
 *
 * For environments that are stopped, whose companion answers nothing; the code is the companion's own. Neither the API nor
 * the cluster is asked: docs/worst-day.md says where the folder comes from.
 */
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { writeExport } from '#companion/export-file.ts';
import { TESTED_VERSIONS } from '#companion/state.ts';
import { CommandFailure } from './failure.ts';
import type { Typed } from './typed-words.ts';

export const takeFilesCommand = {
  usage: '<pasta do volume ou da cópia> --saida <pasta nova> [--sem-segredos] [--sem-historico]',
  summary: 'faz o kuma.db e o JSON que o dono de um ambiente parado leva, sem falar com a API',
};

/** Only its owner may read what is in there. */
const PRIVATE = 0o700;

/**
 * Writes `kuma.db` and `ambiente.json` into a new folder.
 * @returns What was written, in words.
 * @throws CommandFailure
 */
export function takeFiles(words: readonly string[], typed: Typed): string {
  const [folder, ...more] = words;
  const target = typed['saida'];
  if (folder === undefined || more.length > 0) throw new CommandFailure('Diga a pasta do volume, e só isso.');
  if (typeof target !== 'string') throw new CommandFailure('Diga com --saida a pasta nova dos arquivos.');
  // A volume and a copy have the instance's folder beside the companion's.
  const database = [join(folder, 'instance/kuma.db'), join(folder, 'kuma.db')].find((path) =>
    existsSync(path),
  );
  if (database === undefined) throw new CommandFailure(`Não há um kuma.db em ${folder}.`);
  if (existsSync(target)) throw new CommandFailure(`${target} já existe: diga uma pasta nova.`);
  const options = {
    database,
    version: TESTED_VERSIONS.at(-1) ?? '',
    secrets: typed['sem-segredos'] !== true,
    history: typed['sem-historico'] !== true,
  };
  mkdirSync(target, { recursive: true, mode: PRIVATE });
  chmodSync(target, PRIVATE);
  try {
    writeExport({ ...options, format: 'db', target: join(target, 'kuma.db') });
    writeExport({ ...options, format: 'json', target: join(target, 'ambiente.json') });
  } catch (error) {
    throw new CommandFailure(`O banco em ${folder} não pôde ser lido: ${(error as Error).message}`);
  }
  return `Em ${target}: kuma.db e ambiente.json, ${options.secrets ? 'com' : 'sem'} segredos, ${options.history ? 'com' : 'sem'} histórico. Entregue por um meio protegido e apague a pasta.`;
}
