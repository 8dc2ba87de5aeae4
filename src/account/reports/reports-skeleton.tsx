/** Placeholder of the page while it loads, so that nothing jumps afterwards. */
import { message } from '#domain/messages/reports.ts';
import { useIsSlow } from '#ui/waiting.tsx';

const bar = 'forced-color-adjust-none animate-breathe rounded-sm bg-line';

export function ReportsSkeleton() {
  const isSlow = useIsSlow(true);
  return (
    <div role="status">
      <span className={isSlow ? 'mb-5 block text-ink-soft' : 'sr-only'}>{message('report.loading')}</span>
      <div aria-hidden="true" className="grid gap-6">
        <div className={`h-11 w-52 ${bar}`} />
        <div className={`h-24 w-full ${bar}`} />
        <div className={`h-56 w-full ${bar}`} />
      </div>
    </div>
  );
}
