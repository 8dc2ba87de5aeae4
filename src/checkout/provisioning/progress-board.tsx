/** The progress page after the sign-in. */

import { useMemo } from 'react';
import { message } from '#domain/messages/provisioning.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { FirstMonitorForm } from '#form/first-monitor.tsx';
import { WorksElsewhere } from '#form/works-elsewhere.tsx';
import { catalog } from '#lib/catalog.ts';
import { storedChoice } from '#lib/chosen-plan.ts';
import { settings, tenantUrl } from '#lib/settings.ts';
import { lasting } from '#lib/storage.ts';
import { withQueries } from '#session/queries.tsx';
import type { AuthenticatedSession } from '#session/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { FirstSteps } from '#ui/first-steps.tsx';
import { type BeatRun, Heartbeat } from '#ui/heartbeat.tsx';
import { Instead } from '#ui/instead.tsx';
import { Waiting } from '#ui/waiting.tsx';
import type { StepState } from './derive-steps.ts';
import { InstanceDetails } from './instance-details.tsx';
import { StepList } from './step-list.tsx';
import { type Provisioning, useHighest, useNow, useProvisioning } from './use-provisioning.ts';
import { announcement, isSettled, type ProvisioningView, provisioningView, readExpected } from './view.ts';

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

const comingSoon =
  'Leva poucos minutos. Você pode fechar esta página: quando tudo estiver pronto, avisamos por e-mail.';
/** Progress during and right after the creation; hidden for older environments. */
const leads: Readonly<Partial<Record<ProvisioningView['phase'], string>>> = {
  waiting: comingSoon,
  unpaid: comingSoon,
  working: comingSoon,
  done: 'O endereço do seu ambiente também foi por e-mail.',
  failed: 'A criação parou no meio do caminho. O seu subdomínio continua reservado.',
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
  if (view.phase === 'no-order') return <NoOrder />;
  if (view.phase === 'member')
    return <WorksElsewhere tenant={status?.membroDe ?? null} sentence={message('provisioning.member')} />;
  if (view.phase === 'suspended' || view.phase === 'ended') return <NotRunning view={view} />;
  if (view.phase === 'closed') return <Closed view={view} />;
  return <Progress view={view} provisioning={provisioning} elapsedMs={elapsedMs} />;
});

interface ProgressProps {
  readonly view: ProvisioningView;
  readonly provisioning: Provisioning;
  /** `null` before the order is known. */
  readonly elapsedMs: number | null;
}

/** Where it stands, what is waited for and what to do come before the steps: a phone shows that much. */
function Progress({ view, provisioning, elapsedMs }: ProgressProps) {
  return (
    <div className="grid gap-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="grid min-w-0 content-start gap-4 sm:gap-5">
        <div>
          <p className="mb-2 flex items-baseline justify-between gap-4">
            <span className="font-semibold">Progresso</span>
            <span className="font-display text-2xl font-semibold tabular-nums">{view.percent}%</span>
          </p>
          <Heartbeat
            label={`${view.percent}% concluído`}
            runs={view.steps.flatMap((step) => beats[step.state])}
          />
        </div>
        {/* The notices of the other states say it in full. */}
        <p role="status" className={view.phase === 'working' ? 'text-lg leading-7 font-semibold' : 'sr-only'}>
          {announcement(view)}
        </p>
        <Waiting isOn={view.phase === 'waiting'}>{message('waiting.status')}</Waiting>
        <Notices view={view} provisioning={provisioning} />
        <MainAction view={view} provisioning={provisioning} />
        <p className="max-w-prose text-ink-soft">{leads[view.phase]}</p>
        {view.phase === 'working' || view.phase === 'done' ? (
          <FirstMonitorForm
            id="primeiro-monitor-titulo"
            otherwise={view.phase === 'done' ? <FirstAlert view={view} /> : null}
          />
        ) : null}
        <StepList steps={view.steps} />
      </div>
      <div className="grid min-w-0 content-start gap-5">
        <InstanceDetails view={view} elapsedMs={elapsedMs} />
        <div className="grid gap-3">
          {view.phase === 'done' ? (
            <Button href="/conta" variant="secondary" isWide>
              Ver minha conta
            </Button>
          ) : view.phase === 'failed' ? null : (
            <StartButton provisioning={provisioning} label={message('provisioning.recheck')} />
          )}
          <Button href="/" variant="quiet" isWide>
            Voltar ao início
          </Button>
        </div>
      </div>
    </div>
  );
}

function FirstAlert({ view }: { readonly view: ProvisioningView }) {
  return (
    <section aria-labelledby="primeiro-aviso-titulo" className="grid gap-4 border-t border-line pt-5">
      <h2 id="primeiro-aviso-titulo" className="text-lg">
        {message('first-alert.title')}
      </h2>
      <FirstSteps heartbeatSeconds={catalog.plan(view.plan).limits.heartbeatSeconds} />
    </section>
  );
}

function Notices({ view, provisioning }: { view: ProvisioningView; provisioning: Provisioning }) {
  const { status, hasFailed, hasStartFailed } = provisioning;
  return (
    <div className="grid gap-4 empty:hidden">
      {view.phase === 'done' ? (
        <Alert tone="success" title={message('provisioning.done')}>
          <p className="wrap-anywhere">{addressOf(view, status?.url)}</p>
        </Alert>
      ) : null}
      {view.phase === 'failed' ? (
        <Alert tone="error" role="alert">
          <p>{message('provisioning.error')}</p>
          <a href={`mailto:${settings.supportEmail}`} className="font-semibold underline">
            Falar com o suporte
          </a>
        </Alert>
      ) : null}
      {view.phase === 'unpaid' ? (
        <Alert tone="warning" role="status">
          <p>{message('error.payment-pending')}</p>
          <p>Já pagou? A confirmação leva alguns instantes e esta página continua sozinha.</p>
        </Alert>
      ) : null}
      {view.isRetrying && view.phase !== 'done' ? (
        <Alert tone="warning" role="status">
          {message('provisioning.retrying')}
        </Alert>
      ) : null}
      {hasFailed ? (
        <Alert tone="warning" role="status">
          {message('provisioning.status-failed')}
        </Alert>
      ) : null}
      {hasStartFailed ? (
        <Alert tone="error" role="alert">
          {message('provisioning.start-failed')}
        </Alert>
      ) : null}
    </div>
  );
}

/** What the state asks for, if anything. */
function MainAction({ view, provisioning }: Omit<ProgressProps, 'elapsedMs'>) {
  const { status } = provisioning;
  const address = view.phase === 'done' ? addressOf(view, status?.url) : status?.paymentUrl;
  return (
    <div className="grid gap-3 empty:hidden sm:max-w-xs">
      {view.phase === 'failed' ? (
        <StartButton provisioning={provisioning} label={message('provisioning.retry')} variant="primary" />
      ) : (view.phase === 'done' || view.phase === 'unpaid') && address !== undefined ? (
        <Button href={address} size="lg" isWide>
          {view.phase === 'done' ? message('provisioning.open') : 'Pagar agora'}
        </Button>
      ) : null}
    </div>
  );
}

interface StartButtonProps {
  readonly provisioning: Provisioning;
  readonly label: string;
  readonly variant?: 'primary' | 'secondary';
}

function StartButton({
  provisioning: { isStarting, start },
  label,
  variant = 'secondary',
}: StartButtonProps) {
  return (
    <>
      <Button variant={variant} isWide isPending={isStarting} onClick={() => isStarting || start()}>
        {isStarting ? message('checkout.sending') : label}
      </Button>
      <Waiting isOn={isStarting}>{message('waiting.server')}</Waiting>
    </>
  );
}

function NoOrder() {
  return (
    <Instead
      actions={
        <>
          <Button href="/checkout">Escolher um plano</Button>
          <HomeLink />
        </>
      }
    >
      <p>{message('provisioning.no-order')}</p>
    </Instead>
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

/** For an environment that is not running; the account page has the details. */
function NotRunning({ view }: { view: ProvisioningView }) {
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
        <p>{message(view.phase === 'suspended' ? 'provisioning.suspended' : 'provisioning.ended')}</p>
      </Instead>
      <InstanceDetails view={view} />
    </div>
  );
}

/** Address from the server, else from the template. */
function addressOf(view: ProvisioningView, url: string | undefined): string {
  return url ?? tenantUrl(view.tenant ?? '');
}
