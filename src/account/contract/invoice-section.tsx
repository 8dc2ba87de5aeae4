/** All charges with their state and a link to the processor's page. */

import { useState } from 'react';
import { hasInvoices, invoiceStateWords, noteWords } from '#account/account-words.ts';
import type { AccountResponse, Invoice } from '#domain/api-schemas/account.ts';
import { formatDay } from '#domain/billing/days.ts';
import { message } from '#domain/messages/shared.ts';
import { catalog } from '#lib/catalog.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';

/** A year of monthly invoices. */
const SHOWN_FIRST = 12;

interface InvoiceSectionProps {
  readonly account: AccountResponse;
  readonly isReloading: boolean;
  readonly onReload: () => void;
}

export function InvoiceSection({ account, isReloading, onReload }: InvoiceSectionProps) {
  const { invoices } = account;
  if (!hasInvoices(account)) return null;
  return (
    <Section id="faturas-titulo" title="Faturas">
      {invoices === undefined ? (
        <div className="grid justify-items-start gap-4">
          <p className="text-ink-soft">As faturas não puderam ser carregadas.</p>
          <Button variant="secondary" isPending={isReloading} onClick={onReload}>
            {message('provisioning.retry')}
          </Button>
        </div>
      ) : invoices.length === 0 ? (
        <Alert>Nenhuma fatura ainda. A primeira aparece aqui assim que a operadora a emite.</Alert>
      ) : (
        <InvoiceTable invoices={invoices} />
      )}
    </Section>
  );
}

function InvoiceTable({ invoices }: { invoices: readonly Invoice[] }) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? invoices : invoices.slice(0, SHOWN_FIRST);
  return (
    <div className="grid justify-items-start gap-4">
      <table className="w-full text-start">
        <thead className="sr-only sm:not-sr-only sm:table-header-group">
          <tr className="text-ui text-ink-soft [&>th]:pb-2 [&>th]:text-start [&>th]:font-normal">
            <th scope="col">Vencimento</th>
            <th scope="col">Valor</th>
            <th scope="col">Situação</th>
            <th scope="col">
              <span className="sr-only">Página da fatura</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
      {shown.length < invoices.length ? (
        <Button variant="quiet" size="sm" onClick={() => setWhole(true)}>
          Mostrar todas as {invoices.length} faturas
        </Button>
      ) : null}
    </div>
  );
}

const linkLook = 'inline-flex min-h-11 items-center font-semibold text-signal underline underline-offset-4';

/** A charge's nota fiscal, or its state. */
function NoteLink({ invoice: { fiscalNote }, day }: { invoice: Invoice; day: string }) {
  if (fiscalNote === undefined) return null;
  const { state, url, number } = fiscalNote;
  if (state === 'issued' && url !== undefined)
    return (
      <a href={url} target="_blank" rel="noopener" className={linkLook}>
        Nota fiscal{number === undefined ? '' : ` ${number}`}
        <span className="sr-only"> da fatura de {day} (abre em outra aba)</span>
      </a>
    );
  return <span className="inline-flex min-h-11 items-center text-ui text-ink-soft">{noteWords[state]}</span>;
}

const payable: ReadonlySet<Invoice['state']> = new Set(['pending', 'overdue', 'refused']);

function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const state = invoiceStateWords[invoice.state];
  const day = formatDay(invoice.dueDate);
  return (
    <tr className="grid grid-cols-2 items-center gap-y-1 border-t border-line py-3 sm:table-row sm:py-0 [&>td]:sm:py-3">
      <td className="font-semibold tabular-nums">{day}</td>
      <td className="text-end tabular-nums sm:text-start">{catalog.formatPrice(invoice.amountCentavos)}</td>
      <td>
        <Badge tone={state.tone}>{state.label}</Badge>
        {invoice.returnedCentavos === undefined ? null : (
          <span className="block text-ui text-ink-soft">
            {catalog.formatPrice(invoice.returnedCentavos)} devolvidos
          </span>
        )}
      </td>
      <td className="text-end">
        <span className="inline-flex flex-wrap items-center justify-end gap-x-4">
          <NoteLink invoice={invoice} day={day} />
          {invoice.url === undefined ? null : (
            <a href={invoice.url} target="_blank" rel="noopener" className={linkLook}>
              {payable.has(invoice.state) ? 'Pagar' : 'Ver recibo'}
              <span className="sr-only"> da fatura de {day} (abre em outra aba)</span>
            </a>
          )}
        </span>
      </td>
    </tr>
  );
}
