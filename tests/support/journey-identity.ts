/** Journeys that also run with a real Keycloak instead of the identity stand-in (`npm run test:keycloak`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#dev/project-root.ts';
import type { TestScope } from './test-scope.ts';

/** True in a process whose journeys use the real server. */
export const hasRealKeycloak = process.env['JOURNEY_IDENTITY'] === 'keycloak';

/** Journeys of the sample: a first registration, and session changes. */
const sample = ['free.spec.ts', 'session.spec.ts'];

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
