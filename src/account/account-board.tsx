/**
 * `/conta` after the sign-in: what needs its owner, what is so now, then the plan in a few lines; for others why there is
 * nothing.
 */
import { useOwnData } from '#account/privacy/use-own-data.ts';
import type { AccountAnswer, AccountResponse } from '#domain/api-schemas/account.ts';
import { message } from '#domain/messages/shared.ts';
import { FirstMonitorForm } from '#form/first-monitor.tsx';
import { Loaded } from '#form/loaded.tsx';
import { useNowRead } from '#form/now/use-now-read.ts';
import { catalog } from '#lib/catalog.ts';
import { useLimits } from '#lib/use-limits.ts';
import { withQueries } from '#session/queries.tsx';
import { useKnownMember } from '#session/use-known-member.ts';
import { FirstSteps } from '#ui/first-steps.tsx';
import { isRunning } from './account-words.ts';
import { EnvironmentSection } from './environment-section.tsx';
import { LimitsSection } from './limits/limits-section.tsx';
import { Membership } from './membership.tsx';
import { NoEnvironment } from './no-environment.tsx';
import { NowSection } from './now/now-section.tsx';
import { OnboardingNotice } from './onboarding-notice.tsx';
import { Bar, box, Skeleton } from './skeleton.tsx';
import { SleepNotice } from './sleep/sleep-notice.tsx';
import { type SleepRead, useSleep } from './sleep/use-sleep.ts';
import { StateNotice } from './state-notice.tsx';
import { useAccount } from './use-account.ts';

interface AccountBoardProps {
  readonly environmentKept: string;
  /** Our WhatsApp, as a link. */
  readonly whatsapp: string;
}

export const AccountBoard = withQueries(function Board({ environmentKept, whatsapp }: AccountBoardProps) {
  const account = useAccount();
  const ownData = useOwnData();
  useKnownMember(account.data && 'role' in account.data);
  const { data } = account;
  const sleep = useSleep(data);
  const showsNow = data !== undefined && !('environment' in data) && seesNow(data) && !sleep.isWaking;
  const now = useNowRead(showsNow);
  return (
    <Loaded read={account} loading={<AccountSkeleton />} failed={message('account.failed-title')}>
      {(view) =>
        'environment' in view ? (
          <NoEnvironment order={view} />
        ) : !('role' in view) && ownData.isLoading ? (
          // A deletion that was asked for is said first.
          <AccountSkeleton />
        ) : (
          <div className="grid gap-6">
            <div className="grid gap-6 empty:hidden">
              {'role' in view ? null : (
                <StateNotice
                  account={view}
                  environmentKept={environmentKept}
                  deletion={ownData.data?.deletion}
                />
              )}
              <SleepNotice read={sleep} url={view.url} />
            </div>
            {showsNow ? (
              <NowSection
                read={now}
                first={'role' in view || !isRunning(view) ? undefined : <FirstMonitor account={view} />}
              />
            ) : null}
            {now.isLoading ? (
              // What follows would move when the monitors come.
              <div className="min-h-svh" />
            ) : 'role' in view ? (
              <Membership view={view} />
            ) : (
              <Owners
                account={view}
                whatsapp={whatsapp}
                isLeaving={ownData.data?.deletion !== undefined}
                sleep={sleep}
              />
            )}
          </div>
        )
      }
    </Loaded>
  );
});

/** Owner and members see how the monitors stand, but while an access is paused, and after the end. */
const seesNow = (view: Exclude<AccountAnswer, { environment: unknown }>): boolean =>
  view.state !== 'ended' && !('isPaused' in view && view.isPaused === true);

/** What to watch first; the steps where that cannot be asked. */
const FirstMonitor = ({ account: { plan } }: { readonly account: AccountResponse }) => (
  <FirstMonitorForm
    id="primeiro-monitor-titulo"
    level="h3"
    otherwise={
      <div className="grid gap-4 border-t border-line pt-5">
        <h3 className="text-lg">{message('first-alert.title')}</h3>
        <FirstSteps heartbeatSeconds={catalog.plan(plan).limits.heartbeatSeconds} />
      </div>
    }
  />
);

interface OwnersProps extends Pick<AccountBoardProps, 'whatsapp'> {
  readonly account: AccountResponse;
  /** True when the deletion of the account was asked for. */
  readonly isLeaving: boolean;
  readonly sleep: SleepRead;
}

function Owners({ account, whatsapp, isLeaving, sleep }: OwnersProps) {
  const limits = useLimits(isRunning(account) && !sleep.isWaking);
  return (
    <div className="grid gap-6">
      <OnboardingNotice account={account} whatsapp={whatsapp} />
      <EnvironmentSection account={account} limits={limits} isWaking={sleep.isWaking} />
      {limits.isLoading ? (
        // The part above grows with the answer; the footer would move under the reader.
        <div className="min-h-svh" />
      ) : (
        <LimitsSection account={account} limits={limits} isLeaving={isLeaving} />
      )}
    </div>
  );
}

/** Placeholder while it loads. */
const AccountSkeleton = () => (
  <Skeleton loading={message('account.loading')} className="">
    {['now', 'plan'].map((card) => (
      <div key={card} className={box}>
        {['h-5 w-24', 'h-9 w-44', 'h-5 w-full', 'h-5 w-2/3'].map((size) => (
          <Bar key={size} className={size} />
        ))}
      </div>
    ))}
  </Skeleton>
);
