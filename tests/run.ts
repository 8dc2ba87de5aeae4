/**
 * `npm test`: everything, or the parts named (`npm test -- unit contract`), with samples of what is endless; then where
 * the time went and one line that sums it up. `--full` (`npm run test:full`) leaves nothing to a sample.
 *
 * Parts: check (types and lint), unit, contract, chart (what an operator applies), islands, worker,
 * content (the built pages), e2e (journeys), faults (sign-ups on a bad day), fuzz (bad input), contracts (sequences of
 * purchases and changes), bench (what a call to the API costs, as shares), keycloak (identity with a real Keycloak; needs
 * Java). Only by name or in full: headers (MDN HTTP Observatory; needs openssl and the npm registry).
 * The last line is always `N passed, N failed`; a step that breaks counts as one failure.
 */
import { ensureKeycloak, keycloakObstacle } from '#dev/keycloak.ts';
import { ensureBuiltSite } from './support/built-site.ts';
import { setTestScope } from './support/test-scope.ts';
import {
  checkStep,
  nothing,
  type Output,
  playwrightStep,
  programStep,
  vitestStep,
} from './support/test-steps.ts';
import { printSummary, step } from './support/test-summary.ts';

const vitestParts = ['unit', 'contract', 'chart', 'islands', 'worker'] as const;
/** Programs of their own that judge by their exit code; each takes `--sample` for two minutes of it. */
const programs = {
  faults: { title: 'faults: cadastros em um dia ruim', script: 'tests/faults/run.ts' },
  fuzz: { title: 'fuzz: entradas ruins em todas as rotas', script: 'tests/fuzz/run.ts' },
  contracts: {
    title: 'contracts: sequências de compras, mudanças e recusas',
    script: 'tests/contracts/run.ts',
  },
  bench: { title: 'bench: o custo de uma chamada', script: 'tests/bench/api/run.ts' },
} as const;
type ProgramPart = keyof typeof programs;
const programParts = Object.keys(programs) as ProgramPart[];
const allParts = ['check', ...vitestParts, 'content', 'e2e', ...programParts, 'keycloak', 'headers'] as const;
type Part = (typeof allParts)[number];

const isPart = (word: string): word is Part => allParts.some((part) => part === word);

/** Parts and what is handed on to the runner (`-t nome`, `--headed`), which is for one part only. */
function readArguments(words: readonly string[]): { parts: readonly Part[] | null; rest: readonly string[] } {
  const firstOther = words.findIndex((word) => !isPart(word));
  const named = (firstOther === -1 ? words : words.slice(0, firstOther)).filter(isPart);
  const rest = firstOther === -1 ? [] : words.slice(firstOther);
  if (rest.length > 0 && named.length !== 1) {
    console.error(
      `Partes: ${allParts.join(', ')}. Opções do executor só valem para uma parte: npm test -- unit -t nome`,
    );
    process.exit(1);
  }
  return { parts: named.length > 0 ? named : null, rest };
}

const words = process.argv.slice(2);
const isFull = words.includes('--full');
const { parts, rest } = readArguments(words.filter((word) => word !== '--full'));
const onlyByName: ReadonlySet<Part> = new Set(['headers']);
const has = (part: Part): boolean => (parts ? parts.includes(part) : isFull || !onlyByName.has(part));
setTestScope(isFull ? 'full' : 'sample');

/** Why the part with a real Keycloak cannot run here; `null` when it can. */
async function obstacleToKeycloak(): Promise<string | null> {
  const obstacle = keycloakObstacle();
  if (obstacle !== null) return obstacle;
  try {
    await ensureKeycloak();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function keycloak(): Promise<void> {
  const obstacle = await obstacleToKeycloak();
  if (obstacle !== null) {
    await step('keycloak', async () => {
      console.log(`${obstacle} Os testes com o Keycloak de verdade não rodaram.`);
      return { ...nothing, skipped: 1 };
    });
    return;
  }
  await step('keycloak: o contrato da identidade com o Keycloak de verdade', () =>
    vitestStep(['keycloak'], [], { env: { IDENTITY_TARGET: 'keycloak' } }),
  );
  await step('keycloak: jornadas com o Keycloak de verdade', () =>
    playwrightStep(rest, { JOURNEY_IDENTITY: 'keycloak' }),
  );
}

/** Each program has a stack of its own, away from those of the journeys. */
function program(part: ProgramPart, output?: Output): Promise<boolean> {
  const options = [...(isFull ? [] : ['--sample']), ...rest];
  return step(programs[part].title, () => programStep(programs[part].script, options, output));
}

const content = (output?: Output): Promise<boolean> =>
  step('content: páginas construídas', () => vitestStep(['content'], rest, output ? { output } : {}));

/** Lint and types, then the pages that were asked for: both write what Astro derives from content. */
async function checkAndBuild(output: Output): Promise<boolean> {
  if (has('check')) await step('check: tipos e regras de estilo', () => checkStep(output));
  if (!has('content') && !has('e2e')) return false;
  const isBuilt = await step('construção do site', () =>
    ensureBuiltSite().then(
      () => nothing,
      (error) => ({ ...nothing, failed: 1, said: error instanceof Error ? error.message : String(error) }),
    ),
  );
  if (!isBuilt) console.log('Sem as páginas, content e e2e não rodam.');
  return isBuilt;
}

/** In workerd one file follows the other and mostly waits: two halves, each with services of its own. */
function worker(output: Output): Promise<unknown> {
  const halves = rest.length > 0 ? [undefined] : ['1/2', '2/2'];
  return Promise.all(
    halves.map((shard) =>
      step(['worker', shard].filter(Boolean).join(' '), () =>
        vitestStep(['worker'], rest, { output, shard }),
      ),
    ),
  );
}

// Side by side: Vitest by itself would leave a core to its main process, which hardly needs it.
const quick = vitestParts.filter((part) => part !== 'worker' && has(part));
const isAlone = quick.length === 0;
const [isBuilt] = await Promise.all([
  checkAndBuild(isAlone ? 'live' : 'held'),
  isAlone || step(quick.join(', '), () => vitestStep(quick, ['--maxWorkers=100%', ...rest])),
  has('worker') && worker(isAlone && rest.length > 0 ? 'live' : 'held'),
]);
if (isBuilt && has('e2e')) await step('e2e: jornadas no Chromium', () => playwrightStep(rest));

// A real Keycloak mostly waits, and so do samples of what is injected: in the default run they go side by side.
const isDefault = parts === null && !isFull;
async function besideKeycloak(): Promise<void> {
  await program('faults', 'held');
  await program('fuzz', 'held');
  await program('contracts', 'held');
  if (isBuilt) await content('held');
}
await Promise.all([has('keycloak') && keycloak(), isDefault && besideKeycloak()]);
if (!isDefault && isBuilt && has('content')) await content();
// Alone: what is measured shares the machine with nothing of ours.
for (const part of isDefault ? (['bench'] as const) : programParts.filter(has)) await program(part);
if (has('headers'))
  await step('headers: MDN HTTP Observatory', () => programStep('tests/headers/run.ts', []));

printSummary();
