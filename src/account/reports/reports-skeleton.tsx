/** Placeholder of the reports page while it loads. */
import { Bar, Skeleton } from '#account/skeleton.tsx';
import { message } from '#domain/messages/reports.ts';

export const ReportsSkeleton = () => (
  <Skeleton loading={message('report.loading')} className="">
    <Bar className="h-11 w-52" />
    <Bar className="h-24 w-full" />
    <Bar className="h-56 w-full" />
  </Skeleton>
);
