/** The account page after the sign-in: loading, failure, or the account. */
import { OwnDataSection } from '#account/privacy/own-data-section.tsx';
import { useOwnData } from '#account/privacy/use-own-data.ts';
import type { AccountAnswer } from '#domain/api-schemas/account.ts';
import { message } from '#domain/messages/shared.ts';
import { Loaded } from '#form/loaded.tsx';
import { useNowRead } from '#form/now/use-now-read.ts';
import { isSessionExpired } from '#session/expired.ts';
import { withQueries } from '#session/queries.tsx';
import type { AuthenticatedSession } from '#session/session.ts';
import { useKnownMember } from '#session/use-known-member.ts';
import { AccountDetails } from './account-details.tsx';
import { Membership } from './membership.tsx';
import { NoEnvironment } from './no-environment.tsx';
import { NowSection } from './now/now-section.tsx';
import { SignedIn } from './signed-in.tsx';
import { Bar, Skeleton } from './skeleton.tsx';
import { useAccount } from './use-account.ts';

interface AccountBoardProps {
  readonly session: AuthenticatedSession;
  readonly environmentKept: string;
}

export const AccountBoard = withQueries(function Board({ session, environmentKept }: AccountBoardProps) {
  const account = useAccount();
  const ownData = useOwnData();
  useKnownMember(account.data && 'role' in account.data);
  const now = useNowRead(account.data !== undefined && seesNow(account.data));
  return (
    <div className="grid gap-8">
      <SignedIn session={session} />
      <Loaded read={account} loading={<AccountSkeleton />} failed={message('account.failed-title')}>
        {(view) => (
          <>
            {seesNow(view) ? <NowSection read={now} /> : null}
            {now.isLoading ? (
              // What follows would move when the monitors come.
              <div className="min-h-svh" />
            ) : 'environment' in view ? (
              <NoEnvironment order={view} />
            ) : 'role' in view ? (
              <Membership view={view} />
            ) : (
              <AccountDetails
                account={view}
                environmentKept={environmentKept}
                deletion={ownData.data?.deletion}
                isReloading={account.isFetching}
                onReload={() => void account.refetch()}
              />
            )}
          </>
        )}
      </Loaded>
      {account.isPending || now.isLoading || isSessionExpired(account.error) ? null : (
        <OwnDataSection environmentKept={environmentKept} />
      )}
    </div>
  );
});

/** Owner and members see how the monitors stand, but while an access is paused, and after the end. */
const seesNow = (view: AccountAnswer): boolean =>
  !('environment' in view) && view.state !== 'ended' && !('isPaused' in view && view.isPaused === true);

const box = 'grid gap-5 rounded-xl border border-line bg-surface p-5 sm:p-7';

/** Placeholder of the account page while it loads. */
const AccountSkeleton = () => (
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
