/**
 * `npm test`: everything, or the parts named (`npm test -- unit contract`), and one line that sums it up.
 *
 * Parts: check (types and lint), unit, contract, chart (what an operator applies; needs Go for Helm), islands, worker, content (the
 * built pages), e2e (journeys), keycloak (identity with a real Keycloak; needs Java).
 * The last line is always `N passed, N failed`; a step that breaks counts as one failure.
 */
import { ensureKeycloak, keycloakObstacle } from '#dev/keycloak.ts';
import { ensureBuiltSite } from './support/built-site.ts';
import { checkStep, playwrightStep, type StepResult, vitestStep } from './support/test-steps.ts';

const vitestParts = ['unit', 'contract', 'chart', 'islands', 'worker'] as const;
const allParts = ['check', ...vitestParts, 'content', 'e2e', 'keycloak'] as const;
type Part = (typeof allParts)[number];

const isPart = (word: string): word is Part => allParts.some((part) => part === word);

/** Parts and what is handed on to the runner (`-t nome`, `--headed`), which is for one part only. */
function readArguments(): { parts: readonly Part[]; rest: readonly string[] } {
  const words = process.argv.slice(2);
  const firstOther = words.findIndex((word) => !isPart(word));
  const named = (firstOther === -1 ? words : words.slice(0, firstOther)).filter(isPart);
  const rest = firstOther === -1 ? [] : words.slice(firstOther);
  if (rest.length > 0 && named.length !== 1) {
    console.error(
      `Partes: ${allParts.join(', ')}. Opções do executor só valem para uma parte: npm test -- unit -t nome`,
    );
    process.exit(1);
  }
  return { parts: named.length > 0 ? named : allParts, rest };
}

async function buildStep(): Promise<StepResult> {
  try {
    await ensureBuiltSite();
    return { passed: 0, failed: 0, skipped: 0 };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const { parts, rest } = readArguments();
const has = (part: Part): boolean => parts.includes(part);
const total = { passed: 0, failed: 0, skipped: 0 };

async function step(title: string, run: () => StepResult | Promise<StepResult>): Promise<boolean> {
  const started = performance.now();
  console.log(`\n── ${title}`);
  const result = await run();
  total.passed += result.passed;
  total.failed += result.failed;
  total.skipped += result.skipped;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`── ${title}: ${result.failed === 0 ? 'ok' : `${result.failed} com falha`} (${seconds} s)`);
  return result.failed === 0;
}

if (has('check')) await step('check: tipos e regras de estilo', () => checkStep());
const fast = vitestParts.filter(has);
if (fast.length > 0) await step(fast.join(', '), () => vitestStep(fast, rest));
if (has('content') || has('e2e')) {
  const isBuilt = await step('construção do site', buildStep);
  if (!isBuilt) console.log('Sem as páginas, content e e2e não rodam.');
  if (isBuilt && has('content'))
    await step('content: páginas construídas', () => vitestStep(['content'], rest));
  if (isBuilt && has('e2e')) await step('e2e: jornadas no Chromium', () => playwrightStep(rest));
}

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
      playwrightStep(rest, { JOURNEY_IDENTITY: 'keycloak' }),
    );
  } else {
    console.log(`\n${obstacle} Os testes com o Keycloak de verdade não rodaram.`);
    total.skipped += 1;
  }
}

if (total.skipped > 0) console.log(`\n${total.skipped} skipped`);
process.exitCode = total.failed === 0 ? 0 : 1;
console.log(`\n${total.passed} passed, ${total.failed} failed`);
