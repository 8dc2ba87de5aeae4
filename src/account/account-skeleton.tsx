/** Placeholder of the page while it loads, so that nothing jumps afterwards. */
import { message } from '#domain/messages/shared.ts';
import { useIsSlow } from '#ui/waiting.tsx';

const bar = 'forced-color-adjust-none animate-breathe rounded-sm bg-line';

export function AccountSkeleton() {
  const isSlow = useIsSlow(true);
  return (
    <div role="status">
      <span className={isSlow ? 'mb-5 block text-ink-soft' : 'sr-only'}>{message('account.loading')}</span>
      <div aria-hidden="true" className="grid gap-6 lg:grid-cols-2">
        {['plan', 'payment'].map((card) => (
          <div key={card} className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7">
            <div className={`h-5 w-24 ${bar}`} />
            <div className={`h-9 w-44 ${bar}`} />
            <div className={`h-5 w-full ${bar}`} />
            <div className={`h-5 w-2/3 ${bar}`} />
            <div className={`h-11 w-40 ${bar}`} />
          </div>
        ))}
        <div className="grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7 lg:col-span-2">
          <div className={`h-5 w-24 ${bar}`} />
          <div className={`h-5 w-full ${bar}`} />
          <div className={`h-5 w-full ${bar}`} />
        </div>
      </div>
    </div>
  );
}
