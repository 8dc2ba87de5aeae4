/**
 * Remembers across a sign-in or reload of this page that the session had ended, so that the page can say afterwards what
 * happened to what was typed.
 */
import * as z from 'zod/mini';
import { tab } from '#lib/storage.ts';

/** `sign-in`: the customer signed in again. `reload`: the server refused twice, and the page was reloaded. */
type SessionEnd = 'sign-in' | 'reload';

const Mark = z.object({ path: z.string(), end: z.enum(['sign-in', 'reload']) });

/** Call before leaving the page. */
export function markSessionEnded(end: SessionEnd): void {
  tab.writeJson('sessionEnded', { path: window.location.pathname, end } satisfies z.output<typeof Mark>);
}

/** Call when the page was not left after all. */
export function forgetSessionEnded(): void {
  tab.forget('sessionEnded');
}

/** How the session ended; not `null` once, on the page that set the mark. */
export function takeSessionEnded(): SessionEnd | null {
  const mark = Mark.safeParse(tab.readJson('sessionEnded'));
  forgetSessionEnded();
  return mark.success && mark.data.path === window.location.pathname ? mark.data.end : null;
}
