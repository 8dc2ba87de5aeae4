/** The form: late charge, card, billing data, button. */
import { useEffect, useRef, useState } from 'react';
import { PayBox } from '#checkout/payment/pay-box.tsx';
import { BillingSection, CardSection } from '#checkout/payment/payment-sections.tsx';
import type { KnownPayment } from '#checkout/payment/use-known-payer.ts';
import type { AccountResponse, Invoice } from '#domain/api-schemas/account.ts';
import type { CardChangeForm, CardChangeResponse } from '#domain/api-schemas/card-change.ts';
import { lateInvoice } from '#domain/billing/late-invoice.ts';
import { message } from '#domain/messages/checkout.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { ProblemSummary, ReportedForm } from '#form/reported-form.tsx';
import { SubmitButton } from '#form/submit-button.tsx';
import { useProblemReport } from '#form/use-problem-report.ts';
import { useReviewedForm } from '#form/use-reviewed-form.ts';
import { SessionEnded } from '#session/session-ended.tsx';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Section } from '#ui/section.tsx';
import { cardName, lateWords, nextCharge } from './card-words.ts';
import { type CardValues, openingValues, reviewCard } from './form-values.ts';
import { useSubmit } from './use-submit.ts';

interface CardFormProps {
  readonly account: AccountResponse;
  readonly known: KnownPayment;
}

export function CardForm({ account, known }: CardFormProps) {
  const late = lateInvoice(account);
  const [changed, setChanged] = useState<CardChangeResponse | null>(null);
  const reviewed = useReviewedForm<CardValues, CardChangeForm>(
    () => openingValues(late !== undefined, known),
    reviewCard,
  );
  const { form, values } = reviewed;
  const report = useProblemReport(reviewed, (valid) => void submitForm(valid));
  const { phase, submitForm } = useSubmit({ onRefused: report.showRefused, onAccepted: setChanged });

  if (changed !== null) return <Changed answer={changed} />;
  return (
    <ReportedForm
      form={form}
      report={report}
      aria-label="Trocar de cartão"
      className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem]"
    >
      <div className="grid min-w-0 content-start gap-10">
        <SessionEnded notKept="O cartão e os dados de quem paga" isSending={phase !== 'idle'} />
        <ProblemSummary report={report} />
        {late === undefined ? null : (
          <LateChoice
            late={late}
            paysLate={values.payLate}
            onChoice={(paysLate) => form.setValue('payLate', paysLate)}
          />
        )}
        <CardSection declined={report.declined} />
        <BillingSection known={known} />
      </div>
      <PayBox note="Nada do que você digita aqui fica guardado nesta aba.">
        <ChargedWords account={account} late={values.payLate ? late : undefined} />
        <div className="grid gap-4">
          <SubmitButton
            label={
              late !== undefined && values.payLate
                ? `Pagar ${formatPrice(late.amountCentavos)} e trocar`
                : 'Trocar de cartão'
            }
            isSending={phase !== 'idle'}
            waitsFor={message('waiting.processor')}
            report={report}
          />
        </div>
      </PayBox>
    </ReportedForm>
  );
}

interface LateChoiceProps {
  readonly late: Invoice;
  readonly paysLate: boolean;
  readonly onChoice: (paysLate: boolean) => void;
}

/** Asks whether the new card pays the late charge now or at its next try. */
function LateChoice({ late, paysLate, onChoice }: LateChoiceProps) {
  const texts = {
    pagar: ['Pagar a atrasada e trocar', `O cartão novo paga ${lateWords(late)}, e as próximas cobranças.`],
    trocar: ['Só trocar o cartão', 'A cobrança em atraso espera a próxima tentativa, já no cartão novo.'],
  } as const;
  return (
    <Section id="atraso-titulo" title="Cobrança em atraso" look="form">
      <RadioCards
        name="atraso"
        legend="Cobrança em atraso"
        value={paysLate ? 'pagar' : 'trocar'}
        onChange={(value) => onChoice(value === 'pagar')}
        cards={(['pagar', 'trocar'] as const).map((value) => ({
          value,
          title: texts[value][0],
          children: <span className="mt-1 text-[0.9375rem] leading-6 text-ink-soft">{texts[value][1]}</span>,
        }))}
        className="sm:grid-cols-2"
      />
    </Section>
  );
}

export function ChargedWords({ account, late }: { account: AccountResponse; late: Invoice | undefined }) {
  const { card } = account;
  const next = nextCharge(account);
  return (
    <div className="grid gap-2">
      <h2 className="text-lg">{late === undefined ? 'Nada é cobrado hoje' : 'Cobrado hoje'}</h2>
      <p className="text-ink-soft">
        {late === undefined
          ? 'Trocar o cartão não cobra nada.'
          : `${formatPrice(late.amountCentavos)}, a cobrança em atraso. Se o cartão novo for recusado, o de hoje continua.`}
      </p>
      {late !== undefined || next === null ? null : (
        <p className="text-ink-soft">A próxima cobrança, {next}, já é no cartão novo.</p>
      )}
      {card === undefined ? null : <p className="text-ink-soft">Cartão de hoje: {cardName(card)}.</p>}
    </div>
  );
}

/** Confirms the new card; takes the focus and links to where the card is shown. */
function Changed({ answer: { card, paidCentavos } }: { answer: CardChangeResponse }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
    box.current?.scrollIntoView?.({ block: 'center' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className="grid max-w-prose justify-items-start gap-5 outline-none">
      <Alert
        tone="success"
        title={message(paidCentavos === undefined ? 'card.changed' : 'card.changed-paid')}
        className="w-full"
      >
        {card === undefined ? null : <p>{cardName(card)}. Você também recebe um e-mail sobre a troca.</p>}
      </Alert>
      <Button href="/conta/plano">Ver plano e pagamento</Button>
    </div>
  );
}
