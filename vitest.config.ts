/**
 * One project per kind of test; `npm test -- unit` runs one, `npx vitest --project unit` watches it.
 */
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import siteJson from './content/site.json' with { type: 'json' };
import { workerVariables } from './dev/local-values.ts';
import { stackAddresses } from './dev/ports.ts';
import { readPublicConfig, settingsOf } from './src/lib/public-config.ts';
import { retries, testScope } from './tests/support/test-scope.ts';

/** Finds a test that hangs. Tests give way to the build beside them, so a busy machine may take long for milliseconds. */
const TIMEOUT_MS = 60_000;

export default defineConfig({
  // As astro.config.mjs does for the pages.
  define: { VIGIA_SETTINGS: JSON.stringify(settingsOf(readPublicConfig({}, siteJson))) },
  test: {
    // tests/run.ts checks that tests were found.
    passWithNoTests: true,
    testTimeout: TIMEOUT_MS,
    retry: retries,
    // Usually milliseconds; longer on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: TIMEOUT_MS,
    projects: [
      node('unit'),
      node('vendors'),
      node('content', { globalSetup: ['tests/support/build-once.ts'] }),
      node('chart', { globalSetup: ['tests/chart/setup.ts'] }),
      node('environment', { globalSetup: ['tests/chart/setup.ts'] }),
      // Takes a minute to start and needs Java: only with `npm run test:keycloak`.
      ...(process.env['IDENTITY_TARGET'] === 'keycloak' ? [realKeycloak()] : []),
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'islands',
          environment: 'jsdom',
          // Making a thread and its jsdom for each file takes as long as the tests.
          pool: 'vmThreads',
          include: ['tests/islands/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/islands-setup.ts'],
          unstubGlobals: true,
        },
      },
      {
        extends: true,
        plugins: [
          cloudflareTest(async ({ inject }) => ({
            main: './functions/worker.ts',
            wrangler: { configPath: './wrangler.jsonc' },
            miniflare: {
              bindings: {
                ...workerVariables(stackAddresses(inject('stackPort'))),
                LOG_LEVEL: 'silent',
                // Looks of its own would take the faults that tests set; tests/worker/availability.test.ts sets both.
                AVAILABILITY_TENANT: '',
                SIGN_IN_URL: '',
                TEST_MIGRATIONS: await readD1Migrations('functions/migrations'),
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          provide: { fleetSize: testScope === 'full' ? 2000 : 100 },
          // One file after the other, because they share the stand-ins and their faults.
          fileParallelism: false,
          // One runtime, because starting one for each file takes half as long as the tests; tests/worker/setup.ts empties it.
          isolate: false,
          include: ['tests/worker/**/*.test.ts'],
          globalSetup: ['tests/support/worker-services.ts'],
          setupFiles: ['tests/worker/setup.ts'],
        },
      },
    ],
  },
});

/** The identity contract against a real Keycloak; one file after the other, because they share it. */
function realKeycloak() {
  return node('keycloak', {
    globalSetup: ['tests/keycloak/setup.ts'],
    fileParallelism: false,
  });
}

/** A project in Node. Its files share one process, because loading takes longer than the tests and leaves no state. */
function node(name: string, options: TestUserConfig = {}) {
  return {
    extends: true as const,
    test: {
      name,
      environment: 'node',
      isolate: false,
      include: [`tests/${name}/**/*.test.ts`],
      ...options,
    },
  };
}
