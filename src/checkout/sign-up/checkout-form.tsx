/** The whole form: plan, address of the environment, payment, terms, button. A free order has one field. */
import { type ReactNode, useEffect, useState } from 'react';
import { CycleControl } from '#checkout/payment/cycle-control.tsx';
import { OrderFacts, OrderSection } from '#checkout/payment/order-section.tsx';
import { PayBox } from '#checkout/payment/pay-box.tsx';
import { BillingSection, CardSection, HostedSection } from '#checkout/payment/payment-sections.tsx';
import { PlanFacts, PlanFactsNote } from '#checkout/payment/plan-facts.tsx';
import { TermsSection } from '#checkout/payment/terms-section.tsx';
import { CHALLENGE_THEME, challengeEndpoint } from '#domain/api-schemas/challenge.ts';
import type { CheckoutOptions } from '#domain/api-schemas/checkout.ts';
import { message } from '#domain/messages/checkout.ts';
import { alertWithin } from '#domain/plans/alert-time.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import type { Failure } from '#form/failure.ts';
import { ProblemSummary, ReportedForm } from '#form/reported-form.tsx';
import { SubmitButton } from '#form/submit-button.tsx';
import { useProblemReport } from '#form/use-problem-report.ts';
import { catalog } from '#lib/catalog.ts';
import { settings } from '#lib/settings.ts';
import type { AuthenticatedSession } from '#session/session.ts';
import { SessionEnded } from '#session/session-ended.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Section } from '#ui/section.tsx';
import { priceSentences } from './price-sentences.ts';
import { SubdomainSection } from './subdomain-section.tsx';
import type { Challenge } from './use-challenge.ts';
import { useCheckoutForm } from './use-checkout-form.ts';
import { useSubmit } from './use-submit.ts';

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
  // Who comes with the free plan has chosen it; the others are one press away.
  const [isFolded, setFolded] = useState(values.plano === 'free');
  const [wasFolded] = useState(isFolded);
  const report = useProblemReport(checkout, (valid) => void submit(valid));
  const { phase, submit, challenge } = useSubmit(values.plano, options, showRefused);

  const missing = notKept[values.pagamento];
  const notKeptNote = missing === null ? '' : ` ${missing} não ficam.`;
  const prices = priceSentences(
    catalog,
    { plan: values.plano, cycle: values.ciclo, isHosted: values.pagamento === 'hospedado' },
    Date.now(),
  );

  function showRefused(failure: Failure): void {
    if (failure.fields['subdominio'] !== undefined) setRefusedNames((count) => count + 1);
    report.showRefused(failure);
  }

  return (
    <ReportedForm
      form={form}
      report={report}
      aria-label="Criar minha conta"
      className="grid gap-x-12 gap-y-10 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr] lg:gap-y-6"
    >
      <div className="grid min-w-0 content-start gap-10 lg:col-start-1 lg:row-span-2 lg:row-start-1">
        <SessionEnded notKept={missing} />
        <ProblemSummary report={report} />
        {isFolded ? (
          <FreePlan email={account.email} onChange={() => setFolded(false)} />
        ) : (
          <PlanSection
            takesFocus={wasFolded}
            plan={values.plano}
            cycle={values.ciclo}
            onPlan={checkout.choosePlan}
            onCycle={checkout.chooseCycle}
          />
        )}
        <SubdomainSection
          typed={values.subdominio}
          refusedCount={refusedNames}
          onRefused={(sentence) => checkout.refuse({ subdominio: sentence })}
        />
        {values.pagamento === 'gratuito' ? (
          <p className="text-ink-soft">{message('checkout.nothing-to-pay')}</p>
        ) : (
          <>
            {values.pagamento === 'hospedado' ? (
              <HostedSection />
            ) : (
              <CardSection declined={report.declined} />
            )}
            <BillingSection />
          </>
        )}
      </div>
      <OrderSection title="Seu pedido" isTall={false}>
        <OrderFacts {...prices} />
      </OrderSection>
      <PayBox note={`O que você digita fica guardado nesta aba até você terminar.${notKeptNote}`}>
        <TermsSection plan={values.plano} cycle={values.ciclo} terms={terms} />
        <ChallengeFrame challenge={challenge} />
        <div className="grid gap-4 border-t border-line-strong pt-5">
          <p className="text-ui leading-6 text-ink-soft">{prices.renewal}</p>
          <SubmitButton
            label={prices.button}
            isSending={phase !== 'idle'}
            waitsFor={message(values.plano === 'free' ? 'waiting.server' : 'waiting.processor')}
            report={report}
          />
        </div>
      </PayBox>
    </ReportedForm>
  );
}

interface FreePlanProps {
  readonly email: string;
  readonly onChange: () => void;
}

/** What is left to do after the account was made, and the chosen plan as a line. */
function FreePlan({ email, onChange }: FreePlanProps) {
  const { name, limits } = catalog.plan('free');
  return (
    <section aria-labelledby="plano-titulo" className="grid gap-4">
      <p className="max-w-prose text-lg text-ink-soft">{message('checkout.account-ready', { email })}</p>
      <div className="flex items-center justify-between gap-4 border-y border-line py-3">
        <h2 id="plano-titulo" className="text-base">
          Plano {name}
          <span className="font-normal text-ink-soft">
            {' '}
            · {limits.monitors} monitores, a cada {formatHeartbeat(limits.heartbeatSeconds)}.{' '}
            {alertWithin(limits.heartbeatSeconds)}
          </span>
        </h2>
        <Button variant="secondary" size="sm" aria-label="Mudar o plano" onClick={onChange}>
          Mudar
        </Button>
      </div>
    </section>
  );
}

interface PlanSectionProps {
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  /** It replaces the pressed button. */
  readonly takesFocus: boolean;
  readonly onPlan: (plan: PlanId) => void;
  readonly onCycle: (cycle: BillingCycle) => void;
}

/** Choice of cycle and plan. */
function PlanSection({ plan, cycle, takesFocus, onPlan, onCycle }: PlanSectionProps) {
  useEffect(() => {
    if (takesFocus) document.querySelector<HTMLInputElement>('input[name="plano"]:checked')?.focus();
  }, [takesFocus]);
  return (
    <Section
      id="plano-titulo"
      title="Plano"
      look="form"
      mark={<CycleControl cycle={cycle} onCycle={onCycle} />}
    >
      <RadioCards
        name="plano"
        legend="Plano"
        value={plan}
        onChange={onPlan}
        cards={catalog.plans.map(({ id, name, popular }) => ({
          value: id,
          title: name,
          badge: popular ? <Badge tone="pill">Mais Popular</Badge> : undefined,
          children: <PlanFacts plan={id} cycle={cycle} />,
        }))}
        className="sm:grid-cols-2"
      />
      <PlanFactsNote />
    </Section>
  );
}

function frameAddress(): string {
  const url = new URL(challengeEndpoint, settings.challengeUrl);
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) url.searchParams.set(CHALLENGE_THEME, theme);
  return url.href;
}

/** The frame that shows the challenge. */
function ChallengeFrame({ challenge: { isOn, frame, round } }: { challenge: Challenge }) {
  if (!isOn) return null;
  return (
    <section aria-labelledby="desafio-titulo" className="grid gap-2">
      <h3 id="desafio-titulo" className="text-base font-semibold">
        {message('challenge.title')}
      </h3>
      {/* Another origin: its scripts cannot reach this page or navigate it away. */}
      <iframe
        key={round}
        ref={frame}
        src={frameAddress()}
        title={message('challenge.title')}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="origin"
        className="h-[4.25rem] w-full border-0 max-[24rem]:h-[9rem]"
      />
      <p className="text-[0.9375rem] leading-6 text-ink-soft">
        {message('challenge.why')}{' '}
        <a href="/privacidade.html" target="_blank" rel="noopener" className="text-signal underline">
          Privacidade<span className="sr-only"> (abre em outra aba)</span>
        </a>
      </p>
    </section>
  );
}
