/** How much of what is endless is looked at: a sample that a merge waits for, or the whole (`npm run test:full`). */
export type TestScope = 'sample' | 'full';

const VARIABLE = 'TEST_SCOPE';

/** What the tests of this process are asked for; a sample unless told otherwise. */
export const testScope: TestScope = process.env[VARIABLE] === 'full' ? 'full' : 'sample';

/** Environment that asks the tests of another process for this scope. */
export const scopeEnvironment = (scope: TestScope): Readonly<Record<string, string>> => ({
  [VARIABLE]: scope,
});
