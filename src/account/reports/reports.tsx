/**
 * The customer's reports: a month in figures, by day and by monitor, on screen, on paper and as CSV.
 *
 * Without JavaScript the page says that it needs it. The unsubscribe link of the mail opens the same page with a code
 * in the fragment, and works without a sign-in.
 */
import { lazy, Suspense, useEffect, useState } from 'react';
import { afterSignIn } from '#session/after-sign-in.tsx';
import { Protected } from '#session/protected.tsx';
import { Queries } from '#session/queries.tsx';
import { ReportsSkeleton } from './reports-skeleton.tsx';
import './reports.css';

const ReportsBoard = afterSignIn(async () => (await import('./reports-board.tsx')).ReportsBoard);
const EndMail = lazy(async () => ({ default: (await import('./end-mail.tsx')).EndMail }));

interface ReportsProps {
  /** How long the days are kept, in words (content/legal/retention.json). */
  readonly reportsKept: string;
}

export function Reports({ reportsKept }: ReportsProps) {
  const [link, setLink] = useState<string | null>();
  useEffect(() => setLink(/^#sair=(.*)$/.exec(window.location.hash)?.[1] ?? null), []);
  if (link === undefined) return <ReportsSkeleton />;
  return (
    <Queries>
      <Suspense fallback={<ReportsSkeleton />}>
        {link === null ? (
          <Protected>{() => <ReportsBoard reportsKept={reportsKept} />}</Protected>
        ) : (
          <EndMail link={link} />
        )}
      </Suspense>
    </Queries>
  );
}
