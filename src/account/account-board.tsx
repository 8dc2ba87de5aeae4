/** The account page after the sign-in: loading, failure, or the account. */

import { OwnDataSection } from '#account/own-data/own-data-section.tsx';
import { useOwnData } from '#account/own-data/use-own-data.ts';
import { message } from '#domain/messages/shared.ts';
import { describeFailure } from '#form/failure.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { currentPath } from '#lib/navigate.ts';
import { isSessionExpired } from '#session/expired.ts';
import { Queries } from '#session/queries.tsx';
import { type AuthenticatedSession, logout } from '#session/session.ts';
import { useKnownMember } from '#session/use-known-member.ts';
import { Button } from '#ui/button.tsx';
import { AccountDetails } from './account-details.tsx';
import { AccountSkeleton } from './account-skeleton.tsx';
import { Membership } from './membership.tsx';
import { NoEnvironment } from './no-environment.tsx';
import { useAccount } from './use-account.ts';

interface AccountBoardProps {
  readonly session: AuthenticatedSession;
  readonly environmentKept: string;
}

export function AccountBoard(props: AccountBoardProps) {
  return (
    <Queries>
      <Board {...props} />
    </Queries>
  );
}

function Board({ session, environmentKept }: AccountBoardProps) {
  const account = useAccount();
  const ownData = useOwnData();
  useKnownMember(account.data && 'papel' in account.data);
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line pb-5">
        <p className="min-w-0 text-ink-soft wrap-anywhere">
          {session.name === session.email ? null : (
            <span className="block font-semibold text-ink">{session.name}</span>
          )}
          {session.email}
        </p>
        <Button variant="secondary" size="sm" onClick={() => void logout().catch(() => undefined)}>
          Sair da conta
        </Button>
      </div>
      {account.data && 'ambiente' in account.data ? (
        <NoEnvironment order={account.data} />
      ) : account.data && 'papel' in account.data ? (
        <Membership view={account.data} />
      ) : account.data ? (
        <AccountDetails
          account={account.data}
          environmentKept={environmentKept}
          deletion={ownData.data?.exclusao}
          isReloading={account.isFetching}
          onReload={() => void account.refetch()}
        />
      ) : account.isError ? (
        <NoAccount
          error={account.error}
          isReloading={account.isFetching}
          onReload={() => void account.refetch()}
        />
      ) : (
        <AccountSkeleton />
      )}
      {account.isPending || isSessionExpired(account.error) ? null : (
        <OwnDataSection environmentKept={environmentKept} />
      )}
    </div>
  );
}

interface NoAccountProps {
  readonly error: Error;
  readonly isReloading: boolean;
  readonly onReload: () => void;
}

function NoAccount({ error, isReloading, onReload }: NoAccountProps) {
  const { toast } = describeFailure(error, {
    title: message('account.failed-title'),
    unexpected: message('error.internal'),
    unclear: message('connection.failed'),
    here: currentPath(),
  });
  return (
    <div className="grid max-w-prose gap-5">
      <FailureAlert toast={{ ...toast, title: message('account.failed-title') }} />
      <div className="flex flex-wrap gap-3">
        <Button isPending={isReloading} onClick={onReload}>
          {message('provisioning.retry')}
        </Button>
        <Button href="/suporte" variant="quiet">
          Falar com o suporte
        </Button>
      </div>
    </div>
  );
}
