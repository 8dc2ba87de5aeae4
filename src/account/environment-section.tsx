/** The environment in a few lines: address, plan, next charge, what is used. */

import type { ReactNode } from 'react';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { businessDay, formatDay } from '#domain/billing/days.ts';
import { usageView } from '#domain/limits/usage.ts';
import { message } from '#domain/messages/account.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { catalog } from '#lib/catalog.ts';
import type { LimitsRead } from '#lib/use-limits.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Heartbeat } from '#ui/heartbeat.tsx';
import { Section } from '#ui/section.tsx';
import { PLAN_PAGE } from './account-pages.ts';
import { accountStateWords, asleepWords, isAsleep, isRunning, wakingWords } from './account-words.ts';
import { nextCharge, priceWords } from './contract/charge-words.ts';

interface EnvironmentSectionProps {
  readonly account: AccountResponse;
  readonly limits: LimitsRead;
  /** True until an environment that was woken answers. */
  readonly isWaking: boolean;
}

export function EnvironmentSection({ account, limits, isWaking }: EnvironmentSectionProps) {
  const { plan, url, state, companySignIn } = account;
  const isUp = isRunning(account) && !isWaking;
  const words = isWaking ? wakingWords : isAsleep(account) ? asleepWords : accountStateWords[state];
  return (
    <Section id="vigia-titulo" title="Seu Vigia" mark={<Badge tone={words.tone}>{words.label}</Badge>}>
      {isUp ? (
        <a
          href={`${url}/dashboard`}
          className="-my-2.5 min-w-0 justify-self-start py-2.5 font-code text-ui wrap-anywhere underline underline-offset-4"
        >
          {shownAddress(url)}
        </a>
      ) : (
        <p className="min-w-0 font-code text-ui wrap-anywhere text-ink-soft">{shownAddress(url)}</p>
      )}
      <dl className="grid gap-x-12 gap-y-5 border-t border-line pt-5 sm:grid-cols-2">
        <Fact name="Plano" more={<MoreLink href={PLAN_PAGE}>Plano e pagamento</MoreLink>}>
          {catalog.plan(plan).name}
          {state === 'free' ? ', sem cobrança' : `, ${priceWords(account)}`}
        </Fact>
        {state === 'free' ? null : <Fact name={nextCharge(account)[0]}>{nextCharge(account)[1]}</Fact>}
        {isUp ? (
          <>
            <Fact name="Monitores">
              <Monitors {...limits} />
            </Fact>
            <Seats account={account} />
            {companySignIn === undefined && catalog.next(plan) !== undefined ? null : (
              <Fact
                name="Entrada da empresa"
                more={
                  <MoreLink href="/docs/company-sign-in">
                    {companySignIn === undefined ? 'Como ligar' : 'Como funciona'}
                  </MoreLink>
                }
              >
                {companySignIn === undefined
                  ? 'ainda não ligada'
                  : `${companySignIn.domain}, ligada em ${formatDay(businessDay(companySignIn.since))}`}
              </Fact>
            )}
          </>
        ) : null}
      </dl>
    </Section>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
  readonly more?: ReactNode;
}

const Fact = ({ name, children, more }: FactProps) => (
  <div className="grid content-start gap-1">
    <dt className="text-ui text-ink-soft">{name}</dt>
    <dd className="grid gap-1 font-semibold tabular-nums">
      <div>{children}</div>
      {more}
    </dd>
  </div>
);

const MoreLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <a
    href={href}
    className="inline-flex min-h-11 items-center justify-self-start font-semibold text-signal underline underline-offset-4 sm:min-h-6"
  >
    {children}
  </a>
);

function Monitors({ limits, hasFailed, reread }: LimitsRead) {
  if (hasFailed)
    return (
      <div className="grid justify-items-start gap-3">
        <p className="font-normal text-ink-soft">{message('limits.failed')}</p>
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
          <span className="font-normal text-ink-soft">{message('limits.loading')}</span>
        ) : (
          <>
            {view.words} <span className="font-normal text-ink-soft">ligados</span>
            {view.paused === null ? null : <span className="font-normal text-ink-soft"> {view.paused}</span>}
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
  return (
    <Fact
      name="Pessoas"
      more={
        state === 'cancelled' || state === 'overdue' ? null : (
          <MoreLink href={PEOPLE_PAGE}>
            {total > 1 && taken < total ? 'Convidar alguém' : 'Ver as pessoas'}
          </MoreLink>
        )
      }
    >
      {taken} de {total} {total === 1 ? 'pessoa' : 'pessoas'}
    </Fact>
  );
}
