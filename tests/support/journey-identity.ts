/** The journeys that also run with a real Keycloak in the place of the identity stand-in (`npm run test:keycloak`). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '#dev/project-root.ts';
import type { TestScope } from './test-scope.ts';

/** True in a process whose journeys have the real server. */
export const hasRealKeycloak = process.env['JOURNEY_IDENTITY'] === 'keycloak';

/** What a merge waits for: a first registration, and what may happen to a session. */
const sample = ['free.spec.ts', 'session.spec.ts'];

const folder = join(projectRoot, 'tests/e2e');

/** Whoever comes by the provider's pages takes its steps from journey.ts. */
const signsIn = (file: string): boolean =>
  readFileSync(join(folder, file), 'utf8').includes('#tests/support/journey.ts');

/** Patterns for Playwright's `testMatch`: Keycloak's own pages, and the journeys that sign somebody in. */
export function realKeycloakSpecs(scope: TestScope): string[] {
  const journeys =
    scope === 'full'
      ? readdirSync(folder).filter((file) => file.endsWith('.spec.ts') && signsIn(file))
      : sample;
  return ['keycloak/*.spec.ts', ...journeys.map((file) => `e2e/${file}`)];
}
