/** The loaded account: notices and environment first, then plan, payment, invoices and ending. */
import { useState } from 'react';
import { EndingSection } from '#account/contract/ending-section.tsx';
import { FiscalSection } from '#account/contract/fiscal-section.tsx';
import { InvoiceSection } from '#account/contract/invoice-section.tsx';
import { PaymentSection } from '#account/contract/payment-section.tsx';
import { PlanSection } from '#account/contract/plan-section.tsx';
import { LimitsSection } from '#account/limits/limits-section.tsx';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import type { OwnDataResponse } from '#domain/api-schemas/privacy.ts';
import { message } from '#domain/messages/account.ts';
import { useLimits } from '#lib/use-limits.ts';
import { canCancel, hasEnding, hasInvoices, isRunning } from './account-words.ts';
import { EnvironmentSection } from './environment-section.tsx';
import { ResultNotice } from './result-notice.tsx';
import { StateNotice } from './state-notice.tsx';
import type { Ending } from './use-account.ts';

interface AccountDetailsProps {
  readonly account: AccountResponse;
  readonly environmentKept: string;
  /** The deletion of the account that was asked for. */
  readonly deletion: OwnDataResponse['deletion'];
  readonly isReloading: boolean;
  readonly onReload: () => void;
}

export function AccountDetails({
  account,
  environmentKept,
  deletion,
  isReloading,
  onReload,
}: AccountDetailsProps) {
  const [ended, setEnded] = useState<Ending | null>(null);
  const limits = useLimits(isRunning(account));
  const isSaid = ended !== null && !(ended.kind === 'cancel' && canCancel(account));
  return (
    <div className="grid gap-6">
      <ResultNotice sentence={isSaid ? resultOf(ended) : null} />
      <StateNotice account={account} environmentKept={environmentKept} deletion={deletion} />
      <EnvironmentSection account={account} limits={limits} />
      {isRunning(account) && limits.isLoading ? (
        // The parts above grow with the answer; what follows would move under the reader.
        <div className="min-h-svh" />
      ) : (
        <>
          <LimitsSection account={account} limits={limits} isLeaving={deletion !== undefined} />
          <PageParts parts={partsOf(account)} />
          <div className="grid gap-6 lg:grid-cols-2">
            <PlanSection account={account} isLeaving={deletion !== undefined} />
            <PaymentSection account={account} />
          </div>
          <InvoiceSection account={account} isReloading={isReloading} onReload={onReload} />
          <FiscalSection account={account} />
          <EndingSection account={account} environmentKept={environmentKept} onEnded={setEnded} />
        </>
      )}
    </div>
  );
}

/** The parts that this account has, in the order of the page. */
function partsOf(account: AccountResponse): readonly PagePart[] {
  return [
    ['plano-titulo', 'Plano'],
    ['pagamento-titulo', 'Pagamento'],
    ...(hasInvoices(account) ? ([['faturas-titulo', 'Faturas']] as const) : []),
    ...(account.fiscalContacts === undefined ? [] : ([['nota-titulo', 'Nota fiscal']] as const)),
    ...(hasEnding(account) ? ([['fim-titulo', 'Encerrar']] as const) : []),
    ['dados-titulo', 'Seus dados'],
  ];
}

function resultOf(ending: Ending): string {
  if (ending.kind === 'cancel') return message('account.cancelled');
  return message(ending.purchase.kind === 'contract' ? 'account.withdrawn' : 'account.change-withdrawn');
}

type PagePart = readonly [id: string, label: string];

/** Links to the parts of the account page below them. */
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
