import { ensureBuiltSite } from './built-site.ts';

/** Vitest's global setup of the content project. */
export default async function setup(): Promise<void> {
  await ensureBuiltSite();
}
