/**
 * `npm test`: all tests, or the named parts (`npm test -- unit vendors`), with samples of the large test matrices;
 * then the times and a one-line summary. `--full` (`npm run test:full`) runs the full matrices.
 *
 * Parts: check (types and lint), unit, vendors (their protocols), chart (what an operator applies), environment (gateway, companion and
 * instance together; with a real one only where `UPTIME_KUMA` names it), islands, worker, content (the built pages), e2e
 * (journeys), faults (sign-ups under faults), fuzz (bad input), simulation (sequences of purchases and changes), keycloak
 * (identity with a real Keycloak; needs Java). Only by name or with --full: bench (cost of API calls, as shares; they are
 * fair on a machine that does nothing else) and headers (MDN HTTP Observatory; needs openssl and the npm registry). The
 * last line is always `N passed, N failed`; a step that breaks counts as one failure.
 */
import { join } from 'node:path';
import { ensureKeycloak, keycloakObstacle } from '#dev/keycloak.ts';
import { ensureBuiltSite } from './support/built-site.ts';
import { fewJourneys, reasonForAllJourneys } from './support/journey-identity.ts';
import { testOutputDir } from './support/journey-port.ts';
import { setTestScope } from './support/test-scope.ts';
import {
  checkStep,
  LAST,
  nothing,
  type Output,
  PATIENT,
  playwrightStep,
  programStep,
  vitestStep,
} from './support/test-steps.ts';
import { printSummary, step } from './support/test-summary.ts';

const vitestParts = ['unit', 'vendors', 'chart', 'environment', 'islands', 'worker'] as const;
/** Programs judged by their exit code; with `--sample` each takes two minutes. */
const programs = {
  faults: { title: 'faults: cadastros em um dia ruim', script: 'tests/simulation/faults/run.ts' },
  fuzz: { title: 'fuzz: entradas ruins em todas as rotas', script: 'tests/fuzz/run.ts' },
  simulation: {
    title: 'simulation: sequências de compras, mudanças e recusas',
    script: 'tests/simulation/run.ts',
  },
  bench: { title: 'bench: o custo de uma chamada', script: 'tests/bench/api/run.ts' },
} as const;
type ProgramPart = keyof typeof programs;
const programParts = Object.keys(programs) as ProgramPart[];
const allParts = ['check', ...vitestParts, 'content', 'e2e', ...programParts, 'keycloak', 'headers'] as const;
type Part = (typeof allParts)[number];

const isPart = (word: string): word is Part => allParts.some((part) => part === word);

/** Parts, and options passed to the runner (`-t nome`, `--headed`), which need a single part. */
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
const onlyByName: ReadonlySet<Part> = new Set(['bench', 'headers']);
const has = (part: Part): boolean => (parts ? parts.includes(part) : isFull || !onlyByName.has(part));
const isDefault = parts === null && !isFull;
setTestScope(isFull ? 'full' : 'sample');
// Dozens of processes load the same dependencies.
process.env['NODE_COMPILE_CACHE'] ??= join(testOutputDir, 'compiled');

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

/** Two servers side by side: one for the contract of the identity, one for the journeys. */
async function keycloak(found: Promise<string | null>): Promise<void> {
  const obstacle = await found;
  if (obstacle !== null) {
    await step('keycloak', async () => {
      console.log(`${obstacle} Os testes com o Keycloak de verdade não rodaram.`);
      return { ...nothing, skipped: 1 };
    });
    return;
  }
  // By name, or in the full run, all of them.
  const reason = isDefault ? reasonForAllJourneys() : 'foram pedidas';
  console.log(
    reason === null
      ? 'keycloak: nada do que as jornadas provam mudou há pouco, então rodam três; todas: npm run test:keycloak'
      : `keycloak: rodam todas as jornadas (${reason})`,
  );
  await Promise.all([
    step('keycloak: o contrato da identidade com o Keycloak de verdade', () =>
      vitestStep(['keycloak'], [], { env: { IDENTITY_TARGET: 'keycloak' }, output: 'buffered' }),
    ),
    step('keycloak: jornadas com o Keycloak de verdade', () =>
      playwrightStep(rest, { JOURNEY_IDENTITY: 'keycloak', ...(reason === null && fewJourneys) }),
    ),
  ]);
}

/** Each program has its own stack, separate from those of the journeys. */
function program(part: ProgramPart, output?: Output, nice?: number): Promise<boolean> {
  const options = [...(isFull ? [] : ['--sample']), ...rest];
  return step(programs[part].title, () => programStep(programs[part].script, options, output, nice));
}

const content = (output?: Output): Promise<boolean> =>
  step('content: páginas construídas', () => vitestStep(['content'], rest, output ? { output } : {}));

/** The sources, without those that write derived content of Astro, beside the build. */
const check = (output: Output): Promise<boolean> =>
  step('check: tipos e regras de estilo', () =>
    checkStep(['check:types', 'check:lint', 'check:knip', 'check:facts'], output),
  );

/** The requested pages, then their types and what is in them: all three write the same derived content of Astro. */
async function buildAndCheckPages(output: Output): Promise<boolean> {
  const isWithPages = has('content') || has('e2e');
  const isBuilt = isWithPages && (await build());
  if (has('check')) await step('check: páginas', () => checkStep(['check:pages'], output));
  if (isWithPages && !isBuilt) console.log('Sem as páginas, content e e2e não rodam.');
  else if (has('content')) await content(output);
  return isBuilt;
}

/** @returns Whether there are pages. */
async function checkAndBuild(output: Output): Promise<boolean> {
  const [isBuilt] = await Promise.all([buildAndCheckPages(output), has('check') && check(output)]);
  return isBuilt;
}

const build = (): Promise<boolean> =>
  step('construção do site', () =>
    ensureBuiltSite().then(
      () => nothing,
      (error) => ({ ...nothing, failed: 1, said: error instanceof Error ? error.message : String(error) }),
    ),
  );

/** In workerd the files run one after the other, so run two halves, each with its own services. */
function worker(output: Output): Promise<unknown> {
  const halves = rest.length > 0 ? [undefined] : ['1/2', '2/2'];
  return Promise.all(
    halves.map((shard) =>
      step(['worker', shard].filter(Boolean).join(' '), () =>
        vitestStep(['worker'], rest, { output, shard, isPatient: true }),
      ),
    ),
  );
}

// A new clone downloads and builds the server first, beside everything else.
const obstacle = has('keycloak') ? obstacleToKeycloak() : Promise.resolve(null);
// In parallel: Vitest alone would reserve a core for its main process, which hardly needs it, and faults mostly wait.
// The check and the build are the longest row of steps one after the other, so the tests beside them give way.
const quick = vitestParts.filter((part) => part !== 'worker' && has(part));
const isAlone = quick.length === 0;
const [isBuilt] = await Promise.all([
  checkAndBuild(isAlone ? 'live' : 'buffered'),
  isAlone ||
    step(quick.join(', '), () => vitestStep(quick, ['--maxWorkers=100%', ...rest], { isPatient: true })),
  has('worker') && worker(isAlone && rest.length > 0 ? 'live' : 'buffered'),
  isDefault && program('faults', 'buffered'),
]);
// The sequences, whose clock is moved by hand, take what the journeys leave of the processors, above all while only the last of
// these run. A real Keycloak and the pages in front of it wait for each other half of the time; the rest goes on beside them.
const sequences = isDefault && program('simulation', 'buffered', LAST);
if (isBuilt && has('e2e')) await step('e2e: jornadas no Chromium', () => playwrightStep(rest));
await Promise.all([
  has('keycloak') && keycloak(obstacle),
  isDefault && program('fuzz', 'buffered', PATIENT),
  sequences,
]);
// Alone, so that measurements share the machine with none of our own work.
if (!isDefault) for (const part of programParts.filter(has)) await program(part);
if (has('headers'))
  await step('headers: MDN HTTP Observatory', () => programStep('tests/headers/run.ts', []));

printSummary();
