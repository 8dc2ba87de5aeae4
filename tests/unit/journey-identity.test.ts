import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { keycloakSources } from '#tests/support/journey-identity.ts';

test('every file whose change runs all journeys with Keycloak exists', () => {
  expect(keycloakSources.filter((path) => !existsSync(join(projectRoot, path)))).toEqual([]);
});
