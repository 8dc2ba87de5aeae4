/** Explains an unusual state and what to do; renders nothing otherwise. */

import type { ReactNode } from 'react';
import { ENVIRONMENT_DATA_PAGE, OWN_DATA_PAGE } from '#account/account-pages.ts';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import type { OwnDataResponse } from '#domain/api-schemas/privacy.ts';
import { formatDay, formatMoment } from '#domain/billing/days.ts';
import { lateInvoice } from '#domain/billing/late-invoice.ts';
import { billingTerms } from '#domain/billing/terms.ts';
import { message } from '#domain/messages/shared.ts';
import { cycleNames } from '#domain/plans/cycle-words.ts';
import { catalog } from '#lib/catalog.ts';
import { upgradeCheckoutPath, upgradePath } from '#lib/upgrade-address.ts';
import { Button } from '#ui/button.tsx';
import { Notice, PayLink, SupportLink } from '#ui/notice.tsx';
import { canBuy, canResume } from './account-words.ts';

interface StateNoticeProps {
  readonly account: AccountResponse;
  readonly environmentKept: string;
  /** The deletion of the account that was asked for. */
  readonly deletion: OwnDataResponse['deletion'];
}

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

export function StateNotice({ account, environmentKept, deletion }: StateNoticeProps) {
  return (
    <div className="grid gap-4 empty:hidden">
      <StoppedAlerts account={account} />
      <PendingChange account={account} />
      <Debt account={account} />
      <Dispute account={account} />
      {deletion === undefined ? null : <Leaving deletion={deletion} />}
      {deletion !== undefined && isOver(account) ? null : (
        <Situation account={account} environmentKept={environmentKept} />
      )}
    </div>
  );
}

/** Who gets no alerts any more without having asked for it: an outage would be told to nobody there. */
function StoppedAlerts({
  account: { stoppedRecipients: stopped, state },
}: Pick<StateNoticeProps, 'account'>) {
  if (stopped === undefined || state === 'ended') return null;
  return (
    <Notice
      tone="warning"
      title={
        stopped.length === 1
          ? 'Um destino não recebe mais os avisos'
          : 'Destinos que não recebem mais os avisos'
      }
      action={
        <a href="/conta/avisos" className="font-semibold underline underline-offset-4">
          Ver os destinos
        </a>
      }
    >
      {stopped.map(({ name, reason }) => (
        <span key={name} className="block wrap-anywhere">
          {name}: {reason}.
        </span>
      ))}
    </Notice>
  );
}

/** True when the notice about the situation invites to stay, which a deletion excludes. */
const isOver = ({ state }: AccountResponse): boolean => state === 'cancelled' || state === 'ended';

function Leaving({
  deletion: { removalAt },
}: {
  readonly deletion: NonNullable<OwnDataResponse['deletion']>;
}) {
  return (
    <Notice
      tone="warning"
      title={`O painel sai do ar em ${formatMoment(removalAt)}`}
      action={
        <a href={OWN_DATA_PAGE} className="font-semibold underline underline-offset-4">
          Ver o que acontece
        </a>
      }
    >
      Você pediu a exclusão da conta. Ele funciona até lá, e nada mais é renovado. Antes,{' '}
      <EnvironmentDataLink />.
    </Notice>
  );
}

function EnvironmentDataLink() {
  return (
    <a href={ENVIRONMENT_DATA_PAGE} className="font-semibold underline underline-offset-4">
      baixe o que quiser guardar
    </a>
  );
}

function PendingChange({ account: { pendingChange: change } }: { account: AccountResponse }) {
  if (change === undefined) return null;
  const { name } = catalog.plan(change.plan);
  return (
    <Notice
      tone="warning"
      title={`Falta pagar a mudança para o plano ${name}, ${cycleNames[change.cycle].toLowerCase()}`}
      action={payOrAsk(change.paymentUrl, 'Concluir o pagamento')}
    >
      Os novos limites valem assim que o pagamento for confirmado. Até lá tudo continua como está.
    </Notice>
  );
}

function Debt({ account: { debt } }: { account: AccountResponse }) {
  if (debt === undefined) return null;
  const amount = catalog.formatPrice(debt.amountCentavos);
  return (
    <Notice
      tone="warning"
      title={`Falta pagar ${amount} por ${debt.days === 1 ? '1 dia' : `${debt.days} dias`} de uso`}
      action={payOrAsk(debt.paymentUrl, `Pagar ${amount}`)}
    >
      Nesse tempo o painel funcionou sem pagamento. Antes de contratar ou mudar de plano, é preciso pagar esse
      valor; dias em que ele ficou suspenso não são cobrados.
    </Notice>
  );
}

function Dispute({ account: { isDisputed, backIfLostCentavos: back } }: { account: AccountResponse }) {
  if (isDisputed !== true) return null;
  return (
    <Notice tone="info" title="Cobrança em contestação" action={<SupportLink />}>
      {message('error.payment-disputed')}
      {back === undefined
        ? ''
        : ` Se o banco devolver o valor, os dias que a cobrança pagava deixam de valer, e volta também o que você pagou a mais por um plano maior nos dias que não serão entregues: hoje seriam ${catalog.formatPrice(back)}.`}
    </Notice>
  );
}

function Situation({ account, environmentKept }: Omit<StateNoticeProps, 'deletion'>) {
  const late = lateInvoice(account);
  const amount = catalog.formatPrice(late?.amountCentavos ?? account.amountCentavos);
  switch (account.state) {
    case 'overdue':
      return (
        <Notice
          tone="warning"
          title={`O pagamento de ${amount} não passou`}
          action={payOrAsk(late?.url, 'Pagar agora')}
        >
          Seu Vigia continua no ar.{' '}
          {account.nextChargeOn === undefined
            ? ''
            : `Tentamos de novo em ${formatDay(account.nextChargeOn)}. `}
          São {billingTerms.chargeRetryDays.length} tentativas,{' '}
          {list.format(billingTerms.chargeRetryDays.map(String))} dias depois da primeira falha; se nenhuma
          passar, ele é suspenso. Pagando agora, também com outro cartão, você não precisa esperar.
        </Notice>
      );
    case 'suspended':
      return late === undefined ? (
        <Notice tone="error" title="Seu Vigia está suspenso" action={<SupportLink />}>
          Os monitores estão parados e os dados estão guardados. Fale com o suporte para saber o motivo e
          voltar.
        </Notice>
      ) : (
        <Notice
          tone="error"
          title="Seu Vigia está suspenso por falta de pagamento"
          action={payOrAsk(late.url, `Pagar ${amount}`)}
        >
          Os monitores estão parados e os dados estão guardados. Assim que o pagamento for confirmado, o
          painel volta sozinho, com tudo o que estava lá.
        </Notice>
      );
    case 'cancelled':
      return (
        <Notice
          tone="info"
          title={
            account.endsOn === undefined
              ? 'A renovação foi cancelada'
              : `A renovação foi cancelada: o painel funciona até ${formatDay(account.endsOn)}`
          }
          action={<BuyAgain account={account} />}
        >
          Antes do fim, <EnvironmentDataLink />; os dados são apagados {environmentKept} depois.{' '}
          {canResume(account)
            ? 'Mudou de ideia? Retome a renovação: tudo continua onde está, e a próxima cobrança só vem depois dos dias já pagos.'
            : 'Mudou de ideia? Contrate de novo: tudo continua onde está.'}
        </Notice>
      );
    case 'ended':
      return (
        <Notice tone="info" title="Este painel foi encerrado" action={<BuyAgain account={account} />}>
          {account.endsOn === undefined
            ? `Os dados são apagados ${environmentKept} depois do fim do contrato.`
            : `Os dados ficam guardados até ${formatDay(account.endsOn)} e então são apagados.`}{' '}
          Contratando de novo antes disso, o painel volta com tudo o que estava lá.
        </Notice>
      );
    default:
      return null;
  }
}

/** Without the address of the charge only the support can help. */
const payOrAsk = (url: string | undefined, label: string): ReactNode =>
  url === undefined ? <SupportLink /> : <PayLink href={url} label={label} />;

/** Link to buy the same plan again; a free plan must be replaced by a choice. */
function BuyAgain({ account }: { account: AccountResponse }) {
  const { tenant, plan, cycle } = account;
  if (!canBuy(account)) return null;
  return (
    <Button href={plan === 'free' ? upgradePath(tenant) : upgradeCheckoutPath(tenant, { plan, cycle })}>
      {canResume(account) ? 'Retomar a renovação' : 'Contratar de novo'}
    </Button>
  );
}
