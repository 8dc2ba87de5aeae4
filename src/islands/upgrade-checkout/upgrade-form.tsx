/** The whole form: what changes, which card pays, who is billed, terms, button. */
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { UpgradeForm as ProvedForm } from '#domain/contracts/upgrade.ts';
import { message } from '#domain/messages.ts';
import { businessDay } from '#domain/order/order.ts';
import type { Refusals } from '#features/form/problems.ts';
import { SubmitButton } from '#features/form/submit-button.tsx';
import { useProblemReport } from '#features/form/use-problem-report.ts';
import { useReviewedForm } from '#features/form/use-reviewed-form.ts';
import { BillingSection, CardSection } from '#features/payment/payment-sections.tsx';
import { TermsSection } from '#features/terms/terms-section.tsx';
import { type Departure, Leaving } from '#features/upgrade/leaving.tsx';
import type { UpgradeTarget } from '#features/upgrade/upgrade-address.ts';
import { pricePerPeriod } from '#features/upgrade/upgrade-words.ts';
import { catalog } from '#lib/catalog.ts';
import { readTab, tabKeys, writeTab } from '#lib/session-storage.ts';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import {
  type CardChoice,
  cardChoices,
  openingValues,
  reviewUpgrade,
  toDraft,
  type UpgradeValues,
} from './form-values.ts';
import { UpgradeSummary } from './upgrade-summary.tsx';
import { useSubmit } from './use-submit.ts';

interface UpgradeFormProps {
  readonly tenant: string;
  readonly target: UpgradeTarget;
  readonly terms: ReactNode;
}

const reviewNow = (values: UpgradeValues, refusals: Refusals) =>
  reviewUpgrade(values, refusals, businessDay(Date.now()));

const cardTexts: Record<CardChoice, { title: string; text: string }> = {
  novo: { title: 'Informar o cartão', text: 'Passa a ser o cartão da assinatura.' },
  atual: { title: 'Manter o cartão atual', text: 'O que já está na assinatura continua.' },
};

export function UpgradeForm({ tenant, target, terms }: UpgradeFormProps) {
  const [departure, setDeparture] = useState<Departure | null>(null);
  const open = useCallback(() => openingValues(tenant, readTab(tabKeys.upgradeDraft)), [tenant]);
  const reviewed = useReviewedForm<UpgradeValues, ProvedForm>(open, reviewNow);
  const { form, values, review } = reviewed;
  const report = useProblemReport(reviewed, (proved) => void submit(proved));
  const { phase, submit } = useSubmit({
    tenant,
    target,
    onRefused: report.showRefused,
    onAccepted: setDeparture,
  });

  const draft = JSON.stringify(toDraft(tenant, values));
  const isAccepted = departure !== null;
  useEffect(() => {
    if (!isAccepted) writeTab(tabKeys.upgradeDraft, JSON.parse(draft));
  }, [draft, isAccepted]);

  if (departure !== null) return <Leaving {...departure} />;
  return (
    <FormProvider {...form}>
      <form
        noValidate
        {...report.handlers}
        aria-label="Concluir upgrade"
        className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]"
      >
        <UpgradeSummary tenant={tenant} target={target} isCardGiven={values.cartao === 'novo'} />
        <div className="grid min-w-0 content-start gap-10 lg:col-start-1 lg:row-span-2 lg:row-start-1">
          {report.summaryFocus > 0 ? (
            <ErrorSummary
              title={message('error.validation-failed')}
              entries={review.problems}
              focusCount={report.summaryFocus}
            />
          ) : null}
          <RadioCards
            name="cartao"
            legend="Cartão da assinatura"
            value={values.cartao}
            onChange={(cartao) => form.setValue('cartao', cartao)}
            cards={cardChoices.map((value) => ({
              value,
              title: cardTexts[value].title,
              children: (
                <span className="mt-1 text-[0.9375rem] leading-6 text-ink-soft">{cardTexts[value].text}</span>
              ),
            }))}
            className="sm:grid-cols-2"
          />
          {values.cartao === 'novo' ? (
            <>
              <CardSection />
              <BillingSection />
            </>
          ) : null}
        </div>
        <div className="grid min-w-0 content-start gap-6 rounded-xl border border-line-strong bg-surface p-5 sm:p-6 lg:sticky lg:top-8 lg:self-start">
          <TermsSection terms={terms} />
          <div className="grid gap-4">
            <SubmitButton
              label={`Confirmar por ${pricePerPeriod(catalog, target)}`}
              isSending={phase !== 'idle'}
              problems={review.problems}
              onReview={() => void report.showProblems()}
            />
          </div>
          <p className="text-[0.9375rem] leading-6 text-ink-soft">
            O que você digita fica guardado nesta aba até você terminar. Cartão, CVV e CPF ou CNPJ não ficam.
          </p>
        </div>
      </form>
    </FormProvider>
  );
}
