/** One run of `npm run setup`, from the folder's key to what is left to do. */

import * as z from 'zod';
import { readyEndpoint } from '#domain/api-schemas/health.ts';
import type { ReadyResponse } from '#domain/api-schemas/operation-answers.ts';
import { CommandFailure } from '#ops/failure.ts';
import { printReady } from '#ops/print.ts';
import { askAll } from './asking.ts';
import type { Complete, Repository } from './derive.ts';
import type { Services } from './http.ts';
import { questions } from './questions.ts';
import { createRun, forgetfulVault, type Run } from './run-state.ts';
import { companyIn, sellingQuestions } from './sell.ts';
import { readState, type State } from './state.ts';
import { makeAll, putAndJudge, writeAll } from './steps.ts';
import type { Terminal } from './terminal.ts';
import { createVault, hasVault, KEY_VARIABLE, openVault, openWithKey, type Vault } from './vault.ts';

export interface Options {
  /** The law's questions too. */
  readonly isSelling: boolean;
  readonly isDry: boolean;
  /** Takes a database with tables that this folder did not make. */
  readonly isAdopting: boolean;
  /** Numbers of questions to ask again. */
  readonly changed: ReadonlySet<number>;
}

export interface World {
  readonly root: string;
  readonly services: Services;
  /** Origin that answers in place of the site; `null` for the site itself. */
  readonly siteInstead: string | null;
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly now: Date;
  readonly repository: Repository;
  /** The wrangler that is run. */
  readonly wrangler: string;
}

/** @returns Whether everything is ready to be published. @throws CommandFailure */
export async function setUp(world: World, options: Options): Promise<boolean> {
  const { root, terminal } = world;
  const { isDry, isSelling, changed } = options;
  const initial = readState(root);
  terminal.say(opening(options, initial));
  const vault = await vaultOf(world, isDry);
  const run = createRun({ ...world, isDry, vault, initial });
  const command = `npm run setup${isSelling ? ' -- vender' : ''}`;
  await askAll(run, questions, { changed: isSelling ? new Set() : changed, command });
  if (isSelling) {
    if (companyIn(run) === null) sayBeforeSelling(terminal);
    await askAll(run, sellingQuestions, { changed, command });
  }
  await makeAll(run, options.isAdopting);
  if (isDry) {
    terminal.say('\nFoi um ensaio: nada foi feito nem guardado. Sem --dry-run, tudo acima acontece.');
    return false;
  }
  const complete = writeAll(run, world.repository);
  const isReady = await putAndJudge(run, complete, world.wrangler);
  const isServed = await sayReadiness(run, complete, world.siteInstead);
  for (const line of nextSteps(complete, { isReady, isServed })) terminal.say(line);
  return isReady;
}

function opening({ isDry, isSelling, changed }: Options, { answers }: State): string {
  const count = isSelling ? sellingQuestions.length : questions.length;
  const isFirst = answers.brand === undefined;
  return [
    isDry ? 'Ensaio: nada será feito nem guardado.' : '',
    isFirst || isSelling
      ? `${count} perguntas no máximo${isSelling ? ', antes de dinheiro de verdade' : ', e o serviço roda com dinheiro de teste'}. Pode parar a qualquer hora (Ctrl-C) e rodar de novo.`
      : changed.size === 0
        ? 'O que já foi respondido não se pergunta de novo; npm run setup -- --mudar 3,4 pergunta outra vez as de número 3 e 4.'
        : 'Enter fica com a resposta de antes.',
  ]
    .filter((line) => line !== '')
    .join('\n');
}

function sayBeforeSelling({ say }: Terminal): void {
  say(
    'O que foi comprado com dinheiro de teste não existe no Asaas de verdade: antes de publicar, apague as contas de teste\n(npm run ops -- pedidos; npm run ops -- apagar <quem> --confirma <quem>).',
  );
}

async function vaultOf({ root, terminal, environment }: World, isDry: boolean): Promise<Vault> {
  const { say } = terminal;
  if (!hasVault(root)) {
    if (isDry) return forgetfulVault(null);
    const { vault, key, keyFile } = await createVault(root, environment);
    say(
      '\nOs segredos ficam cifrados em operator/secrets.age. Esta é a chave deles, mostrada uma vez: guarde-a no seu cofre de senhas.',
    );
    say(`  ${key}`);
    say(
      `Nesta máquina ela está em ${keyFile}; em outra, é pedida. Sem ela, ninguém lê os segredos desta pasta.`,
    );
    return vault;
  }
  const opened = await openVault(root, environment);
  if (opened !== null) return isDry ? forgetfulVault(opened) : opened;
  say('\nEsta pasta já tem segredos, e a chave deles não está nesta máquina.');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const typed = await terminal.ask({ message: 'Chave da pasta (AGE-SECRET-KEY-1…)', isSecret: true });
    if (typed === null) break;
    const vault = await openWithKey(root, typed, environment);
    if (vault !== null) return isDry ? forgetfulVault(vault) : vault;
    say('   ✗ Esta não é a chave de operator/secrets.age.');
  }
  throw new CommandFailure(
    `Sem a chave, nada foi feito. Ela está na máquina em que a pasta nasceu (~/.config/vigia), no cofre de quem a fez, ou vem em ${KEY_VARIABLE}.`,
  );
}

/** The part of it that no version lacks. */
const Readiness = z.object({
  status: z.string(),
  problems: z.array(z.object({ level: z.string(), text: z.string() })),
});

/** What the published site says of itself. @returns Whether it answered. */
async function sayReadiness(run: Run, { names }: Complete, siteInstead: string | null): Promise<boolean> {
  const { say } = run.terminal;
  const key = run.vault.get('OPS_READY_KEY') ?? '';
  const answer = await fetch(`${siteInstead ?? names.siteUrl}${readyEndpoint}`, {
    headers: { authorization: `Bearer ${key}` },
    redirect: 'error',
    signal: AbortSignal.timeout(20_000),
  })
    .then((response) => response.json() as Promise<unknown>)
    .catch(() => null);
  const read = Readiness.safeParse(answer);
  if (!read.success) {
    say(`\n${names.siteUrl} ainda não responde à prontidão: falta publicar.`);
    return false;
  }
  say(`\nO que ${names.siteUrl} diz de si (npm run ops -- prontidao):`);
  try {
    say(printReady(answer as ReadyResponse));
  } catch {
    // What is published may be of another version than this copy; its problems are what matters.
    for (const { level, text } of read.data.problems)
      say(`  ${level === 'page' ? 'CHAMADA' : 'aviso'}: ${text}`);
    say('  O que está publicado é de outra versão: o quadro inteiro vem depois de publicar.');
  }
  return true;
}

/** In their order; each is one command. */
function nextSteps(
  { answers, names, repository, company }: Complete,
  { isReady, isServed }: { readonly isReady: boolean; readonly isServed: boolean },
): readonly string[] {
  const { address } = answers.server;
  const ops = (command: string) => `npm run ops -- ${command} --config operator/built/ops.env`;
  const steps = [
    ...(isReady
      ? []
      : [
          'npm run write:digests        (fixa cada imagem; onde os registros respondem), e npm run setup de novo',
        ]),
    `scp operator/built/single-node.env root@${address}:   e, no servidor, o que docs/setup.md diz em "O servidor"`,
    'npm run deploy -- --env production',
    `${ops('webhook')}     (o Asaas passa a avisar de cada pagamento)`,
    ...(answers.alarmChat ? [`${ops('telegram')}`] : []),
    `${ops('demonstracao --sim')}     (a demonstração e a página de status)`,
    `${ops('prontidao')}`,
    `O alarme, fora daqui: dois monitores em ${names.siteUrl}${readyEndpoint}, com a OPS_READY_KEY de operator/built/ops.env (docs/operating.md, passo 6)`,
    `A vigia de certificados, cópias e falhas publicadas (.github/workflows/watch.yml): gh variable set SITE_URL -b ${names.siteUrl}; gh variable set TLS_HOSTS -b "${new URL(names.siteUrl).host} ${names.signInHost}"`,
    ...(company === null ? ['npm run setup -- vender        (antes de dinheiro de verdade)'] : []),
    ...(company !== null && company.regime !== 'simples'
      ? [
          `Notas fiscais fora do Simples: NOTA_FISCAL com regime "${company.regime}" e ibsCbs, em worker (docs/payments.md)`,
        ]
      : []),
  ];
  return [
    `\nO que falta${isServed ? ', se ainda não foi feito' : ''}, nesta ordem:`,
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    ...(repository.url === ''
      ? [
          '  !  Esta cópia do projeto não diz de onde veio por https://: o Argo CD não a lê. git remote set-url origin https://… e rode de novo.',
        ]
      : []),
    '\nGuarde uma cópia da pasta operator/ (sem operator/built/): com ela e a chave se continua em qualquer máquina.',
  ];
}
