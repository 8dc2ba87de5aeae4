/** The account page after the sign-in: loading, failure, or the account. */

import { OwnDataSection } from '#account/own-data/own-data-section.tsx';
import { useOwnData } from '#account/own-data/use-own-data.ts';
import { message } from '#domain/messages/shared.ts';
import { Loaded } from '#form/loaded.tsx';
import { isSessionExpired } from '#session/expired.ts';
import { withQueries } from '#session/queries.tsx';
import type { AuthenticatedSession } from '#session/session.ts';
import { useKnownMember } from '#session/use-known-member.ts';
import { Button } from '#ui/button.tsx';
import { AccountDetails } from './account-details.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';
import { Membership } from './membership.tsx';
import { NoEnvironment } from './no-environment.tsx';
import { SignedIn } from './signed-in.tsx';
import { useAccount } from './use-account.ts';

interface AccountBoardProps {
  readonly session: AuthenticatedSession;
  readonly environmentKept: string;
}

export const AccountBoard = withQueries(function Board({ session, environmentKept }: AccountBoardProps) {
  const account = useAccount();
  const ownData = useOwnData();
  useKnownMember(account.data && 'papel' in account.data);
  return (
    <div className="grid gap-8">
      <SignedIn session={session} />
      <Loaded
        read={account}
        loading={<AccountSkeleton />}
        failed={message('account.failed-title')}
        ways={
          <Button href="/suporte" variant="quiet">
            Falar com o suporte
          </Button>
        }
      >
        {(view) =>
          'ambiente' in view ? (
            <NoEnvironment order={view} />
          ) : 'papel' in view ? (
            <Membership view={view} />
          ) : (
            <AccountDetails
              account={view}
              environmentKept={environmentKept}
              deletion={ownData.data?.exclusao}
              isReloading={account.isFetching}
              onReload={() => void account.refetch()}
            />
          )
        }
      </Loaded>
      {account.isPending || isSessionExpired(account.error) ? null : (
        <OwnDataSection environmentKept={environmentKept} />
      )}
    </div>
  );
});
