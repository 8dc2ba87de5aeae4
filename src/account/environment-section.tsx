/** The environment: its address, the way in, what is used of the plan, and the first steps while it is empty. */

import { ACTIVITY_PAGE } from '#account/activity/activity-page.ts';
import { IMPORT_PAGE } from '#account/import/import-page.ts';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { usageView } from '#domain/limits/usage.ts';
import { message } from '#domain/messages/account.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { FirstMonitorForm } from '#form/first-monitor.tsx';
import { catalog } from '#lib/catalog.ts';
import type { LimitsRead } from '#lib/use-limits.ts';
import { Button } from '#ui/button.tsx';
import { FirstSteps } from '#ui/first-steps.tsx';
import { Heartbeat } from '#ui/heartbeat.tsx';
import { Section } from '#ui/section.tsx';
import { isRunning } from './account-words.ts';

interface EnvironmentSectionProps {
  readonly account: AccountResponse;
  readonly limits: LimitsRead;
}

export function EnvironmentSection({ account, limits }: EnvironmentSectionProps) {
  const { plan, url, state } = account;
  if (state === 'ended') return null;
  const isEmpty = limits.limits?.total === 0;
  return (
    <Section id="ambiente-titulo" title="Seu ambiente">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="min-w-0 font-code text-ui wrap-anywhere text-ink-soft">{shownAddress(url)}</p>
        {isRunning(account) ? <Button href={`${url}/dashboard`}>Abrir meu ambiente</Button> : null}
      </div>
      {isRunning(account) ? (
        <div className="grid gap-x-12 gap-y-5 border-t border-line pt-5 sm:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <Monitors {...limits} />
          <Seats account={account} />
        </div>
      ) : null}
      {/* Above the form, which comes when the monitors are known: nothing may move then. */}
      <ul className="flex flex-wrap gap-x-8 gap-y-2 border-t border-line pt-5">
        {isRunning(account) ? (
          <li>
            <a href={IMPORT_PAGE} className="font-semibold underline underline-offset-4">
              Trazer monitores de outro serviço
            </a>
          </li>
        ) : null}
        <li>
          <a href={ACTIVITY_PAGE} className="font-semibold underline underline-offset-4">
            Ver a atividade
          </a>
        </li>
      </ul>
      {isEmpty ? (
        <FirstMonitorForm
          id="primeiro-monitor-titulo"
          level="h3"
          otherwise={
            <div className="grid gap-4 border-t border-line pt-5">
              <h3 className="text-lg">{message('first-alert.title')}</h3>
              <FirstSteps heartbeatSeconds={catalog.plan(plan).limits.heartbeatSeconds} />
            </div>
          }
        />
      ) : null}
    </Section>
  );
}

function Monitors({ limits, hasFailed, reread }: LimitsRead) {
  if (hasFailed)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="text-ink-soft">{message('limits.failed')}</p>
        <Button variant="secondary" size="sm" onClick={reread}>
          {message('provisioning.retry')}
        </Button>
      </div>
    );
  const view =
    limits === null
      ? null
      : usageView({ running: limits.running, total: limits.total, limit: limits.monitorLimit });
  return (
    <div className="grid content-start gap-2">
      <p className="min-h-6">
        {view === null ? (
          <span className="text-ink-soft">{message('limits.loading')}</span>
        ) : (
          <>
            <span className="font-semibold tabular-nums">{view.words}</span>{' '}
            <span className="text-ink-soft">ligados</span>
            {view.paused === null ? null : <span className="text-ink-soft"> {view.paused}</span>}
          </>
        )}
      </p>
      <Heartbeat
        size="sm"
        label={view === null ? message('limits.loading') : `${view.words} em uso`}
        runs={view?.runs ?? [{ state: 'free', count: 30 }]}
      />
    </div>
  );
}

function Seats({ account: { seats, state } }: Pick<EnvironmentSectionProps, 'account'>) {
  const { taken, total } = seats;
  const words = `${taken} de ${total} ${total === 1 ? 'pessoa' : 'pessoas'}`;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 self-start">
      <p className="font-semibold tabular-nums">{words}</p>
      {state === 'cancelled' || state === 'overdue' ? null : (
        <a
          href={PEOPLE_PAGE}
          className="inline-flex min-h-11 items-center font-semibold text-signal underline underline-offset-4 sm:min-h-6"
        >
          {total > 1 && taken < total ? 'Convidar alguém' : 'Ver as pessoas'}
        </a>
      )}
    </div>
  );
}
