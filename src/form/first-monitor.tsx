/**
 * "O que vigiar primeiro?": asks for one address, and shows the first checks of its monitor as they come.
 *
 * Keeps its place from the first paint: question, checks and what is shown instead take the same room, so that nothing
 * below moves when an answer comes. Never in the way: a failure shows what the page has instead. An address that was typed
 * on the landing page is asked for at once; one that may not be watched waits in the field.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { checkFirstAddress } from '#domain/alerts/first-address.ts';
import { FirstMonitor, firstMonitorEndpoint } from '#domain/api-schemas/alerts.ts';
import { ruled } from '#domain/api-schemas/field.ts';
import type { Now, NowMonitor } from '#domain/api-schemas/now.ts';
import { message } from '#domain/messages/alerts.ts';
import { timeAt } from '#domain/now/headline.ts';
import { standingOf } from '#domain/now/standing.ts';
import { sinceOf, standingWords, whyDown } from '#domain/now/words.ts';
import { ask, post } from '#lib/api.ts';
import { forgetFirstAddress, keptFirstAddress } from '#lib/first-address.ts';
import type { ButtonVariant } from '#ui/button.tsx';
import { WhoIsTold } from '#ui/first-steps.tsx';
import { CheckStrip } from './now/check-strip.tsx';
import { useNowRead } from './now/use-now-read.ts';
import { TextForm } from './text-form.tsx';
import { useChange } from './use-change.ts';

/** While a first check is expected. */
const SOON_MS = 2_000;
const firstMonitorKey = ['first-monitor'];

/** Until the first check; how the monitor stands from then on is read as on the account's page. */
function nextReading(first: FirstMonitor | undefined): number | false {
  const asked = first?.asked ?? null;
  if (asked === null || asked.state === 'refused' || asked.state === 'deleted') return false;
  return asked.state === 'waiting' || asked.beats.length === 0 ? SOON_MS : false;
}

/** The height of the form, on a phone and wider. */
const PLACE = 'min-h-92 sm:min-h-74';

/** What was asked for and its first checks. */
export function useFirstMonitor() {
  const { data: first, isError } = useQuery({
    queryKey: firstMonitorKey,
    queryFn: ({ signal }) => ask(firstMonitorEndpoint, FirstMonitor, { signal }),
    refetchInterval: ({ state }) => nextReading(state.data),
    refetchOnWindowFocus: true,
  });
  return { first, hasFailed: isError && first === undefined };
}

interface FirstMonitorFormProps {
  /** Id of the title. */
  readonly id: string;
  readonly level?: 'h2' | 'h3';
  /** Of the button; `secondary` where the page has a more urgent one. */
  readonly variant?: ButtonVariant | undefined;
  /** Shown in its place where nothing can be asked: never beside it, because a page has one first task. */
  readonly otherwise: ReactNode;
}

export function FirstMonitorForm({ id, level: Title = 'h2', variant, otherwise }: FirstMonitorFormProps) {
  const { first, hasFailed } = useFirstMonitor();
  const isClosed = first !== undefined && !first.isOpen && first.asked === null;
  if (hasFailed || isClosed) return <div className={PLACE}>{otherwise}</div>;
  const asked = first === undefined || first.isOpen ? null : first.asked;
  return (
    <section aria-labelledby={id} className={`grid content-start gap-4 border-t border-line pt-5 ${PLACE}`}>
      <Title id={id} className="text-lg">
        {message('first-monitor.title')}
      </Title>
      {asked !== null ? (
        <Asked asked={asked} />
      ) : first !== undefined ? (
        <AddressForm first={first} variant={variant} />
      ) : null}
    </section>
  );
}

const AddressRequest = z.object({ address: ruled(checkFirstAddress, message) });

interface AddressFormProps extends Pick<FirstMonitorFormProps, 'variant'> {
  readonly first: FirstMonitor;
}

function AddressForm({ first: { suggested, asked }, variant }: AddressFormProps) {
  const queries = useQueryClient();
  const asking = useChange(
    (address: string) => post(firstMonitorEndpoint, FirstMonitor, { body: { address }, timeoutMs: 45_000 }),
    { title: message('alerts.failed-title') },
    (first) => {
      forgetFirstAddress();
      queries.setQueryData(firstMonitorKey, first);
    },
  );
  const [carried] = useState(keptFirstAddress);
  const { mutate } = asking;
  const isNew = asked === null;
  useEffect(() => {
    const checked = isNew && carried !== null ? checkFirstAddress(carried) : null;
    if (checked?.ok) mutate(checked.value);
  }, [carried, isNew, mutate]);
  return (
    <TextForm
      id="primeiro-endereco"
      name="address"
      label="Endereço do site"
      hint={message('first-monitor.permission')}
      input={{ type: 'url', inputMode: 'url', autoComplete: 'off', placeholder: 'loja.com.br' }}
      opening={asked?.address ?? carried ?? suggested ?? ''}
      request={AddressRequest}
      change={asking}
      send={(address) => asking.mutate(address)}
      variant={variant}
      action={asking.isPending ? message('checkout.sending') : 'Vigiar este site'}
      lead={
        asked?.state === 'refused' ? (
          <p className="text-down-text">{message('first-monitor.refused', { motivo: asked.detail ?? '' })}</p>
        ) : (
          <p className="text-ink-soft">{message('first-monitor.lead')}</p>
        )
      }
    />
  );
}

type AskedMonitor = NonNullable<FirstMonitor['asked']>;

const upWords = (ping: number | null): string =>
  ping === null ? message('first-monitor.up') : message('first-monitor.up-ms', { ms: Math.round(ping) });

const newestWords = {
  down: 'first-monitor.down',
  pending: 'first-monitor.retried',
  maintenance: 'first-monitor.maintenance',
} as const;

/** What its newest check says, until it is known how it stands. */
function firstWords({ state, beats }: AskedMonitor): string {
  if (state === 'deleted') return message('first-monitor.deleted');
  if (state === 'waiting') return message('first-monitor.queued');
  const newest = beats.at(-1);
  if (newest === undefined) return message('first-monitor.made');
  return newest.status === 'up' ? upWords(newest.ping) : message(newestWords[newest.status]);
}

/** How it stands; `null` where only its first checks are known. */
function standingSentence(monitor: NowMonitor, { isCurrent, heardAt }: Now): string | null {
  const now = Date.now();
  const standing = standingOf(monitor, isCurrent, now);
  switch (standing.kind) {
    case 'waiting':
      return null;
    case 'up':
      return upWords(monitor.ping);
    case 'retried':
      return message('first-monitor.retried');
    case 'down': {
      const why = whyDown(monitor, now);
      const since = standing.since === null ? '' : ` desde ${timeAt(standing.since, now)}`;
      return message('first-monitor.fell', { desde: since, motivo: why === '' ? '' : `: ${why}` });
    }
    case 'unknown':
      return `${standingWords.unknown.word}${heardAt === null ? '' : ` desde ${timeAt(heardAt, now)}`}.`;
    default:
      return `${standingWords[standing.kind].word} ${sinceOf(standing, now)}`.trim().concat('.');
  }
}

const letters = { up: 'u', down: 'd', pending: 'p', maintenance: 'm' } as const;

function Asked({ asked }: { readonly asked: AskedMonitor }) {
  const { address, beats, state } = asked;
  const { now } = useNowRead(state === 'made' && beats.length > 0);
  const monitor = now?.monitors.find(({ id }) => id === asked.monitor);
  const words =
    (now === undefined || monitor === undefined ? null : standingSentence(monitor, now)) ?? firstWords(asked);
  return (
    <div className="grid gap-3">
      <p className="font-code text-ui wrap-anywhere text-ink-soft">{address}</p>
      {state === 'made' ? (
        <CheckStrip beats={monitor?.beats || beats.map(({ status }) => letters[status]).join('')} />
      ) : null}
      <p role="status" className="max-w-prose wrap-anywhere">
        {words}
      </p>
      <div className="text-ink-soft">
        <WhoIsTold />
      </div>
    </div>
  );
}
