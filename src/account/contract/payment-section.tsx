/** The next charge, its card, and how to change the card. */

import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { formatDay } from '#domain/billing/days.ts';
import { formatBrand } from '#domain/card/brand.ts';
import { message } from '#domain/messages/account.ts';
import { cycleNames } from '#domain/plans/cycle-words.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { Section } from '#ui/section.tsx';
import { nextCharge } from './charge-words.ts';

export function PaymentSection({ account }: { account: AccountResponse }) {
  return (
    <Section id="pagamento-titulo" title="Pagamento">
      {account.state === 'free' ? (
        <p className="text-ink-soft">O plano gratuito não tem cobrança, e nenhum cartão fica ligado a ele.</p>
      ) : (
        <>
          {account.invoices === undefined ? (
            <Alert tone="warning" role="status">
              {message('account.invoices-unavailable')}
            </Alert>
          ) : null}
          <PaidFacts account={account} />
        </>
      )}
    </Section>
  );
}

function PaidFacts({ account }: { account: AccountResponse }) {
  const { card, paidThrough } = account;
  const willRenew =
    account.state === 'active' || account.state === 'overdue' || account.state === 'suspended';
  return (
    <>
      <FactList
        isTight
        rows={[
          ...(paidThrough === undefined ? [] : ([['Pago até', formatDay(paidThrough)]] as const)),
          nextCharge(account),
          ['Cobrança', cycleNames[account.cycle]],
          ...(card
            ? ([['Cartão', <Card key="card" brand={card.brand} lastFour={card.lastFour} />]] as const)
            : []),
        ]}
      />
      {willRenew ? <ChangeCard /> : null}
    </>
  );
}

function Card({ brand, lastFour }: { brand: string; lastFour: string }) {
  return (
    <>
      {formatBrand(brand)} <span aria-hidden="true">•••• {lastFour}</span>
      <span className="sr-only">final {lastFour}</span>
    </>
  );
}

function ChangeCard() {
  return (
    <div className="grid justify-items-start gap-2">
      <Button href="/conta/cartao" variant="secondary">
        Trocar de cartão
      </Button>
      <p className="text-ui text-ink-soft">
        Em qualquer dia, sem cobrança. O cartão novo paga a próxima fatura e as seguintes.
      </p>
    </div>
  );
}
