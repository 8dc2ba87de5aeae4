/** Explains and links to the processor's page when the card is typed there. */

import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { lateInvoice } from '#domain/billing/late-invoice.ts';
import { message } from '#domain/messages/shared.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { goTo } from '#lib/navigate.ts';
import { Button } from '#ui/button.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { ChargedWords } from './card-form.tsx';
import { lateWords } from './card-words.ts';
import { useSubmit } from './use-submit.ts';

export function PageCard({ account }: { account: AccountResponse }) {
  const late = lateInvoice(account);
  const { phase, askForPage } = useSubmit({
    onRefused: () => undefined,
    onAccepted: ({ paymentUrl }) => goTo(paymentUrl ?? '/conta'),
  });
  return (
    <div className="grid max-w-prose justify-items-start gap-6 rounded-xl border border-line-strong bg-surface p-5 sm:p-7">
      <ChargedWords account={account} late={late} />
      <p>
        {late === undefined
          ? 'Você informa o cartão novo na página segura da operadora e volta para cá. A página mostra o valor e o dia da próxima cobrança; hoje nada é cobrado.'
          : `Primeiro, pague ${lateWords(late)}, na página segura da operadora. O cartão usado ali fica para as próximas cobranças.`}
      </p>
      <Button isPending={phase !== 'idle'} onClick={() => void askForPage()}>
        {late === undefined
          ? 'Continuar na página da operadora'
          : `Pagar ${formatPrice(late.amountCentavos)}`}
      </Button>
      <Waiting isOn={phase !== 'idle'}>{message('waiting.processor')}</Waiting>
      <p className="text-ui text-ink-soft">
        A troca aparece na sua conta em alguns minutos, e um e-mail avisa.
      </p>
    </div>
  );
}
