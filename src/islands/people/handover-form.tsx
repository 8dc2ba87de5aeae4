/** The form to accept a handover: card if needed, billing data, terms, button. */
import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { businessDay } from '#domain/billing/days.ts';
import { type HandoverForm as Proved, toHandoverRequest } from '#domain/contracts/handover.ts';
import { message } from '#domain/messages.ts';
import { ProblemSummary } from '#features/form/problem-summary.tsx';
import type { Refusals } from '#features/form/problems.ts';
import { SubmitButton } from '#features/form/submit-button.tsx';
import { useProblemReport } from '#features/form/use-problem-report.ts';
import { useReviewedForm } from '#features/form/use-reviewed-form.ts';
import { BillingSection, CardSection } from '#features/payment/payment-sections.tsx';
import { useCheckoutOptions } from '#features/payment/use-checkout-options.ts';
import { describeFailure } from '#features/submit/failure.ts';
import { useSendOnce } from '#features/submit/use-send-once.ts';
import { TermsSection } from '#features/terms/terms-section.tsx';
import { Toasts } from '#features/toasts/toasts.tsx';
import { postHandover } from '#lib/handover-api.ts';
import { currentPath, goTo } from '#lib/navigate.ts';
import { tabKeys } from '#lib/session-storage.ts';
import { Button } from '#ui/button.tsx';
import type { HandoverPanelProps } from './handover-panel.tsx';
import { type HandoverValues, openingValues, payloadOf, reviewHandover } from './handover-values.ts';
import { useReread } from './use-people.ts';

const reviewNow = (values: HandoverValues, refusals: Refusals) =>
  reviewHandover(values, refusals, businessDay(Date.now()));

export function HandoverForm({
  offer,
  terms,
  onDone,
  onBack,
}: HandoverPanelProps & { readonly onBack: () => void }) {
  const isPaid = offer.renovacao !== undefined;
  const { cardEntry } = useCheckoutOptions();
  const takesCard = isPaid && cardEntry === 'form';
  const reread = useReread();
  const reviewed = useReviewedForm<HandoverValues, Proved>(() => openingValues(takesCard), reviewNow);
  const { form, review } = reviewed;
  useEffect(() => form.setValue('comCartao', takesCard), [form, takesCard]);
  const report = useProblemReport(reviewed, (proved) => void submit(proved));
  const { phase, sendOnce } = useSendOnce(tabKeys.handoverAttempt, report.showRefused);

  const submit = (proved: Proved): Promise<void> =>
    sendOnce({
      payload: payloadOf(proved),
      send: (key) => postHandover(toHandoverRequest(proved), key),
      describe: (error) =>
        describeFailure(error, {
          title: message('handover.failed-title'),
          unexpected: message('error.internal'),
          unclear: message('handover.unclear'),
          ...(proved.comCartao ? { declinedAt: 'card.number' } : {}),
          here: currentPath(),
        }),
      onAccepted: ({ paymentUrl }) => {
        if (paymentUrl !== undefined) return goTo(paymentUrl);
        onDone(message(isPaid ? 'handover.accepted' : 'handover.accepted-free'));
        reread();
      },
    });

  return (
    <FormProvider {...form}>
      <form noValidate {...report.handlers} aria-label="Aceitar o ambiente" className="grid max-w-2xl gap-8">
        <ProblemSummary entries={report.entries} summaryFocus={report.summaryFocus} />
        {takesCard ? (
          <>
            <CardSection declined={report.declined} />
            <BillingSection />
          </>
        ) : isPaid ? (
          <p className="max-w-prose">
            Você informa quem paga e o cartão na página segura da operadora e volta para cá. Hoje nada é
            cobrado.
          </p>
        ) : null}
        <TermsSection terms={terms} />
        <div className="grid gap-4">
          <SubmitButton
            label={isPaid && !takesCard ? 'Continuar na página da operadora' : 'Aceitar o ambiente'}
            isSending={phase !== 'idle'}
            waitsFor={message(isPaid ? 'waiting.processor' : 'waiting.server')}
            problems={review.problems}
            onReview={() => void report.showProblems()}
          />
          {phase === 'idle' && offer.situacao !== 'andamento' ? (
            <Button variant="secondary" onClick={onBack}>
              Voltar à oferta
            </Button>
          ) : null}
        </div>
        <Toasts />
        <p className="text-ui text-ink-soft">Nada do que você digita aqui fica guardado nesta aba.</p>
      </form>
    </FormProvider>
  );
}
