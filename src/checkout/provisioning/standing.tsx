/**
 * Where the creation stands, in words, and what it asks for.
 *
 * One place of one height: a state replaces the one before, and nothing below moves.
 */
import { message } from '#domain/messages/provisioning.ts';
import { useFirstMonitor } from '#form/first-monitor.tsx';
import { tenantUrl } from '#lib/settings.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Waiting } from '#ui/waiting.tsx';
import type { Provisioning } from './use-provisioning.ts';
import { announcement, type ProvisioningView } from './view.ts';

interface StandingProps {
  readonly view: ProvisioningView;
  readonly provisioning: Provisioning;
}

export function Standing({ view, provisioning }: StandingProps) {
  const troubles = troublesOf(view, provisioning);
  return (
    <div className="grid min-h-58 content-start gap-4 sm:min-h-48">
      {/* The boxes of the other states say it in full. */}
      <p role="status" className={view.phase === 'working' ? 'text-lg leading-7 font-semibold' : 'sr-only'}>
        {announcement(view)}
      </p>
      <Waiting isOn={view.phase === 'waiting'}>{message('waiting.status')}</Waiting>
      <Box view={view} url={provisioning.status?.url} />
      <MainAction view={view} provisioning={provisioning} />
      {troubles.map(({ id, tone }) => (
        <Alert key={id} tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
          {message(id)}
        </Alert>
      ))}
      {view.phase === 'working' && troubles.length === 0 ? (
        <p className="max-w-prose text-ink-soft">
          Leva poucos minutos. Você pode fechar esta página: quando tudo estiver pronto, avisamos por e-mail.
        </p>
      ) : null}
    </div>
  );
}

/** What goes wrong at the moment; each ends by itself or with the next press. */
function troublesOf({ phase, isRetrying }: ProvisioningView, { hasFailed, hasStartFailed }: Provisioning) {
  return [
    ...(isRetrying && phase !== 'done' ? ([{ id: 'provisioning.retrying', tone: 'warning' }] as const) : []),
    ...(hasFailed ? ([{ id: 'provisioning.status-failed', tone: 'warning' }] as const) : []),
    ...(hasStartFailed ? ([{ id: 'provisioning.start-failed', tone: 'error' }] as const) : []),
  ];
}

function Box({ view, url }: { readonly view: ProvisioningView; readonly url: string | undefined }) {
  switch (view.phase) {
    case 'done':
      return (
        <Alert tone="success" title={message('provisioning.done')}>
          <p className="wrap-anywhere">{addressOf(view, url)}</p>
          <p>É o seu painel, onde você vê os seus sites. O endereço também foi por e-mail.</p>
        </Alert>
      );
    case 'failed':
      return (
        <Alert tone="error" role="alert">
          <p>{message('provisioning.error')}</p>
          <p>O endereço do seu painel continua reservado.</p>
        </Alert>
      );
    case 'unpaid':
      return (
        <Alert tone="warning" role="status">
          <p>{message('error.payment-pending')}</p>
          <p>Já pagou? A confirmação leva alguns instantes e esta página continua sozinha.</p>
        </Alert>
      );
    default:
      return null;
  }
}

/** What the state asks for, if anything. The environment waits while the page asks what to watch first. */
function MainAction({ view, provisioning }: StandingProps) {
  const { first, hasFailed } = useFirstMonitor();
  const isAsking = first === undefined ? !hasFailed : first.isOpen;
  const { status } = provisioning;
  const address = view.phase === 'done' ? addressOf(view, status?.url) : status?.paymentUrl;
  return (
    <div className="grid gap-3 empty:hidden sm:max-w-xs">
      {view.phase === 'failed' ? (
        <StartButton provisioning={provisioning} label={message('provisioning.retry')} variant="primary" />
      ) : (view.phase === 'done' || view.phase === 'unpaid') && address !== undefined ? (
        <Button
          href={address}
          size="lg"
          variant={view.phase === 'done' && isAsking ? 'secondary' : 'primary'}
          isWide
        >
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

export function StartButton({
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

/** Address from the server, else from the template. */
function addressOf(view: ProvisioningView, url: string | undefined): string {
  return url ?? tenantUrl(view.tenant ?? '');
}
