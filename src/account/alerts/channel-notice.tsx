/** Says when alerts are off in the panel, and switches them on again. */
import type { AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { useAlertsChange } from './use-alerts.ts';

interface ChannelNoticeProps {
  readonly view: AlertsView;
  readonly onDone: (sentence: string) => void;
}

/** Names of monitors on the page; the rest is counted. */
const NAMES_MAX = 5;

export function ChannelNotice({ view: { canal, desligados }, onDone }: ChannelNoticeProps) {
  const attach = useAlertsChange(() => onDone(message('alerts.attached')));
  const failure = <FailureAlert toast={attach.error?.toast} />;
  const waiting = <Waiting isOn={attach.isPending}>{message('waiting.server')}</Waiting>;
  if (canal === 'preparando')
    return (
      <p role="status" className="text-ink-soft">
        {message('alerts.preparing')}
      </p>
    );
  if (canal === 'apagado')
    return (
      <div className="grid gap-4">
        <Notice
          tone="warning"
          title={message('alerts.deleted-title')}
          action={
            <Button isPending={attach.isPending} onClick={() => attach.mutate({ kind: 'attach' })}>
              Ligar os avisos de novo
            </Button>
          }
        >
          {message('alerts.deleted')}
        </Notice>
        {failure}
        {waiting}
      </div>
    );
  if (desligados.length === 0) return null;
  const names = desligados.slice(0, NAMES_MAX).map(({ nome }) => nome);
  const left = desligados.length - names.length;
  return (
    <div className="grid gap-4">
      <Notice
        title={
          desligados.length === 1
            ? 'Um monitor está sem os avisos'
            : `${desligados.length} monitores estão sem os avisos`
        }
        action={
          <Button
            variant="secondary"
            isPending={attach.isPending}
            onClick={() => attach.mutate({ kind: 'attach', monitors: desligados.map(({ id }) => id) })}
          >
            Avisar sobre {desligados.length === 1 ? 'ele' : 'eles'} também
          </Button>
        }
      >
        O canal “Avisos da Vigia” foi tirado de {names.join(', ')}
        {left > 0 ? ` e mais ${left}` : ''}, no painel. O que mudar neles não é avisado.
      </Notice>
      {failure}
      {waiting}
    </div>
  );
}
