/** How much of the large test matrices is run: a sample before a merge, or everything (`npm run test:full`). */
export type TestScope = 'sample' | 'full';

const VARIABLE = 'TEST_SCOPE';

/** The scope of this process; by default the sample. */
export const testScope: TestScope = process.env[VARIABLE] === 'full' ? 'full' : 'sample';

/**
 * How often a failed test is repeated. Rare failures appear on a busy machine, and one of thousands should not hide the
 * other results: each is reported with its reason, and only a few are allowed (test-summary.ts).
 */
export const retries = testScope === 'full' ? 0 : 1;

/** Sets the scope for programs started from now on. */
export function setTestScope(scope: TestScope): void {
  process.env[VARIABLE] = scope;
}
