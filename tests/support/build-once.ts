import { ensureBuiltSite } from './built-site.ts';

/** Global setup for tests that use the built pages: Vitest's content project and the journeys. */
export default async function setup(): Promise<void> {
  await ensureBuiltSite();
}
