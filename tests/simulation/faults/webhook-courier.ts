/**
 * Delivers the processor's events to the Worker with faults: late, repeated, out of order, some never.
 *
 * It accepts each event at once, as in the vendor's unordered mode, and retries until the Worker has answered 200,
 * unless the event is drawn as lost.
 */
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import { close, listen } from '#dev/stand-ins/stand-in.ts';
import type { Chance } from '../chance.ts';

const eventFaults = ['repeated', 'reordered', 'dropped', 'refused'] as const;
type EventFault = (typeof eventFaults)[number];

export interface CourierOptions {
  readonly port: number;
  /** The Worker's webhook address. */
  readonly webhookUrl: string;
  readonly chance: Chance;
  readonly share: () => number;
  readonly onFault: (fault: EventFault) => void;
}

export interface Courier {
  readonly url: string;
  start(): Promise<void>;
  /** Whether a delivery is in progress. */
  isBusy(): boolean;
  stop(): Promise<void>;
}

const PATIENCE_MS = 500;

export function createCourier({ port, webhookUrl, chance, share, onFault }: CourierOptions): Courier {
  const underWay = new Set<Promise<void>>();
  let isOpen = true;

  async function deliver(body: string, token: string): Promise<void> {
    while (isOpen) {
      try {
        const answer = await fetch(webhookUrl, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'asaas-access-token': token },
          body,
        });
        await answer.arrayBuffer();
        if (answer.status === 200) return;
      } catch {
        // The Worker is down: retry in a moment.
      }
      await wait(PATIENCE_MS);
    }
  }

  function carry(work: Promise<void>): void {
    underWay.add(work);
    work.finally(() => underWay.delete(work));
  }

  async function handle(body: string, token: string, fault: EventFault | null): Promise<void> {
    if (fault === 'dropped') return;
    if (fault === 'reordered') await wait(chance.between(300, 6000));
    const times = fault === 'repeated' ? chance.between(2, 5) : 1;
    await Promise.all(Array.from({ length: times }, () => deliver(body, token)));
  }

  const app = new Hono().post('/eventos', async (c) => {
    const body = await c.req.text();
    const fault = chance.hits(share()) ? chance.pick(eventFaults) : null;
    if (fault !== null) onFault(fault);
    if (fault === 'refused') return c.body(null, 500);
    carry(handle(body, c.req.header('asaas-access-token') ?? '', fault));
    return c.json({});
  });
  let server: Server | undefined;

  return {
    url: `http://localhost:${port}/eventos`,
    async start() {
      server = await listen(app.fetch, port);
    },
    isBusy: () => underWay.size > 0,
    stop() {
      isOpen = false;
      return close(server);
    },
  };
}
