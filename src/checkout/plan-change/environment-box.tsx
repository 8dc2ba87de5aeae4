/** The environment: address, plan and usage. */
import { Fragment } from 'react';
import type { Limits } from '#domain/api-schemas/limits.ts';
import { limitNotice, monitorUse, usageView } from '#domain/limits/usage.ts';
import { message } from '#domain/messages/plan-change.ts';
import { normalizePlanId } from '#domain/plans/ids.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { keptBy } from '#form/gate/caller.ts';
import { ApiError } from '#lib/api.ts';
import { catalog } from '#lib/catalog.ts';
import type { TenantQuota } from '#lib/quota.ts';
import { tenantUrl } from '#lib/settings.ts';
import { type LimitsRead, useLimits } from '#lib/use-limits.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { Heartbeat } from '#ui/heartbeat.tsx';
import { LimitsNotices } from '#ui/limits-notices.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useIsSlow, Waiting } from '#ui/waiting.tsx';
import type { OffersRead } from './use-offers.ts';
import type { UpgradeChoice } from './use-upgrade-choice.ts';

interface EnvironmentBoxProps {
  readonly tenant: string | null;
  readonly choice: UpgradeChoice;
}

/** Box next to the plans. */
export const box =
  'grid min-w-0 content-start gap-4 rounded-xl border border-line-strong bg-surface p-5 sm:p-6';

export function EnvironmentBox({
  tenant,
  choice: { tenantPlan, read, isSigningIn, signIn },
}: EnvironmentBoxProps) {
  // The offers tell whether the account owns the environment; a member would be refused the limits too.
  const limitsRead = useLimits(tenantPlan.status === 'known' && mayOwn(read));
  return (
    <section aria-labelledby="ambiente-titulo" className={`${box} min-h-58 lg:col-start-2 lg:row-start-1`}>
      <div>
        <h2 id="ambiente-titulo" className="text-xl">
          Seu Vigia
        </h2>
        {tenant === null ? null : (
          <p className="mt-1 font-code text-[0.9375rem] wrap-anywhere text-ink-soft">
            {shownAddress(tenantUrl(tenant))}
          </p>
        )}
      </div>
      {tenantPlan.status === 'checking' ? <LookingForSession /> : null}
      {tenantPlan.status === 'visitor' ? (
        <>
          <p className="text-ink-soft">Entre na sua conta para ver o plano atual, o uso e mudar de plano.</p>
          <Button variant="secondary" isWide isPending={isSigningIn} onClick={() => void signIn()}>
            Entrar
          </Button>
          <Waiting isOn={isSigningIn}>{message('session.slow')}</Waiting>
        </>
      ) : null}
      {tenantPlan.status === 'known' ? (
        <>
          <Usage quota={tenantPlan.quota} limitsRead={limitsRead} />
          {limitsRead.limits === null ? null : <PlanLimits limits={limitsRead.limits} />}
        </>
      ) : null}
    </section>
  );
}

const mayOwn = ({ offers, error }: OffersRead): boolean =>
  offers !== null || (error !== null && keptBy(error) === null);

function LookingForSession() {
  const isSlow = useIsSlow(true);
  return (
    <p role="status" className="flex items-center gap-3 text-ink-soft noscript:hidden">
      <Spinner />
      {message(isSlow ? 'session.slow' : 'session.checking')}
    </p>
  );
}

interface UsageProps {
  readonly quota: TenantQuota;
  readonly limitsRead: LimitsRead;
}

function Usage({ quota, limitsRead: { limits, isLoading } }: UsageProps) {
  const use = monitorUse(quota, limits);
  const usage = usageView(use);
  // The limits' own notice already says that there are too many.
  const notice = limits?.number === undefined ? limitNotice(use, quota.canCreate) : null;
  const { failure, exact, prohibited = 0 } = quota;
  // The limits say it better where they are known.
  const isAlone = limits === null && !isLoading;
  return (
    <>
      <FactList
        rows={[
          [message('upgrade.current'), catalog.plan(limits?.plan ?? normalizePlanId(quota.plan)).name],
          [
            'Uso',
            <Fragment key="use">
              {usage.words}
              {usage.paused === null ? null : <span className="font-normal"> {usage.paused}</span>}
            </Fragment>,
          ],
        ]}
      />
      <Heartbeat size="sm" label={`${usage.words} em uso`} runs={usage.runs} />
      {failure === undefined || !isAlone ? null : (
        <Alert tone="warning" role="status">
          <p>
            Não foi possível ler o plano e o uso agora. Mostramos os do plano gratuito; antes de mudar, o
            plano verdadeiro é conferido.
          </p>
          {failure instanceof ApiError && failure.body ? <p>{failure.body.error}</p> : null}
        </Alert>
      )}
      {failure === undefined && !exact && isAlone ? (
        <p className="text-[0.9375rem] leading-6 text-ink-soft">
          Contagem aproximada: monitores que ainda não foram verificados podem faltar.
        </p>
      ) : null}
      {notice === null ? null : <Alert tone="warning">{notice}</Alert>}
      {prohibited > 0 ? (
        <Alert tone="warning">
          <p>
            {prohibited === 1 ? '1 monitor não segue' : `${prohibited} monitores não seguem`} os{' '}
            <a href="/termos" className="underline">
              termos de uso
            </a>
            : endereço IP direto ou .onion.
          </p>
        </Alert>
      ) : null}
    </>
  );
}

/** The account page's notices; nothing for visitors without access or while the data is unknown. */
function PlanLimits({ limits }: { limits: Limits }) {
  return (
    <>
      <LimitsNotices limits={limits} />
      {limits.number !== undefined && limits.isEnforced ? (
        <a href="/conta" className="font-semibold text-ink underline underline-offset-4">
          Escolher os monitores que continuam
        </a>
      ) : null}
    </>
  );
}
