/**
 * One project per kind of test; `npm test -- unit` runs one, `npx vitest --project unit` watches it.
 */
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type TestUserConfig } from 'vitest/config';
import { workerVariables } from './dev/local-values.ts';
import { stackAddresses } from './dev/ports.ts';
import { retries } from './tests/support/test-scope.ts';

/** Rules and stand-ins answer in milliseconds; what takes longer hangs. */
const TIMEOUT_MS = 15_000;

export default defineConfig({
  test: {
    // "No tests" is judged by tests/run.ts, which knows which parts were asked for.
    passWithNoTests: true,
    testTimeout: TIMEOUT_MS,
    retry: retries,
    // What is waited for comes in milliseconds, but not on a machine that does three other things.
    expect: { poll: { timeout: 10_000 } },
    hookTimeout: 60_000,
    projects: [
      node('unit'),
      node('contract'),
      node('content', { globalSetup: ['tests/support/build-once.ts'] }),
      node('chart', { globalSetup: ['tests/chart/setup.ts'] }),
      // A minute to start and in need of Java: only when asked for by name (npm run test:keycloak).
      ...(process.env['IDENTITY_TARGET'] === 'keycloak' ? [realKeycloak()] : []),
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'islands',
          environment: 'jsdom',
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
                TEST_MIGRATIONS: await readD1Migrations('functions/migrations'),
              },
            },
          })),
        ],
        test: {
          name: 'worker',
          // One file after the other: they share the stand-ins, and a fault set by one would trip another.
          fileParallelism: false,
          // A runtime for each costs half as much as the tests; tests/worker/setup.ts empties what it holds.
          isolate: false,
          include: ['tests/worker/**/*.test.ts'],
          globalSetup: ['tests/support/worker-services.ts'],
          setupFiles: ['tests/worker/setup.ts'],
        },
      },
    ],
  },
});

/** The identity contract against the real server, one file after the other: they share it. */
function realKeycloak() {
  return node('keycloak', {
    globalSetup: ['tests/keycloak/setup.ts'],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  });
}

/** A project in Node. Its files leave nothing behind in the process: what they load takes longer than what they do. */
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
