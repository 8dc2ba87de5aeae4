/** The page after the sign-in: the files, or why there are none for this account. */
import { isAsleep } from '#account/account-words.ts';
import { useAccount } from '#account/use-account.ts';
import type { AccountAnswer } from '#domain/api-schemas/account.ts';
import { formatDay } from '#domain/billing/days.ts';
import { message } from '#domain/messages/take-environment.ts';
import { isOwners, keptFrom } from '#form/gate/caller.ts';
import { Gate } from '#form/gate/gate.tsx';
import { Loaded } from '#form/loaded.tsx';
import { withQueries } from '#session/queries.tsx';
import { Button } from '#ui/button.tsx';
import { Notice, SupportLink } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { MovingOutForm } from './moving-out-form.tsx';

interface BoardProps {
  readonly environmentKept: string;
}

export const MovingOutBoard = withQueries(function Board({ environmentKept }: BoardProps) {
  const account = useAccount();
  return (
    <Loaded read={account} loading={<Spinner />} failed={message('account.failed-title')}>
      {(view) => <Files account={view} environmentKept={environmentKept} />}
    </Loaded>
  );
});

function Files({ account, environmentKept }: BoardProps & { readonly account: AccountAnswer }) {
  if (!isOwners(account)) return <Gate kept={keptFrom(account)} />;
  if (account.state === 'suspended' || account.state === 'ended')
    return (
      <Notice tone="info" title={`O painel ${account.tenant} está parado`} action={<SupportLink />}>
        {message('own-data.environment-stopped')}{' '}
        {account.state === 'ended' && account.endsOn !== undefined
          ? `Eles são apagados depois de ${formatDay(account.endsOn)}.`
          : `Eles são apagados ${environmentKept} depois do fim do contrato.`}
      </Notice>
    );
  if (isAsleep(account))
    return (
      <Notice
        tone="info"
        title={`O painel ${account.tenant} está dormindo`}
        action={<Button href="/conta">Abrir minha conta</Button>}
      >
        {message('own-data.environment-asleep')}
      </Notice>
    );
  return <MovingOutForm tenant={account.tenant} />;
}
