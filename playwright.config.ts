/**
 * Journeys in Chromium. Each test worker brings up a whole stack of its own (tests/support/stack.ts) with the pages of one
 * build; `--workers=1` for a machine with little memory.
 */
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findHeadlessShell, findSystemChromium } from './dev/chromium.mjs';
import {
  hasRealKeycloak,
  isFewJourneys,
  KEYCLOAK_TAG,
  realKeycloakSpecs,
} from './tests/support/journey-identity.ts';
import { JOURNEY_WORKERS, testOutputDir } from './tests/support/journey-port.ts';
import { retries, testScope } from './tests/support/test-scope.ts';

const executablePath = findHeadlessShell() ?? findSystemChromium();

const ownStack = 'e2e/{hosted,challenge,documents,secrets}.spec.ts';
/** Long walks through the built files. */
const noStack = 'e2e/{docs-axe,docs-next-build,docs-no-script,docs-print,gallery-axe}.spec.ts';

export default defineConfig({
  testDir: 'tests',
  testMatch: hasRealKeycloak ? realKeycloakSpecs(testScope) : 'e2e/**/*.spec.ts',
  // The longest first, so that no worker is left alone with one at the end.
  ...(!hasRealKeycloak && {
    projects: [
      { name: 'own stack', testMatch: ownStack },
      { name: 'no stack', testMatch: noStack },
      { name: 'journeys', testIgnore: [ownStack, noStack] },
    ],
  }),
  fullyParallel: true,
  // Node reads these as they are. Compiled by Playwright they load two and a half times as long, before the first test and in each worker.
  build: { external: ['**/*.ts'] },
  // These depend on the browser or on our links, not on the provider, so only the full test runs them with it.
  ...(hasRealKeycloak &&
    testScope === 'sample' && {
      grepInvert: /provider down|third-party cookies|free button leads/,
    }),
  ...(hasRealKeycloak && isFewJourneys && { grep: new RegExp(KEYCLOAK_TAG) }),
  outputDir: join(testOutputDir, 'journeys'),
  globalSetup: ['./tests/support/build-once.ts', './tests/support/prepare-database.ts'],
  // A real Keycloak needs both cores.
  workers: hasRealKeycloak ? 1 : JOURNEY_WORKERS,
  retries,
  forbidOnly: Boolean(process.env['CI']),
  // Many times what a journey needs, for a busy machine.
  timeout: 240_000,
  expect: { timeout: 40_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // A trace costs as much as the journeys themselves: use `--trace retain-on-failure` to look for a fault.
    trace: 'off',
    // A missing control is reported by itself, not by the time limit of the whole test.
    actionTimeout: 60_000,
    launchOptions: {
      // Without a system browser Playwright uses the one it downloaded.
      ...(executablePath && { executablePath }),
      // No graphics card here: a process of its own for drawing costs 7 % of the time and gains nothing.
      args: ['--in-process-gpu'],
    },
  },
});
