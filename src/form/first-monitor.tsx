/**
 * "O que vigiar primeiro?": asks for one address, and shows the first checks of its monitor as they come.
 *
 * Never in the way: nothing is shown until it is known that something can be asked for, and a failure shows nothing.
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

interface FirstMonitorFormProps {
  /** Id of the title. */
  readonly id: string;
  readonly level?: 'h2' | 'h3';
  /** Shown after it until a monitor was asked for, and in its place where nothing can be asked. */
  readonly otherwise: ReactNode;
}

export function FirstMonitorForm({ id, level: Title = 'h2', otherwise }: FirstMonitorFormProps) {
  const { data: first } = useQuery({
    queryKey: firstMonitorKey,
    queryFn: ({ signal }) => ask(firstMonitorEndpoint, FirstMonitor, { signal }),
    refetchInterval: ({ state }) => nextReading(state.data),
    refetchOnWindowFocus: true,
  });
  if (first === undefined || (!first.isOpen && first.asked === null)) return otherwise;
  const asked = first.isOpen ? null : first.asked;
  return (
    <>
      <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-5">
        <Title id={id} className="text-lg">
          {message('first-monitor.title')}
        </Title>
        {asked === null ? <AddressForm first={first} /> : <Asked asked={asked} />}
      </section>
      {asked === null ? otherwise : null}
    </>
  );
}

const AddressRequest = z.object({ address: ruled(checkFirstAddress, message) });

function AddressForm({ first: { suggested, asked } }: { readonly first: FirstMonitor }) {
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
