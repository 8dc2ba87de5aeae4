/** The page of the plan: what is contracted, how it is paid, the invoices, and how to end it. */
import { useState } from 'react';
import { canCancel, hasEnding, hasInvoices } from '#account/account-words.ts';
import { EndingSection } from '#account/contract/ending-section.tsx';
import { FiscalSection } from '#account/contract/fiscal-section.tsx';
import { InvoiceSection } from '#account/contract/invoice-section.tsx';
import { PaymentSection } from '#account/contract/payment-section.tsx';
import { PlanSection } from '#account/contract/plan-section.tsx';
import { SoldSection } from '#account/contract/sold-section.tsx';
import { useOwnData } from '#account/privacy/use-own-data.ts';
import { ResultNotice } from '#account/result-notice.tsx';
import { Bar, box, Skeleton } from '#account/skeleton.tsx';
import { StateNotice } from '#account/state-notice.tsx';
import { type Ending, useAccount } from '#account/use-account.ts';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import type { OwnDataResponse } from '#domain/api-schemas/privacy.ts';
import { message } from '#domain/messages/account.ts';
import { isOwners, keptFrom } from '#form/gate/caller.ts';
import { Gate } from '#form/gate/gate.tsx';
import { Loaded } from '#form/loaded.tsx';
import { withQueries } from '#session/queries.tsx';

export const PlanBoard = withQueries(function Board({
  environmentKept,
}: {
  readonly environmentKept: string;
}) {
  const account = useAccount();
  const ownData = useOwnData();
  return (
    <Loaded read={account} loading={<PlanSkeleton />} failed={message('account.failed-title')}>
      {(view) =>
        isOwners(view) ? (
          <Contract
            account={view}
            environmentKept={environmentKept}
            deletion={ownData.data?.deletion}
            isReloading={account.isFetching}
            onReload={() => void account.refetch()}
          />
        ) : (
          <Gate kept={keptFrom(view)} />
        )
      }
    </Loaded>
  );
});

interface ContractProps {
  readonly account: AccountResponse;
  readonly environmentKept: string;
  /** The deletion of the account that was asked for. */
  readonly deletion: OwnDataResponse['deletion'];
  readonly isReloading: boolean;
  readonly onReload: () => void;
}

function Contract({ account, environmentKept, deletion, isReloading, onReload }: ContractProps) {
  const [ended, setEnded] = useState<Ending | null>(null);
  const isSaid = ended !== null && !(ended.kind === 'cancel' && canCancel(account));
  const isLeaving = deletion !== undefined;
  return (
    <div className="grid gap-6">
      <ResultNotice sentence={isSaid ? resultOf(ended) : null} />
      <StateNotice account={account} environmentKept={environmentKept} deletion={deletion} />
      <PageParts parts={partsOf(account)} />
      <div className="grid gap-6 lg:grid-cols-2">
        <PlanSection account={account} isLeaving={isLeaving} />
        <PaymentSection account={account} />
      </div>
      {account.state === 'ended' ? null : <SoldSection account={account} isLeaving={isLeaving} />}
      <InvoiceSection account={account} isReloading={isReloading} onReload={onReload} />
      <FiscalSection account={account} />
      <EndingSection account={account} environmentKept={environmentKept} onEnded={setEnded} />
    </div>
  );
}

/** The parts that this account has, in the order of the page. */
function partsOf(account: AccountResponse): readonly PagePart[] {
  return [
    ['plano-titulo', 'Plano'],
    ['pagamento-titulo', 'Pagamento'],
    ...(account.state === 'ended' ? [] : ([['inclui-titulo', 'O que está incluído']] as const)),
    ...(hasInvoices(account) ? ([['faturas-titulo', 'Faturas']] as const) : []),
    ...(account.fiscalContacts === undefined ? [] : ([['nota-titulo', 'Nota fiscal']] as const)),
    ...(hasEnding(account) ? ([['fim-titulo', 'Encerrar']] as const) : []),
  ];
}

function resultOf(ending: Ending): string {
  if (ending.kind === 'cancel') return message('account.cancelled');
  return message(ending.purchase.kind === 'contract' ? 'account.withdrawn' : 'account.change-withdrawn');
}

type PagePart = readonly [id: string, label: string];

/** Links to the parts of the page below them. */
function PageParts({ parts }: { readonly parts: readonly PagePart[] }) {
  return (
    <nav aria-label="Nesta página">
      <ul className="flex flex-wrap gap-x-6">
        {parts.map(([id, label]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-11 items-center text-ui text-ink-soft underline underline-offset-4 hover:text-ink"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Placeholder while it loads. */
const PlanSkeleton = () => (
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
