/**
 * The customer's reports: a month in figures, by day and by monitor, on screen, on paper and as a table file.
 *
 * Without JavaScript the page says that it needs it. The link at the end of a report's mail opens the same page with a
 * code in the fragment: that part works without signing in.
 */
import { useEffect, useState } from 'react';
import { Protected } from '#features/session/protected.tsx';
import { Queries } from '#features/session/queries.tsx';
import { EndMail } from './end-mail.tsx';
import { ReportsBoard } from './reports-board.tsx';
import { ReportsSkeleton } from './reports-skeleton.tsx';
import './reports.css';

interface ReportsProps {
  /** For how long the days are kept, in words; from content/legal/retention.json. */
  readonly reportsKept: string;
}

export function Reports({ reportsKept }: ReportsProps) {
  const [link, setLink] = useState<string | null>();
  useEffect(() => setLink(/^#sair=(.*)$/.exec(window.location.hash)?.[1] ?? null), []);
  if (link === undefined) return <ReportsSkeleton />;
  return (
    <Queries>
      {link === null ? (
        <Protected>{() => <ReportsBoard reportsKept={reportsKept} />}</Protected>
      ) : (
        <EndMail link={link} />
      )}
    </Queries>
  );
}
