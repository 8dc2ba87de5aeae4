/**
 * `npm test`: everything, or the parts named (`npm test -- unit contract`), with samples of what is endless; then where
 * the time went and one line that sums it up. `--full` (`npm run test:full`) leaves nothing to a sample.
 *
 * Parts: check (types and lint), unit, contract, chart (what an operator applies), islands, worker,
 * content (the built pages), e2e (journeys), faults (sign-ups on a bad day), fuzz (bad input), bench (what a call to the API
 * costs, as shares), keycloak (identity with a real Keycloak; needs Java). Only by name or in full: headers (MDN HTTP
 * Observatory; needs openssl and the npm registry).
 * The last line is always `N passed, N failed`; a step that breaks counts as one failure.
 */
import { ensureKeycloak, keycloakObstacle } from '#dev/keycloak.ts';
import { ensureBuiltSite } from './support/built-site.ts';
import { journeyPort } from './support/journey-port.ts';
import { WORKER_TESTS_PORT } from './support/test-ports.ts';
import { scopeEnvironment } from './support/test-scope.ts';
import {
  checkStep,
  type Output,
  playwrightStep,
  programStep,
  type StepResult,
  together,
  vitestStep,
} from './support/test-steps.ts';
import { printSummary, step } from './support/test-summary.ts';

const vitestParts = ['unit', 'contract', 'chart', 'islands', 'worker'] as const;
/** Programs of their own that judge by their exit code; each takes `--port`, and `--sample` for two minutes of it. */
const programs = {
  faults: { title: 'faults: cadastros em um dia ruim', script: 'tests/faults/run.ts' },
  fuzz: { title: 'fuzz: entradas ruins em todas as rotas', script: 'tests/fuzz/run.ts' },
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
const scope = scopeEnvironment(isFull ? 'full' : 'sample');

/** The pages are built while tests that do not need them run. */
let build: Promise<StepResult> | null = null;

function startBuild(): Promise<StepResult> {
  build ??= ensureBuiltSite().then(
    () => ({ passed: 0, failed: 0, skipped: 0 }),
    (error) => {
      console.error(error instanceof Error ? error.message : error);
      return { passed: 0, failed: 1, skipped: 0 };
    },
  );
  return build;
}

if (has('check')) await step('check: tipos e regras de estilo', checkStep);
const needsPages = has('content') || has('e2e');
// After the types: both write what Astro derives from content.
if (needsPages) startBuild();
const fast = vitestParts.filter(has);
if (fast.length > 0)
  await step(fast.join(', '), async () => {
    if (fast.length === 1) return vitestStep(fast, rest);
    // In workerd one file follows the other and mostly waits: two halves of them, beside everything else.
    const halves = has('worker')
      ? [0, 1].map((half) =>
          vitestStep(
            ['worker'],
            [`--shard=${half + 1}/2`],
            { WORKER_PORT: String(WORKER_TESTS_PORT + 30 * half) },
            'held',
          ),
        )
      : [];
    const others = vitestStep(
      fast.filter((part) => part !== 'worker'),
      rest,
    );
    return together(await Promise.all([others, ...halves]));
  });
if (needsPages) {
  const isBuilt = await step('construção do site, o que faltava', startBuild);
  if (!isBuilt) console.log('Sem as páginas, content e e2e não rodam.');
  if (isBuilt && has('content'))
    await step('content: páginas construídas', () => vitestStep(['content'], rest));
  if (isBuilt && has('e2e')) await step('e2e: jornadas no Chromium', () => playwrightStep(rest, scope));
}
/** Each program has a stack of its own, away from those of the journeys. */
function runProgram(part: ProgramPart, output?: Output): Promise<StepResult> {
  const port = journeyPort(3 + programParts.indexOf(part));
  const options = ['--port', String(port), ...(isFull ? [] : ['--sample']), ...rest];
  return programStep(programs[part].script, options, output);
}

// Samples of what is injected mostly wait: in the default run they go beside the real Keycloak, which waits, too.
const beside = parts === null && !isFull ? (['faults', 'fuzz'] as const) : [];
const started = beside.map((part) => ({ part, result: runProgram(part, 'held') }));

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

if (has('keycloak')) {
  const obstacle = await obstacleToKeycloak();
  if (obstacle === null) {
    await step('keycloak: o contrato da identidade com o Keycloak de verdade', () =>
      vitestStep(['keycloak'], [], { IDENTITY_TARGET: 'keycloak' }),
    );
    await step('keycloak: jornadas com o Keycloak de verdade', () =>
      playwrightStep(rest, { JOURNEY_IDENTITY: 'keycloak', ...scope }),
    );
  } else {
    await step('keycloak', async () => {
      console.log(`${obstacle} Os testes com o Keycloak de verdade não rodaram.`);
      return { passed: 0, failed: 0, skipped: 1 };
    });
  }
}
for (const { part, result } of started) await step(programs[part].title, () => result);
// Alone: what is measured shares the machine with nothing of ours.
for (const part of programParts.filter(has)) {
  if (!started.some((each) => each.part === part)) await step(programs[part].title, () => runProgram(part));
}
if (has('headers'))
  await step('headers: MDN HTTP Observatory', () => programStep('tests/headers/run.ts', []));

printSummary();
