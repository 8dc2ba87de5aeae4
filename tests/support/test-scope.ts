/** How much of what is endless is looked at: a sample that a merge waits for, or the whole (`npm run test:full`). */
export type TestScope = 'sample' | 'full';

const VARIABLE = 'TEST_SCOPE';

/** What the tests of this process are asked for; a sample unless told otherwise. */
export const testScope: TestScope = process.env[VARIABLE] === 'full' ? 'full' : 'sample';

/**
 * How often a test that failed is tried once more. What is rare shows on a loaded machine, and one of thousands should not
 * hide what the others say: it is named with its reason, and few of them are let pass (test-summary.ts).
 */
export const retries = testScope === 'full' ? 0 : 1;

/** Asks the programs started from now on for this scope. */
export function setTestScope(scope: TestScope): void {
  process.env[VARIABLE] = scope;
}
