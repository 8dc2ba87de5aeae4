/** The progress page after the sign-in. */

import { useMemo } from 'react';
import { message } from '#domain/messages/provisioning.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { FirstMonitorForm } from '#form/first-monitor.tsx';
import { Gate } from '#form/gate/gate.tsx';
import { NowHeadline } from '#form/now/now-headline.tsx';
import { useNowRead } from '#form/now/use-now-read.ts';
import { storedChoice } from '#lib/chosen-plan.ts';
import { settings } from '#lib/settings.ts';
import { lasting } from '#lib/storage.ts';
import { withQueries } from '#session/queries.tsx';
import type { AuthenticatedSession } from '#session/session.ts';
import { Button } from '#ui/button.tsx';
import { WhoIsTold } from '#ui/first-steps.tsx';
import { type BeatRun, Heartbeat } from '#ui/heartbeat.tsx';
import { Instead } from '#ui/instead.tsx';
import type { StepState } from './derive-steps.ts';
import { InstanceDetails } from './instance-details.tsx';
import { Standing, StartButton } from './standing.tsx';
import { StepList } from './step-list.tsx';
import { type Provisioning, useHighest, useNow, useProvisioning } from './use-provisioning.ts';
import { isSettled, type ProvisioningView, provisioningView, readExpected } from './view.ts';

/** Pills per step. A running step fills only a few, so that the strip never shows more than the percentage. */
const beats: Record<StepState, readonly BeatRun[]> = {
  pending: [{ state: 'idle', count: 10 }],
  running: [
    { state: 'running', count: 3 },
    { state: 'idle', count: 7 },
  ],
  done: [{ state: 'up', count: 10 }],
  error: [{ state: 'down', count: 10 }],
};

export const ProgressBoard = withQueries(function Board({ session }: { session: AuthenticatedSession }) {
  const expected = useMemo(
    () => readExpected(window.location.search, { ...storedChoice(), subdomain: lasting.read('subdominio') }),
    [],
  );
  const provisioning = useProvisioning(session);
  const { status } = provisioning;
  const view = provisioningView(status, expected);
  const now = useNow(!isSettled(view));
  const end = view.phase === 'done' && status ? Date.parse(status.updatedAt) : now;
  const elapsedMs = useHighest(status?.criadoEm, (since) => end - Date.parse(since));
  if (view.phase === 'no-order') return <Gate kept={{ who: 'nobody' }} />;
  if (view.phase === 'member') return <Gate kept={{ who: 'member', tenant: status?.membroDe ?? null }} />;
  if (view.phase === 'suspended' || view.phase === 'asleep' || view.phase === 'ended')
    return <NotRunning phase={view.phase} view={view} />;
  if (view.phase === 'closed') return <Closed view={view} />;
  return <Progress view={view} provisioning={provisioning} elapsedMs={elapsedMs} />;
});

interface ProgressProps {
  readonly view: ProvisioningView;
  readonly provisioning: Provisioning;
  /** `null` before the order is known. */
  readonly elapsedMs: number | null;
}

/**
 * Where it stands, what is waited for and what to do come before the steps: a phone shows that much. The steps are last,
 * because they fold when all is done; everything above them keeps its place from the first paint.
 */
function Progress({ view, provisioning, elapsedMs }: ProgressProps) {
  const isUrgent = view.phase === 'unpaid' || view.phase === 'failed';
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
      <div className="grid min-w-0 content-start gap-4 sm:gap-5">
        <div className="max-w-220">
          <p className="mb-2 flex items-baseline justify-between gap-4">
            <span className="font-semibold">Progresso</span>
            <span className="font-display text-2xl font-semibold tabular-nums">{view.percent}%</span>
          </p>
          <Heartbeat
            label={`${view.percent}% concluído`}
            runs={view.steps.flatMap((step) => beats[step.state])}
          />
        </div>
        <Standing view={view} provisioning={provisioning} />
        <FirstMonitorForm
          id="primeiro-monitor-titulo"
          variant={isUrgent ? 'secondary' : 'primary'}
          otherwise={<NothingToAsk isReady={view.phase === 'done'} />}
        />
      </div>
      <div className="grid min-w-0 content-start gap-5 lg:row-span-2">
        <InstanceDetails view={view} elapsedMs={elapsedMs} />
        <div className="grid gap-3">
          {view.phase === 'done' ? (
            <Button href="/conta" variant="secondary" isWide>
              Ver minha conta
            </Button>
          ) : view.phase === 'failed' ? (
            <Button href={`mailto:${settings.supportEmail}`} variant="secondary" isWide>
              Falar com o suporte
            </Button>
          ) : (
            <StartButton provisioning={provisioning} label={message('provisioning.recheck')} />
          )}
          <Button href="/" variant="quiet" isWide>
            Voltar ao início
          </Button>
        </div>
      </div>
      <StepList steps={view.steps} className="min-w-0 lg:col-start-1" />
    </div>
  );
}

/** Who is told, once the environment has its monitors or the question cannot be asked. */
function NothingToAsk({ isReady }: { readonly isReady: boolean }) {
  if (!isReady)
    return <p className="border-t border-line pt-5 text-ink-soft">{message('provisioning.watch-later')}</p>;
  return (
    <section aria-labelledby="avisados-titulo" className="grid gap-4 border-t border-line pt-5">
      <HowItStands />
      <h2 id="avisados-titulo" className="text-lg">
        {message('provisioning.told-title')}
      </h2>
      <div className="text-ink-soft">
        <WhoIsTold />
      </div>
    </section>
  );
}

/** How the monitors stand, once there are some: the page goes on asking. */
function HowItStands() {
  const { now, isAsking } = useNowRead(true);
  return (
    <div className="min-h-20 sm:min-h-14">
      {now === undefined ? null : <NowHeadline now={now} isAsking={isAsking} />}
    </div>
  );
}

function HomeLink() {
  return (
    <Button href="/" variant="quiet">
      Voltar ao início
    </Button>
  );
}

/** For a closed order: the refund, and a link to order again. */
function Closed({ view: { givenBackCentavos } }: { view: ProvisioningView }) {
  return (
    <Instead
      tone="warning"
      actions={
        <>
          <Button href="/checkout">Escolher um plano</Button>
          <Button href="/suporte" variant="quiet">
            Falar com o suporte
          </Button>
        </>
      }
    >
      <p>{message('provisioning.closed')}</p>
      {givenBackCentavos === 0 ? null : (
        <p>O valor pago, {formatPrice(givenBackCentavos)}, volta inteiro para o cartão.</p>
      )}
    </Instead>
  );
}

const notRunning = {
  suspended: 'provisioning.suspended',
  asleep: 'provisioning.asleep',
  ended: 'provisioning.ended',
} as const;

/** For an environment that is not running; the account page has the details. */
function NotRunning({ phase, view }: { phase: keyof typeof notRunning; view: ProvisioningView }) {
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Instead
        tone="warning"
        actions={
          <>
            <Button href="/conta">Ver minha conta</Button>
            <HomeLink />
          </>
        }
      >
        <p>{message(notRunning[phase])}</p>
      </Instead>
      <InstanceDetails view={view} />
    </div>
  );
}
