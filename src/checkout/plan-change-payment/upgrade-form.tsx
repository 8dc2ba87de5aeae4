/** The form: summary, card, billing data, terms, button. */
import { type ReactNode, useEffect, useState } from 'react';
import { checkRows } from '#checkout/payment/check-rows.ts';
import { OrderSection } from '#checkout/payment/order-section.tsx';
import { PayBox } from '#checkout/payment/pay-box.tsx';
import { PlanFactsNote } from '#checkout/payment/plan-facts.tsx';
import { TermsSection } from '#checkout/payment/terms-section.tsx';
import type { KnownPayment } from '#checkout/payment/use-known-payer.ts';
import { type Departure, Leaving } from '#checkout/plan-change/leaving.tsx';
import { OfferFacts } from '#checkout/plan-change/offer-facts.tsx';
import { confirmLabel } from '#checkout/plan-change/offer-words.ts';
import { OffersMissing, PurchaseNotices } from '#checkout/plan-change/purchase-notices.tsx';
import { isQuoteChanged, type OffersRead } from '#checkout/plan-change/use-offers.ts';
import { useSendUpgrade } from '#checkout/plan-change/use-send-upgrade.ts';
import type { CardEntry } from '#domain/api-schemas/checkout.ts';
import type {
  UpgradeOffer,
  UpgradeOffers,
  UpgradeForm as ValidForm,
} from '#domain/api-schemas/plan-change.ts';
import { message } from '#domain/messages/plan-change.ts';
import { cycleNames } from '#domain/plans/cycle-words.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { ProblemSummary, ReportedForm } from '#form/reported-form.tsx';
import { SubmitButton } from '#form/submit-button.tsx';
import { useProblemReport } from '#form/use-problem-report.ts';
import { useReviewedForm } from '#form/use-reviewed-form.ts';
import { catalog } from '#lib/catalog.ts';
import { tenantUrl } from '#lib/settings.ts';
import { tab } from '#lib/storage.ts';
import { type UpgradeTarget, upgradePath } from '#lib/upgrade-address.ts';
import { SessionEnded } from '#session/session-ended.tsx';
import { CardChoiceFields } from './card-choice.tsx';
import { cardChoices, openingValues, reviewUpgrade, toDraft, type UpgradeValues } from './form-values.ts';

interface UpgradeFormProps {
  readonly tenant: string;
  readonly target: UpgradeTarget;
  readonly offer: UpgradeOffer;
  readonly offers: UpgradeOffers;
  readonly read: OffersRead;
  /** Replaces the button when the plan is no longer for sale. */
  readonly refusal: ReactNode;
  readonly cardEntry: CardEntry;
  readonly known: KnownPayment;
  readonly terms: ReactNode;
}

export function UpgradeForm(props: UpgradeFormProps) {
  const { tenant, target, offer, offers, read, refusal, cardEntry, known, terms } = props;
  const [departure, setDeparture] = useState<Departure | null>(null);
  const [changes, setChanges] = useState(0);
  const choices = cardChoices(offer, offers.card !== undefined, cardEntry);
  const reviewed = useReviewedForm<UpgradeValues, ValidForm>(
    () => openingValues(tenant, tab.readJson('upgradeDraft'), choices, known),
    reviewUpgrade,
  );
  const { form, values } = reviewed;
  const report = useProblemReport(reviewed, (valid) => void send(valid));
  const { phase, send } = useSendUpgrade({
    tenant,
    target,
    kind: offer.kind,
    words: {
      title: message('upgrade.error-title'),
      unexpected: message('upgrade.completion-failed'),
      unclear: message('checkout.unknown'),
      declinedAt: values.cartao === 'novo' ? 'card.number' : 'cartao',
    },
    onRefused: (failure) => {
      report.showRefused(failure);
      if (!failure.isFinal || Object.keys(failure.fields).length > 0) return;
      void read.reread().then(() => isQuoteChanged(failure) && setChanges((count) => count + 1));
    },
    onAccepted: setDeparture,
  });

  const [opening] = choices;
  const isPossible = choices.includes(values.cartao);
  useEffect(() => {
    if (!isPossible) form.setValue('cartao', opening);
  }, [form, isPossible, opening]);

  // Sticky next to a long form; below a short one.
  const isLong = values.cartao === 'novo';

  const draft = JSON.stringify(toDraft(tenant, values));
  const isAccepted = departure !== null;
  useEffect(() => {
    if (!isAccepted) tab.writeJson('upgradeDraft', JSON.parse(draft));
  }, [draft, isAccepted]);

  if (departure !== null) return <Leaving {...departure} />;
  return (
    <ReportedForm
      form={form}
      report={report}
      aria-label="Concluir upgrade"
      className="grid gap-x-12 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]"
    >
      <UpgradeSummary tenant={tenant} offer={offer} offers={offers} changes={changes} isTall={!isLong} />
      <div
        className={`grid min-w-0 content-start gap-10 lg:col-start-1 lg:row-start-1 ${isLong ? 'lg:row-span-2' : ''}`}
      >
        {refusal === null ? <PurchaseNotices offers={offers} /> : null}
        <SessionEnded
          notKept={values.cartao === 'novo' ? 'Cartão, telefone e CPF ou CNPJ' : null}
          isSending={phase !== 'idle'}
        />
        <ProblemSummary report={report} />
        <CardChoiceFields
          offer={offer}
          card={offers.card}
          newCard={offers.newCard}
          known={known}
          cardEntry={cardEntry}
          choices={choices}
          choice={values.cartao}
          declined={report.declined}
          onChoice={(cartao) => form.setValue('cartao', cartao)}
        />
      </div>
      <PayBox
        note={
          isLong
            ? 'O que você digita fica guardado nesta aba até você terminar. Cartão, telefone e CPF ou CNPJ não ficam.'
            : 'O que você escolhe fica guardado nesta aba até você terminar.'
        }
        {...(isLong ? {} : { className: 'lg:col-start-1 lg:row-start-2' })}
      >
        <TermsSection {...target} terms={terms} />
        <div className="grid gap-4">
          {read.error !== null ? (
            <OffersMissing read={read} />
          ) : (
            (refusal ?? (
              <SubmitButton
                label={confirmLabel(offer)}
                isSending={phase !== 'idle' || read.isReading}
                waitsFor={message('waiting.processor')}
                report={report}
              />
            ))
          )}
        </div>
      </PayBox>
    </ReportedForm>
  );
}

interface UpgradeSummaryProps {
  readonly tenant: string;
  readonly offer: UpgradeOffer;
  readonly offers: UpgradeOffers;
  /** How often the figures have changed since the page was opened. */
  readonly changes: number;
  /** True when the form is short. */
  readonly isTall: boolean;
}

const fromTo = (before: string, after: string): string => (before === after ? after : `${before} → ${after}`);

/** Summary of the change: environment, plan, cycle, charges, and paid days. */
function UpgradeSummary({ tenant, offer, offers, changes, isTall }: UpgradeSummaryProps) {
  const { plan, cycle } = offer;
  const rows: [string, string][] = [
    ['Painel', shownAddress(tenantUrl(tenant))],
    ['Plano', fromTo(catalog.plan(offers.plan).name, catalog.plan(plan).name)],
    [
      'Cobrança',
      offers.plan === 'free' ? cycleNames[cycle] : fromTo(cycleNames[offers.cycle], cycleNames[cycle]),
    ],
    ...checkRows(catalog.plan(plan).limits),
  ];
  return (
    <OrderSection
      title="Resumo"
      isTall={isTall}
      mark={
        <a
          href={upgradePath(tenant, { plan, cycle })}
          className="font-semibold text-signal underline underline-offset-4"
        >
          Mudar a escolha
        </a>
      }
    >
      <OfferFacts offer={offer} offers={offers} rows={rows} changes={changes} />
      <PlanFactsNote />
    </OrderSection>
  );
}
