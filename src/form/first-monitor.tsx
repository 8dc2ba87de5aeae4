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
  const asked = first?.pedido;
  if (asked === undefined || asked.estado === 'recusado' || asked.estado === 'apagado') return false;
  return asked.estado === 'fila' || asked.checagens.length === 0 ? SOON_MS : LATER_MS;
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
  if (first === undefined || (!first.aberto && first.pedido === undefined)) return otherwise;
  const asked = first.aberto ? undefined : first.pedido;
  return (
    <>
      <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-5">
        <Title id={id} className="text-lg">
          {message('first-monitor.title')}
        </Title>
        {asked === undefined ? <AddressForm first={first} /> : <Asked pedido={asked} />}
      </section>
      {asked === undefined ? otherwise : null}
    </>
  );
}

const AddressRequest = z.object({ endereco: ruled(checkFirstAddress, message) });

function AddressForm({ first: { sugestao = '', pedido } }: { readonly first: FirstMonitor }) {
  const queries = useQueryClient();
  const asking = useChange(
    (endereco: string) => post(firstMonitorEndpoint, FirstMonitor, { body: { endereco }, timeoutMs: 45_000 }),
    { title: message('alerts.failed-title') },
    (first) => {
      queries.setQueryData(firstMonitorKey, first);
    },
  );
  return (
    <TextForm
      id="primeiro-endereco"
      name="endereco"
      label="Endereço do site"
      hint={message('first-monitor.permission')}
      input={{ type: 'url', inputMode: 'url', autoComplete: 'off', placeholder: 'loja.com.br' }}
      opening={pedido?.endereco ?? sugestao}
      request={AddressRequest}
      change={asking}
      send={(endereco) => asking.mutate(endereco)}
      action={asking.isPending ? message('checkout.sending') : 'Vigiar este site'}
      lead={
        pedido?.estado === 'recusado' ? (
          <p className="text-down-text">
            {message('first-monitor.refused', { motivo: pedido.detalhe ?? '' })}
          </p>
        ) : (
          <p className="text-ink-soft">{message('first-monitor.lead')}</p>
        )
      }
    />
  );
}

type Pedido = NonNullable<FirstMonitor['pedido']>;

const runStates = { up: 'up', down: 'down', pending: 'running', maintenance: 'maintenance' } as const;

function runsOf(beats: Pedido['checagens']): BeatRun[] {
  const shown = beats.slice(-BEATS);
  return [
    ...shown.map(({ estado }): BeatRun => ({ state: runStates[estado], count: 1 })),
    ...(shown.length < BEATS ? [{ state: 'idle', count: BEATS - shown.length } as const] : []),
  ];
}

/** What the checks say, in words. */
function stateOf({ estado, checagens }: Pedido): string {
  if (estado === 'apagado') return message('first-monitor.deleted');
  if (estado === 'fila') return message('first-monitor.queued');
  const state = firstState(checagens);
  switch (state.what) {
    case 'up':
      return state.ms === null
        ? message('first-monitor.up')
        : message('first-monitor.up-ms', { ms: Math.round(state.ms) });
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

function Asked({ pedido }: { readonly pedido: Pedido }) {
  const { endereco, checagens, estado } = pedido;
  const words = stateOf(pedido);
  return (
    <div className="grid gap-3">
      <p className="font-code text-ui wrap-anywhere text-ink-soft">{endereco}</p>
      {estado === 'feito' ? <Heartbeat size="sm" label={words} runs={runsOf(checagens)} /> : null}
      <p role="status" className="max-w-prose">
        {words}
      </p>
      <div className="text-ink-soft">
        <WhoIsTold />
      </div>
    </div>
  );
}
