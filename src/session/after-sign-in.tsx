/** Loads the part of a page for signed-in customers separately, after the session check. */
import { type ComponentType, lazy, Suspense } from 'react';
import { Checking, Protected } from './protected.tsx';

/**
 * A page that only signed-in customers see. Without JavaScript it keeps saying that it is checking.
 *
 * @param load Loads what is shown, as for `afterSignIn`; it is given the `session`.
 */
export function signedInPage<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Content = afterSignIn(load);
  return (props: Omit<Props, 'session'>) => (
    <Suspense fallback={<Checking />}>
      <Protected>{(session) => <Content {...({ ...props, session } as unknown as Props)} />}</Protected>
    </Suspense>
  );
}

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
