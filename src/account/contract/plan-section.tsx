/** The contracted plan, with a link to change it. */

import { accountStateWords, canBuy, canChangePlan } from '#account/account-words.ts';
import type { AccountResponse } from '#domain/api-schemas/account.ts';
import { formatDay, formatMoment } from '#domain/billing/days.ts';
import { versionPath } from '#domain/orders/order.ts';
import { alertLabel, alertNote, alertTime } from '#domain/plans/alert-time.ts';
import { cycleNames, perCycle } from '#domain/plans/cycle-words.ts';
import { formatHeartbeat } from '#domain/plans/limits.ts';
import { catalog } from '#lib/catalog.ts';
import { upgradeCheckoutPath, upgradePath } from '#lib/upgrade-address.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { Section } from '#ui/section.tsx';
import { priceWords } from './charge-words.ts';

interface PlanSectionProps {
  readonly account: AccountResponse;
  /** The account is being deleted: nothing can be bought. */
  readonly isLeaving: boolean;
}

export function PlanSection({ account, isLeaving }: PlanSectionProps) {
  const { name, limits } = catalog.plan(account.plan);
  const state = accountStateWords[account.state];
  return (
    <Section id="plano-titulo" title="Plano" mark={<Badge tone={state.tone}>{state.label}</Badge>}>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="font-display text-3xl leading-tight font-semibold">{name}</span>
        <span className="text-ink-soft tabular-nums">{priceWords(account)}</span>
      </p>
      <FactList
        isTight
        rows={[
          ['Monitores ligados', `até ${limits.monitors}`],
          ['Pessoas', `até ${limits.users}`],
          ['Menor intervalo', formatHeartbeat(limits.heartbeatSeconds)],
          [alertLabel, alertTime(limits.heartbeatSeconds)],
        ]}
      />
      <p className="text-ui leading-6 text-ink-soft">{alertNote}</p>
      <Trust account={account} />
      {canChangePlan(account) && !isLeaving ? (
        <div>
          <Button href={upgradePath(account.tenant)} variant="secondary">
            Mudar de plano
          </Button>
        </div>
      ) : null}
      {isLeaving ? null : <CycleChange account={account} />}
      <AcceptedContract account={account} />
    </Section>
  );
}

/** Says that the plan is granted on trust, and until when. */
function Trust({ account: { plan, trust } }: { account: AccountResponse }) {
  if (trust === undefined) return null;
  const inForce = catalog.plan(plan).name;
  const paid = catalog.plan(trust.paidPlan).name;
  return (
    <p className="text-ui leading-6 text-ink-soft">
      O plano {inForce} vale até {formatDay(trust.until)} porque a próxima cobrança é a dele; até lá, o plano
      pago é o {paid}. Se a renovação for cancelada antes, o {paid} volta na hora.
    </p>
  );
}

/** The contract as it was accepted, at an address whose text never changes (Decreto 7.962/2013, art. 4, IV). */
function AcceptedContract({ account: { acceptance } }: { account: AccountResponse }) {
  if (acceptance === undefined) return null;
  const { termsVersion, rulesVersion, at } = acceptance;
  const link = 'text-signal underline underline-offset-4';
  return (
    <p className="text-ui leading-6 text-ink-soft">
      Contrato aceito em {formatMoment(at)}:{' '}
      <a href={versionPath('termos', termsVersion)} className={link}>
        termos de uso
      </a>
      {rulesVersion === undefined ? null : (
        <>
          {' e '}
          <a href={versionPath('regras-de-cobranca', rulesVersion)} className={link}>
            regras de cobrança
          </a>
        </>
      )}
      .
    </p>
  );
}

/** Link to change the cycle; the target page explains it. */
function CycleChange({ account }: { account: AccountResponse }) {
  const { tenant, state, renewal } = account;
  if (state !== 'active' || renewal === undefined || !canBuy(account)) return null;
  const { plan, dueOn } = renewal;
  const cycle = renewal.cycle === 'monthly' ? 'yearly' : 'monthly';
  const price = catalog.formatPrice(catalog.priceCentavos(plan, cycle));
  return (
    <p className="text-ui leading-6">
      <a
        href={upgradeCheckoutPath(tenant, { plan, cycle })}
        className="text-signal underline underline-offset-4"
      >
        Mudar para {cycleNames[cycle].toLowerCase()}: {price} {perCycle[cycle]} a partir de {formatDay(dueOn)}
      </a>
    </p>
  );
}
