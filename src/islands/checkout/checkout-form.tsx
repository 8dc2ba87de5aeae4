/** The whole form: plan, address of the environment, payment, terms, button. */
import { type FormEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { message } from '#domain/messages.ts';
import { BillingAddressFields } from '#features/payment/billing-address-fields.tsx';
import { CardFields, TaxIdField } from '#features/payment/card-fields.tsx';
import { ErrorSummary } from '#ui/error-summary.tsx';
import { showToast } from '#ui/toaster.tsx';
import type { CheckoutValues } from './form-values.ts';
import { PlanSection } from './plan-section.tsx';
import { problemToast } from './problems.ts';
import { SubdomainSection } from './subdomain-section.tsx';
import type { Failure } from './submit-outcome.ts';
import { SubmitSection } from './submit-section.tsx';
import { TermsSection } from './terms-section.tsx';
import { useCheckoutForm } from './use-checkout-form.ts';
import { useSubmit } from './use-submit.ts';

export function CheckoutForm({ terms }: { terms: ReactNode }) {
  const checkout = useCheckoutForm();
  const { form, values, review } = checkout;
  const [summaryFocus, setSummaryFocus] = useState(0);
  const [refusedNames, setRefusedNames] = useState(0);
  const { phase, submit } = useSubmit(showRefused);

  function showRefused({ fields, isFinal }: Failure): void {
    const { termos, ...others } = fields;
    if (termos !== undefined) {
      form.setValue('termos', false);
      form.setError('termos', { type: 'server', message: termos });
    }
    if (others['subdominio'] !== undefined) setRefusedNames((count) => count + 1);
    if (isFinal) checkout.refuse(others);
    else showOnce(others);
    if (Object.keys(fields).length > 0) setSummaryFocus((count) => count + 1);
  }

  /** A declined card may be good tomorrow: the sentence stands there, the value stays allowed. */
  function showOnce(fields: Readonly<Record<string, string>>): void {
    for (const [path, sentence] of Object.entries(fields)) {
      form.setError(path as keyof CheckoutValues, { type: 'server', message: sentence });
    }
  }

  async function showProblems(): Promise<void> {
    await form.trigger();
    showToast(problemToast(review.problems));
    setSummaryFocus((count) => count + 1);
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (review.isReady) void submit(review.form);
    else void showProblems();
  }

  /** A disabled button also switches Enter off; whoever presses it hears what is missing instead of nothing. */
  function onKeyDown(event: KeyboardEvent): void {
    const isTyping =
      event.target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(event.target.type);
    if (event.key !== 'Enter' || !isTyping || review.isReady || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void showProblems();
  }

  return (
    <FormProvider {...form}>
      <form
        noValidate
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
        aria-label="Criar minha conta"
        className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_23rem]"
      >
        <div className="grid min-w-0 content-start gap-10">
          {summaryFocus > 0 ? (
            <ErrorSummary
              title={message('error.validation-failed')}
              entries={review.problems}
              focusCount={summaryFocus}
            />
          ) : null}
          <PlanSection
            plan={values.plano}
            cycle={values.ciclo}
            onPlan={checkout.choosePlan}
            onCycle={checkout.chooseCycle}
          />
          <SubdomainSection
            typed={values.subdominio}
            refusedCount={refusedNames}
            onRefused={(sentence) => checkout.refuse({ subdominio: sentence })}
          />
          {values.pagamento === 'cartao' ? <PaymentSections /> : <FreePayment />}
        </div>
        <div className="grid min-w-0 content-start gap-6 rounded-xl border border-line-strong bg-surface p-5 sm:p-6 lg:sticky lg:top-8 lg:self-start">
          <TermsSection terms={terms} />
          <SubmitSection
            plan={values.plano}
            cycle={values.ciclo}
            problems={review.problems}
            phase={phase}
            onReview={() => void showProblems()}
          />
          <p className="text-[0.9375rem] leading-6 text-ink-soft">
            O que você digita fica guardado nesta aba até você terminar. Cartão, CVV e CPF ou CNPJ não ficam.
          </p>
        </div>
      </form>
    </FormProvider>
  );
}

function PaymentSections() {
  return (
    <>
      <section aria-labelledby="pagamento-titulo" className="grid gap-5">
        <h2 id="pagamento-titulo" className="text-2xl">
          {message('form.payment-title')}
        </h2>
        <p className="text-ink-soft">
          Cartão de crédito. A operadora troca o número por um código; nós não guardamos os dados do cartão.
        </p>
        <CardFields />
      </section>
      <section aria-labelledby="cobranca-titulo" className="grid gap-5">
        <h2 id="cobranca-titulo" className="text-2xl">
          Dados de cobrança
        </h2>
        <TaxIdField className="sm:max-w-80" />
        <BillingAddressFields />
      </section>
    </>
  );
}

function FreePayment() {
  return (
    <section aria-labelledby="pagamento-titulo" className="grid gap-2">
      <h2 id="pagamento-titulo" className="text-2xl">
        {message('form.payment-title')}
      </h2>
      <p className="text-ink-soft">O plano gratuito não pede cartão nem endereço.</p>
    </section>
  );
}
