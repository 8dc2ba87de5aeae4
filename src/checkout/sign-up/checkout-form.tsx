/**
 * The whole form: plan, payment, address of the environment, terms, button. A free order has one field; a paid one begins
 * with the amount of today and the card. A plan that was chosen before is one line.
 */
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { OrderFacts, OrderSection } from '#checkout/payment/order-section.tsx';
import { PayBox } from '#checkout/payment/pay-box.tsx';
import { TermsSection } from '#checkout/payment/terms-section.tsx';
import type { CheckoutOptions } from '#domain/api-schemas/checkout.ts';
import { message } from '#domain/messages/checkout.ts';
import type { Failure } from '#form/failure.ts';
import { ProblemSummary, ReportedForm } from '#form/reported-form.tsx';
import { SubmitButton } from '#form/submit-button.tsx';
import { useProblemReport } from '#form/use-problem-report.ts';
import { catalog } from '#lib/catalog.ts';
import { keptFirstAddress } from '#lib/first-address.ts';
import type { AuthenticatedSession } from '#session/session.ts';
import { SessionEnded } from '#session/session-ended.tsx';
import { ChallengeFrame } from './challenge-frame.tsx';
import { ChangePlan, FreePlan, PlanSection } from './plan-choice.tsx';
import { priceSentences } from './price-sentences.ts';
import { SubdomainSection } from './subdomain-section.tsx';
import { useCheckoutForm } from './use-checkout-form.ts';
import { useSubmit } from './use-submit.ts';

/** A free order loads none of it. */
export const loadPayment = () => import('./payment-part.tsx');
const PaymentPart = lazy(async () => ({ default: (await loadPayment()).PaymentPart }));

/** Only who typed an address on the landing page loads it. */
const FirstAddress = lazy(async () => ({ default: (await import('./first-address.tsx')).FirstAddress }));

/** Fields that are not stored in the tab, by way to pay. */
const notKept = {
  cartao: 'Cartão, telefone e CPF ou CNPJ',
  hospedado: 'Telefone e CPF ou CNPJ',
  gratuito: null,
} as const;

interface CheckoutFormProps {
  readonly account: Pick<AuthenticatedSession, 'email' | 'name'>;
  readonly terms: ReactNode;
  readonly options: CheckoutOptions;
}

export function CheckoutForm({ account, terms, options }: CheckoutFormProps) {
  const checkout = useCheckoutForm(options.cardEntry, account);
  const { form, values } = checkout;
  const [refusedNames, setRefusedNames] = useState(0);
  const [isCarrying] = useState(() => keptFirstAddress() !== null);
  const [isFolded, setFolded] = useState(checkout.isPlanChosen);
  const report = useProblemReport(checkout, (valid) => void submit(valid));
  const { phase, submit, challenge } = useSubmit(values.plano, options, showRefused);

  const missing = notKept[values.pagamento];
  const notKeptNote = missing === null ? '' : ` ${missing} não ficam.`;
  const isFree = values.pagamento === 'gratuito';
  const prices = priceSentences(
    catalog,
    { plan: values.plano, cycle: values.ciclo, isHosted: values.pagamento === 'hospedado' },
    Date.now(),
  );
  const unfold = () => setFolded(false);

  function showRefused(failure: Failure): void {
    if (failure.fields['subdominio'] !== undefined) setRefusedNames((count) => count + 1);
    report.showRefused(failure);
  }

  return (
    <ReportedForm form={form} report={report} aria-label="Criar meu painel" className="grid gap-8">
      <div className="grid gap-8 empty:hidden">
        <SessionEnded notKept={missing} isSending={phase !== 'idle'} />
        <ProblemSummary report={report} />
      </div>
      <div className="grid gap-x-12 gap-y-8 sm:gap-y-10 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
        {isFolded && !isFree ? null : (
          <div className="min-w-0 lg:col-start-1 lg:row-start-1">
            {isFolded ? (
              <FreePlan email={account.email} onChange={unfold} />
            ) : (
              <PlanSection
                takesFocus={checkout.isPlanChosen}
                plan={values.plano}
                cycle={values.ciclo}
                onPlan={checkout.choosePlan}
                onCycle={checkout.chooseCycle}
              />
            )}
          </div>
        )}
        {isFolded && isFree ? null : (
          <OrderSection
            title="Seu pedido"
            isTall={false}
            {...(isFolded && { mark: <ChangePlan onPress={unfold} /> })}
          >
            <OrderFacts {...prices} />
          </OrderSection>
        )}
        <div
          key="fields"
          className={`grid min-w-0 content-start gap-8 sm:gap-10 lg:col-start-1 ${isFolded && !isFree ? 'lg:row-span-2 lg:row-start-1' : 'lg:row-start-2'}`}
        >
          {isFree ? null : (
            // About the height of the fields, so that the rest keeps its place.
            <Suspense fallback={<div className="min-h-220 sm:min-h-180" />}>
              <PaymentPart isHosted={values.pagamento === 'hospedado'} declined={report.declined} />
            </Suspense>
          )}
          <SubdomainSection
            typed={values.subdominio}
            refusedCount={refusedNames}
            onRefused={(sentence) => checkout.refuse({ subdominio: sentence })}
          />
          {isCarrying ? (
            <Suspense fallback={<div className="min-h-25" />}>
              <FirstAddress />
            </Suspense>
          ) : null}
        </div>
        <PayBox
          note={`O que você digita fica guardado nesta aba até você terminar.${notKeptNote}`}
          className={`lg:sticky lg:top-8 lg:col-start-2 ${isFolded && isFree ? 'lg:row-span-2 lg:row-start-1' : 'lg:row-start-2'}`}
        >
          <TermsSection plan={values.plano} cycle={values.ciclo} terms={terms} />
          <ChallengeFrame challenge={challenge} />
          <div className="grid gap-4 border-t border-line-strong pt-5">
            <div className="grid gap-2 text-ui leading-6 text-ink-soft">
              <p>{prices.renewal}</p>
              <p>{prices.created}</p>
            </div>
            <SubmitButton
              label={prices.button}
              isSending={phase !== 'idle'}
              waitsFor={message(values.plano === 'free' ? 'waiting.server' : 'waiting.processor')}
              report={report}
            />
          </div>
        </PayBox>
      </div>
    </ReportedForm>
  );
}
