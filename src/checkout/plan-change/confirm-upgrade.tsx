/** The last step of a direct upgrade: summary, terms and button (requirements 000 §4). */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { TermsSection } from '#checkout/payment/terms-section.tsx';
import { type UpgradeForm, upgradeFormSchema } from '#domain/api-schemas/plan-change.ts';
import { message } from '#domain/messages/plan-change.ts';
import { ProblemSummary, ReportedForm } from '#form/reported-form.tsx';
import { type Refusals, reviewValues } from '#form/review.ts';
import { SubmitButton } from '#form/submit-button.tsx';
import { useProblemReport } from '#form/use-problem-report.ts';
import { useReviewedForm } from '#form/use-reviewed-form.ts';
import type { UpgradeTarget } from '#lib/upgrade-address.ts';
import { Alert } from '#ui/alert.tsx';
import { ChosenPlan } from './chosen-plan.tsx';
import type { Departure } from './leaving.tsx';
import { OfferFacts } from './offer-facts.tsx';
import { confirmLabel, offerOf } from './offer-words.ts';
import { FiguresReading, OffersMissing } from './purchase-notices.tsx';
import { isQuoteChanged, type OffersRead } from './use-offers.ts';
import { useSendUpgrade } from './use-send-upgrade.ts';

interface DirectValues {
  cartao: 'atual';
  termos: boolean;
}

const labels = { termos: message('form.terms-title') };

const reviewTerms = (values: DirectValues, refusals: Refusals, today: string) =>
  reviewValues<UpgradeForm>({
    values,
    read: upgradeFormSchema(today).safeParse(values),
    refusals,
    labels,
  });

interface ConfirmUpgradeProps {
  readonly tenant: string;
  readonly target: UpgradeTarget;
  readonly read: OffersRead;
  readonly terms: ReactNode;
  readonly onAccepted: (departure: Departure) => void;
  /** Called after a final refusal, because the page's data may be out of date. */
  readonly reread: () => Promise<void>;
}

export function ConfirmUpgrade(props: ConfirmUpgradeProps) {
  const { tenant, target, read, terms, onAccepted, reread } = props;
  const { offers } = read;
  const offer = offers === null ? null : offerOf(offers, target);
  const [changes, setChanges] = useState(0);
  const reviewed = useReviewedForm<DirectValues, UpgradeForm>(
    () => ({ cartao: 'atual', termos: false }),
    reviewTerms,
  );
  const report = useProblemReport(reviewed, (form) => void send(form));
  const { phase, send } = useSendUpgrade({
    tenant,
    target,
    kind: offer?.kind ?? 'purchase',
    words: {
      title: message('upgrade.failed'),
      unexpected: message('upgrade.processing-failed'),
      unclear: message('upgrade.processing-failed'),
    },
    onRefused: (failure) => {
      report.showRefused(failure);
      if (!failure.isFinal) return;
      void reread().then(() => isQuoteChanged(failure) && setChanges((count) => count + 1));
    },
    onAccepted,
  });
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);

  return (
    <ReportedForm
      form={reviewed.form}
      report={report}
      aria-labelledby="confirmar-titulo"
      className="grid gap-4"
    >
      <h2 id="confirmar-titulo" ref={title} tabIndex={-1} className="text-xl outline-none">
        Confirmar upgrade
      </h2>
      <ProblemSummary report={report} />
      <ChosenPlan target={target} />
      {offer === null || offers === null ? null : (
        <>
          <OfferFacts offer={offer} offers={offers} changes={changes} />
          {offer.todayCentavos > 0 ? (
            <p className="text-[0.9375rem] leading-6 text-ink-soft">Você paga na página da operadora.</p>
          ) : null}
        </>
      )}
      <TermsSection {...target} terms={terms} />
      {offer === null || read.error !== null ? (
        <FiguresAwaited read={read} />
      ) : (
        <SubmitButton
          label={confirmLabel(offer)}
          isSending={phase !== 'idle' || read.isReading}
          waitsFor={message(offer.todayCentavos > 0 ? 'waiting.processor' : 'waiting.server')}
          report={report}
        />
      )}
    </ReportedForm>
  );
}

/** Disabled until the price is shown. */
function FiguresAwaited({ read }: { read: OffersRead }) {
  if (read.error !== null) return <OffersMissing read={read} />;
  if (read.isReading || read.offers === null) return <FiguresReading />;
  return (
    <Alert tone="warning" role="alert">
      {message('upgrade.not-higher')}
    </Alert>
  );
}
