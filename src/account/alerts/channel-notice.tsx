/** Says when alerts are off in the panel, or which monitors no channel tells of, and switches them on again. */
import type { AlertsView } from '#domain/api-schemas/alerts.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/alerts.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Waiting } from '#ui/waiting.tsx';
import type { Acts } from './use-acts.ts';

interface ChannelNoticeProps {
  readonly view: AlertsView;
  readonly acts: Acts;
}

/** Names of monitors on the page; the rest is counted. */
const NAMES_MAX = 5;

/** Only the owner switches alerts on again. */
export function ChannelNotice({ view, acts }: ChannelNoticeProps) {
  const { channel, detached, untold, unchecked } = view;
  const isOwner = view.role === 'owner';
  const attach = acts.of('attach');
  const failure = <FailureAlert toast={attach.error?.toast} />;
  const waiting = <Waiting isOn={attach.isOwn}>{message('waiting.server')}</Waiting>;
  if (channel === 'none')
    return (
      <p role="status" className="text-ink-soft">
        {message('alerts.preparing')}
      </p>
    );
  if (channel === 'deleted')
    return (
      <div className="grid gap-4">
        <Notice
          tone="warning"
          title={message('alerts.deleted-title')}
          action={
            isOwner ? (
              <Button isPending={attach.isOwn} onClick={() => acts.send({ kind: 'attach' })}>
                Ligar os avisos de novo
              </Button>
            ) : null
          }
        >
          {message(isOwner ? 'alerts.deleted' : 'alerts.deleted-member')}
        </Notice>
        {failure}
        {waiting}
      </div>
    );
  const others = detached.filter(({ id }) => untold.every((each) => each.id !== id));
  const attachTo = (monitors: AlertsView['detached'], label: string) =>
    isOwner ? (
      <Button
        variant="secondary"
        isPending={attach.isOwn}
        onClick={() => acts.send({ kind: 'attach', monitors: monitors.map(({ id }) => id) })}
      >
        {label}
      </Button>
    ) : null;
  if (untold.length + others.length + unchecked.length === 0) return null;
  return (
    <div className="grid gap-4">
      {untold.length > 0 ? (
        <Notice
          tone="warning"
          title={
            untold.length === 1
              ? 'Um monitor está sem canal nenhum'
              : `${untold.length} monitores estão sem canal nenhum`
          }
          action={attachTo(untold, `Ligar os avisos ${untold.length === 1 ? 'nele' : 'neles'}`)}
        >
          {message(isOwner ? 'alerts.untold' : 'alerts.untold-member', { nomes: namesOf(untold) })}
        </Notice>
      ) : null}
      {unchecked.length > 0 ? (
        <Notice
          tone="warning"
          title={
            unchecked.length === 1
              ? 'Um monitor está sem checagem'
              : `${unchecked.length} monitores estão sem checagem`
          }
        >
          {message('alerts.unchecked', { nomes: namesOf(unchecked.map(withSince)) })}
        </Notice>
      ) : null}
      {others.length > 0 ? (
        <Notice
          title={
            others.length === 1
              ? 'Um monitor está sem os avisos'
              : `${others.length} monitores estão sem os avisos`
          }
          action={attachTo(others, `Avisar sobre ${others.length === 1 ? 'ele' : 'eles'} também`)}
        >
          {message('alerts.detached', { nomes: namesOf(others) })}
        </Notice>
      ) : null}
      {failure}
      {waiting}
    </div>
  );
}

/** Its name, with the time of its last check. */
const withSince = ({ name: nome, since }: AlertsView['unchecked'][number]) => ({
  name:
    since === null
      ? message('alerts.never-checked', { nome })
      : message('alerts.unchecked-since', { nome, desde: formatMoment(since) }),
});

/** "Loja, Blog e mais 3". */
function namesOf(monitors: readonly { readonly name: string }[]): string {
  const left = monitors.length - NAMES_MAX;
  const names = monitors.slice(0, NAMES_MAX).map(({ name }) => name);
  return `${names.join(', ')}${left > 0 ? ` e mais ${left}` : ''}`;
}
