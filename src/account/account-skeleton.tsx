/** Placeholder of the account page while it loads. */
import { message } from '#domain/messages/shared.ts';
import { Bar, Skeleton } from './skeleton.tsx';

const box = 'grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7';

export const AccountSkeleton = () => (
  <Skeleton loading={message('account.loading')} className="lg:grid-cols-2">
    {['plan', 'payment'].map((card) => (
      <div key={card} className={box}>
        {['h-5 w-24', 'h-9 w-44', 'h-5 w-full', 'h-5 w-2/3', 'h-11 w-40'].map((size) => (
          <Bar key={size} className={size} />
        ))}
      </div>
    ))}
    <div className={`${box} lg:col-span-2`}>
      <Bar className="h-5 w-24" />
      <Bar className="h-5 w-full" />
      <Bar className="h-5 w-full" />
    </div>
  </Skeleton>
);
