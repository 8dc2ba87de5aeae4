/** What is left between a new environment and its first alert: a monitor, and who else is told. */
import type { ReactNode } from 'react';
import { ALERTS_PAGE } from '#domain/alerts/alerts-page.ts';
import { firstAlertArticles } from '#domain/alerts/first-alert-articles.ts';
import { message } from '#domain/messages/shared.ts';

const link = 'inline-flex min-h-11 items-center font-semibold text-signal underline underline-offset-4';

interface FirstStepsProps {
  /** The shortest interval of the plan. */
  readonly heartbeatSeconds: number;
}

export function FirstSteps({ heartbeatSeconds }: FirstStepsProps) {
  return (
    <ol className="grid max-w-prose gap-4">
      <Step number={1} title="Crie o primeiro monitor">
        <p>
          No painel, toque em “Adicionar novo monitor”, informe o endereço e, no intervalo, use{' '}
          {heartbeatSeconds} segundos ou mais.
        </p>
        <p>
          <a href={firstAlertArticles.monitor} className={link}>
            Passo a passo do monitor
          </a>
        </p>
      </Step>
      <Step number={2} title="Diga quem mais é avisado">
        <WhoIsTold />
      </Step>
    </ol>
  );
}

/** Who is told already, and where that is chosen. */
export function WhoIsTold() {
  return (
    <>
      <p className="max-w-prose">{message('first-alert.told')}</p>
      <p className="flex flex-wrap gap-x-6">
        <a href={ALERTS_PAGE} className={link}>
          Abrir os avisos
        </a>
        <a href={firstAlertArticles.telegram} className={link}>
          Avisos no Telegram
        </a>
      </p>
    </>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly children: ReactNode;
}

/** A numbered step of an `<ol>`. */
export function Step({ number, title, children }: StepProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <span
        aria-hidden="true"
        className="grid size-7 place-items-center rounded-full border border-line-strong text-ui font-semibold tabular-nums"
      >
        {number}
      </span>
      <div className="min-w-0 text-ink-soft">
        <h3 className="text-base font-semibold text-ink">{title}</h3>
        {children}
      </div>
    </li>
  );
}
