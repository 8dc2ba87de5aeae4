/**
 * "O que vigiar primeiro?": asks for one address, and shows the first checks of its monitor as they come.
 *
 * Never in the way: nothing is shown until it is known that something can be asked for, and a failure shows nothing.
 */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { FirstMonitor, FirstMonitorRequest, firstMonitorEndpoint } from '#domain/api-schemas/alerts.ts';
import { checkFirstAddress } from '#domain/first-alert/address.ts';
import { message } from '#domain/messages/alerts.ts';
import { ask, post } from '#lib/api.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { WhoIsTold } from '#ui/first-steps.tsx';
import { type BeatRun, Heartbeat } from '#ui/heartbeat.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { describeFailure, type Failure } from './failure.ts';
import { FailureAlert } from './failure-alert.tsx';

/** While a first check is expected. */
const SOON_MS = 2_000;
/** Pills of the strip. */
const BEATS = 20;

/** Reads what is watched first; `null` before the answer and after a failure. */
function useFirstMonitor() {
  const [first, setFirst] = useState<FirstMonitor | null>(null);
  const isExpecting =
    first?.pedido?.estado === 'fila' ||
    (first?.pedido?.estado === 'feito' && first.pedido.checagens.length === 0);
  useEffect(() => {
    const stop = new AbortController();
    const read = () =>
      ask(firstMonitorEndpoint, FirstMonitor, { signal: stop.signal }).then(setFirst, () => undefined);
    void read();
    const timer = isExpecting ? setInterval(() => void read(), SOON_MS) : undefined;
    return () => {
      stop.abort();
      clearInterval(timer);
    };
  }, [isExpecting]);
  return [first, setFirst] as const;
}

interface FirstMonitorFormProps {
  /** Id of the title. */
  readonly id: string;
  readonly level?: 'h2' | 'h3';
  /** Shown after it until a monitor was asked for, and in its place where nothing can be asked. */
  readonly otherwise: ReactNode;
}

export function FirstMonitorForm({ id, level: Title = 'h2', otherwise }: FirstMonitorFormProps) {
  const [first, setFirst] = useFirstMonitor();
  if (first === null || (!first.aberto && first.pedido === undefined)) return otherwise;
  const asked = first.aberto ? undefined : first.pedido;
  return (
    <>
      <section aria-labelledby={id} className="grid gap-4 border-t border-line pt-5">
        <Title id={id} className="text-lg">
          {message('first-monitor.title')}
        </Title>
        {asked === undefined ? <AddressForm first={first} onAsked={setFirst} /> : <Asked pedido={asked} />}
      </section>
      {asked === undefined ? otherwise : null}
    </>
  );
}

interface AddressFormProps {
  readonly first: FirstMonitor;
  readonly onAsked: (first: FirstMonitor) => void;
}

function AddressForm({ first: { sugestao = '', pedido }, onAsked }: AddressFormProps) {
  const [address, setAddress] = useState(pedido?.endereco ?? sugestao);
  const [problem, setProblem] = useState<string | undefined>();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isPending, setPending] = useState(false);
  const input = useRef<HTMLInputElement>(null);

  async function send(endereco: string): Promise<void> {
    setPending(true);
    setFailure(null);
    try {
      const body = FirstMonitorRequest.parse({ endereco });
      onAsked(await post(firstMonitorEndpoint, FirstMonitor, { body, timeoutMs: 45_000 }));
    } catch (error) {
      const described = describeFailure(error, { title: message('alerts.failed-title') });
      setProblem(described.fields['endereco']);
      setFailure(described.fields['endereco'] === undefined ? described : null);
    }
    setPending(false);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (isPending) return;
    const checked = checkFirstAddress(address);
    setProblem(checked.ok ? undefined : message(checked.problem));
    if (checked.ok) void send(checked.value);
    else input.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit} className="grid max-w-prose gap-4">
      {pedido?.estado === 'recusado' ? (
        <p className="text-down-text">{message('first-monitor.refused', { motivo: pedido.detalhe ?? '' })}</p>
      ) : (
        <p className="text-ink-soft">{message('first-monitor.lead')}</p>
      )}
      <Field
        id="primeiro-endereco"
        label="Endereço do site"
        hint={message('first-monitor.permission')}
        error={problem}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            name="endereco"
            type="url"
            inputMode="url"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="loja.com.br"
            value={address}
            onChange={({ target }) => {
              setAddress(target.value);
              setProblem(undefined);
              setFailure(null);
            }}
          />
        )}
      </Field>
      <FailureAlert toast={failure?.toast} />
      <div>
        <Button type="submit" isPending={isPending}>
          {isPending ? message('checkout.sending') : 'Vigiar este site'}
        </Button>
      </div>
      <Waiting isOn={isPending}>{message('waiting.server')}</Waiting>
    </form>
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

/** What the newest check says, in words. */
function stateOf({ estado, checagens }: Pedido): string {
  const last = checagens.at(-1);
  if (estado === 'apagado') return message('first-monitor.deleted');
  if (estado === 'fila') return message('first-monitor.queued');
  if (last === undefined) return message('first-monitor.made');
  if (last.estado === 'up')
    return last.ms === null
      ? message('first-monitor.up')
      : message('first-monitor.up-ms', { ms: Math.round(last.ms) });
  return message(last.estado === 'maintenance' ? 'first-monitor.maintenance' : 'first-monitor.down');
}

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
