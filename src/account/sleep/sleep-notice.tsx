/** Says that a free environment will sleep, sleeps, or wakes; with the button that wakes it. */
import { businessDay, formatDay } from '#domain/billing/days.ts';
import { message } from '#domain/messages/account.ts';
import { UNWATCHED_DAYS, wakeWords } from '#domain/tenants/sleep.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { catalog } from '#lib/catalog.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { Spinner } from '#ui/spinner.tsx';
import type { SleepRead } from './use-sleep.ts';

interface SleepNoticeProps {
  readonly read: SleepRead;
  /** Address of the panel. */
  readonly url: string;
}

const dayOf = (moment: string): string => formatDay(businessDay(Date.parse(moment)));

export function SleepNotice({ read, url }: SleepNoticeProps) {
  const { isAsleep, waking, sleep } = read;
  if (isAsleep) return <Asleep read={read} />;
  if (waking !== null) return <Waking waking={waking} url={url} />;
  return sleep.sleepsAt === undefined ? null : <SleepsSoon day={dayOf(sleep.sleepsAt)} url={url} />;
}

function Asleep({ read: { sleep, wake } }: Pick<SleepNoticeProps, 'read'>) {
  return (
    <div className="grid gap-3">
      <Notice
        tone={sleep.removesAt === undefined ? 'info' : 'warning'}
        title={
          sleep.since === undefined
            ? 'Este painel está dormindo'
            : `Seu Vigia está dormindo desde ${dayOf(sleep.since)}`
        }
        action={
          <Button isPending={wake.isPending} disabled={wake.isPending} onClick={() => wake.mutate()}>
            Acordar
          </Button>
        }
      >
        Nenhum monitor estava ligado havia {UNWATCHED_DAYS} dias, e no plano {catalog.plan('free').name} um
        painel sem nada para vigiar dorme. Nada foi apagado: acordar leva cerca de {wakeWords()}, e ele volta
        como estava.
        {sleep.removesAt === undefined ? null : (
          <span className="mt-2 block font-semibold">
            Se ninguém o acordar, ele é apagado em {dayOf(sleep.removesAt)}, com monitores e histórico.
          </span>
        )}
      </Notice>
      <FailureAlert toast={wake.error?.toast} />
    </div>
  );
}

function Waking({ waking, url }: { waking: NonNullable<SleepRead['waking']>; url: string }) {
  if (waking === 'ready')
    return (
      <Notice
        tone="success"
        role="status"
        title="Seu Vigia está acordado"
        action={<Button href={`${url}/dashboard`}>Abrir o painel</Button>}
      >
        Ele está como antes. Para ficar no ar, ligue um monitor.
      </Notice>
    );
  return (
    <Notice tone="info" role="status" title="Acordando o seu Vigia">
      <span className="flex items-start gap-3">
        <Spinner className="mt-1.5 shrink-0" />
        <span>
          {waking === 'late' ? message('sleep.late') : message('sleep.waking', { tempo: wakeWords() })}
        </span>
      </span>
    </Notice>
  );
}

const SleepsSoon = ({ day, url }: { day: string; url: string }) => (
  <Notice
    tone="warning"
    title={`Seu Vigia vai dormir em ${day}`}
    action={<Button href={`${url}/dashboard`}>Abrir o painel</Button>}
  >
    Nenhum monitor está ligado, e no plano {catalog.plan('free').name} um painel sem nada para vigiar por{' '}
    {UNWATCHED_DAYS} dias dorme. Ligue um monitor, e ele continua no ar.
  </Notice>
);
