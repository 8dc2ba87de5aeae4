/**
 * "O que vigiar primeiro?": asks for one address, and shows the first checks of its monitor as they come.
 *
 * Keeps its place from the first paint: question, checks and what is shown instead take the same room, so that nothing
 * below moves when an answer comes. Never in the way: a failure shows what the page has instead.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { checkFirstAddress } from '#domain/alerts/first-address.ts';
import { FirstMonitor, firstMonitorEndpoint } from '#domain/api-schemas/alerts.ts';
import { ruled } from '#domain/api-schemas/field.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/alerts.ts';
import { ask, post } from '#lib/api.ts';
import type { ButtonVariant } from '#ui/button.tsx';
import { WhoIsTold } from '#ui/first-steps.tsx';
import { type BeatRun, Heartbeat } from '#ui/heartbeat.tsx';
import { firstState } from './first-state.ts';
import { TextForm } from './text-form.tsx';
import { useChange } from './use-change.ts';

/** While a first check is expected. */
const SOON_MS = 2_000;
/** Pills of the strip. */
const BEATS = 20;

const firstMonitorKey = ['first-monitor'];

/** While the page is looked at: it must not go on saying "no ar" after a fall. */
const LATER_MS = 30_000;

/** Until the next reading; the page pauses while it is hidden. */
function nextReading(first: FirstMonitor | undefined): number | false {
  const asked = first?.asked ?? null;
  if (asked === null || asked.state === 'refused' || asked.state === 'deleted') return false;
  return asked.state === 'waiting' || asked.beats.length === 0 ? SOON_MS : LATER_MS;
}

/** The height of the form, on a phone and wider. */
const PLACE = 'min-h-92 sm:min-h-74';

/** What was asked for and its first checks; read again while the page is looked at. */
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
      queries.setQueryData(firstMonitorKey, first);
    },
  );
  return (
    <TextForm
      id="primeiro-endereco"
      name="address"
      label="Endereço do site"
      hint={message('first-monitor.permission')}
      input={{ type: 'url', inputMode: 'url', autoComplete: 'off', placeholder: 'loja.com.br' }}
      opening={asked?.address ?? suggested ?? ''}
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

const runStates = { up: 'up', down: 'down', pending: 'running', maintenance: 'maintenance' } as const;

function runsOf(beats: AskedMonitor['beats']): BeatRun[] {
  const shown = beats.slice(-BEATS);
  return [
    ...shown.map(({ status }): BeatRun => ({ state: runStates[status], count: 1 })),
    ...(shown.length < BEATS ? [{ state: 'idle', count: BEATS - shown.length } as const] : []),
  ];
}

/** What the checks say, in words. */
function stateOf({ state: made, beats }: AskedMonitor): string {
  if (made === 'deleted') return message('first-monitor.deleted');
  if (made === 'waiting') return message('first-monitor.queued');
  const state = firstState(beats);
  switch (state.what) {
    case 'up':
      return state.ping === null
        ? message('first-monitor.up')
        : message('first-monitor.up-ms', { ms: Math.round(state.ping) });
    case 'fell':
      return message('first-monitor.fell', { desde: formatMoment(state.at) });
    case 'back':
      return message('first-monitor.back', { desde: formatMoment(state.at) });
    default:
      return message(plainWords[state.what]);
  }
}

const plainWords = {
  unknown: 'first-monitor.made',
  down: 'first-monitor.down',
  retried: 'first-monitor.retried',
  maintenance: 'first-monitor.maintenance',
} as const;

function Asked({ asked }: { readonly asked: AskedMonitor }) {
  const { address, beats, state } = asked;
  const words = stateOf(asked);
  return (
    <div className="grid gap-3">
      <p className="font-code text-ui wrap-anywhere text-ink-soft">{address}</p>
      {state === 'made' ? <Heartbeat size="sm" label={words} runs={runsOf(beats)} /> : null}
      <p role="status" className="max-w-prose">
        {words}
      </p>
      <div className="text-ink-soft">
        <WhoIsTold />
      </div>
    </div>
  );
}
