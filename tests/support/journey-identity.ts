/** Journeys that also run with a real Keycloak instead of the identity stand-in (`npm run test:keycloak`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#dev/project-root.ts';
import { changedLately } from './lately-changed.ts';
import type { TestScope } from './test-scope.ts';

/** True in a process whose journeys use the real server. */
export const hasRealKeycloak = process.env['JOURNEY_IDENTITY'] === 'keycloak';

/** True where only the journeys with `KEYCLOAK_TAG` run. */
export const isFewJourneys = process.env['KEYCLOAK_JOURNEYS'] === 'few';
/** The variable for a process with few of them. */
export const fewJourneys = { KEYCLOAK_JOURNEYS: 'few' };
/** Marks the journeys that use the real server in every run: a registration, a session that ends, a sign-out. */
export const KEYCLOAK_TAG = '@keycloak';

/** What the journeys with a real Keycloak prove, and what they are made of. */
export const keycloakSources = [
  'deploy/keycloak',
  'src/session',
  'src/domain/api-schemas/sign-in.ts',
  'functions/vendors/identity.ts',
  'functions/vendors/keycloak',
  'dev/keycloak.ts',
  'tests/keycloak',
  'package-lock.json',
  'tests/e2e/free.spec.ts',
  'tests/e2e/proof.spec.ts',
  'tests/e2e/session.spec.ts',
  'tests/run.ts',
  'playwright.config.ts',
  ...[
    'journey.ts',
    'journey-identity.ts',
    'identity-controls.ts',
    'identity-forms.ts',
    'mail-sink.ts',
    'real-keycloak.ts',
    'stack.ts',
  ].map((file) => `tests/support/${file}`),
] as const;

/** Days for which a change keeps all of these journeys running: longer than work waits to be merged. */
const DAYS = 14;

/** Why all journeys run with the real server; `null` when few are enough. */
export function reasonForAllJourneys(): string | null {
  const changed = changedLately(projectRoot, keycloakSources, DAYS);
  if (changed === null) return `o histórico do git tem menos de ${DAYS} dias`;
  const [first] = changed;
  return first === undefined ? null : `${first} mudou nos últimos ${DAYS} dias`;
}

/** Journeys of the sample: a first registration, the proof of its e-mail, and session changes. */
const sample = ['free.spec.ts', 'proof.spec.ts', 'session.spec.ts'];

const folder = join(projectRoot, 'tests/e2e');

/** Journeys on the provider's pages use the steps of journey.ts. */
const signsIn = (file: string): boolean =>
  readFileSync(join(folder, file), 'utf8').includes('#tests/support/journey.ts');

/** Patterns for Playwright's `testMatch`: Keycloak's own pages, and the journeys with a sign-in. */
export function realKeycloakSpecs(scope: TestScope): string[] {
  const journeys =
    scope === 'full'
      ? readdirSync(folder).filter((file) => file.endsWith('.spec.ts') && signsIn(file))
      : sample;
  return ['keycloak/*.spec.ts', ...journeys.map((file) => `e2e/${file}`)];
}
