/** `npm run ops -- novidades`: what a newer tag of the project brings, and the steps to it. It asks git, nobody else. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { CommandFailure } from '../failure.ts';
import { changedParts, changelogBetween } from './changes.ts';

export const releaseCommand = {
  usage: '<tag de antes> [tag nova]',
  summary: 'diz o que mudou entre duas versões do projeto, e o que fazer para ir de uma à outra',
};

const projectRoot = join(import.meta.dirname, '../..');

/** @throws CommandFailure with git's own words. */
function git(root: string, ...words: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync('git', ['-C', root, ...words], { encoding: 'utf8' });
  if (error !== undefined) throw new CommandFailure('O git não está instalado nesta máquina.');
  if (status !== 0) throw new CommandFailure(`O git não respondeu: ${stderr.trim()}`);
  return stdout;
}

/** Files at most named for a part; the rest is a number. */
const FILES_MAX = 4;

/**
 * The steps from one version to another.
 * @param words The tag that runs, and the newer one; without it, what is checked out.
 * @throws CommandFailure for a tag that this clone does not have.
 */
export function runRelease(words: readonly string[], root: string = projectRoot): string {
  const [before, after = 'HEAD', ...more] = words;
  if (before === undefined || more.length > 0)
    throw new CommandFailure('Diga a tag que está no ar e, se não for a desta pasta, a nova.');
  for (const tag of [before, after])
    if (git(root, 'rev-list', '--max-count=1', '--ignore-missing', tag, '--').trim() === '')
      throw new CommandFailure(`Não há ${tag} aqui. "git fetch --tags" traz as tags novas.`);
  const files = git(root, 'diff', '--name-only', `${before}...${after}`).split('\n').filter(Boolean);
  const changes = changedParts(files);
  const name = after === 'HEAD' ? git(root, 'describe', '--tags', '--always', after).trim() : after;
  if (changes.length === 0) return `De ${before} a ${name} nada do que roda mudou.`;
  const log = changelogBetween(git(root, 'show', `${after}:CHANGELOG.md`), before, name);
  return [
    `De ${before} a ${name}.`,
    ...(log === '' ? [] : ['', log]),
    '',
    'Nesta ordem:',
    ...changes.flatMap(({ part, files: own }, index) => [
      '',
      `${index + 1}. ${part.title} (${own.slice(0, FILES_MAX).join(', ')}${own.length > FILES_MAX ? ` e mais ${own.length - FILES_MAX}` : ''})`,
      ...part.steps.map((step) => `   ${step.replaceAll('{tag}', name)}`),
    ]),
  ].join('\n');
}
