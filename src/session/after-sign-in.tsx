/** Loads the part of a page for signed-in customers separately, after the session check. */
import { type ComponentType, lazy } from 'react';
import { Checking } from './protected.tsx';

/**
 * A component whose code loads at once when the visitor is probably signed in, otherwise only after sign-in: a visitor who
 * is sent to the sign-in page does not need it. Place a <Suspense> around <Protected>. If the code cannot be loaded, the
 * page offers to try again.
 */
export function afterSignIn<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  if (isProbablySignedIn()) void load().catch(() => {});
  return lazy(() => load().then(asModule, () => asModule<Props>(Checking)));
}

const asModule = <Props extends object>(component: ComponentType<Props>) => ({ default: component });

/** Known from an earlier visit (layouts/theme-script.ts), or just back from the sign-in page. */
const isProbablySignedIn = (): boolean =>
  typeof document !== 'undefined' &&
  (document.documentElement.dataset['account'] !== undefined || location.hash.includes('state='));
