/** The stand-ins behind the Worker, fresh for each sequence and under its clock, and the route of its calls to them. */

import { setTimeout as wait } from 'node:timers/promises';
import type { Hono } from 'hono';
import { localSecrets } from '#dev/local-values.ts';
import { type ArgocdStandIn, createArgocdStandIn } from '#dev/stand-ins/argocd/index.ts';
import { type AsaasStandIn, createAsaasStandIn } from '#dev/stand-ins/asaas/index.ts';
import { createMailStandIn, type MailStandIn } from '#dev/stand-ins/mail/index.ts';
import type { HonoStandIn } from '#dev/stand-ins/stand-in.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import { asaasWebhookEndpoint } from '#domain/api-schemas/webhook.ts';
import { addresses } from './addresses.ts';

/** Possible faults on the way to a service. */
interface Line {
  isDown: boolean;
  delayMs: number;
  /** How many changing calls are carried out and lose their response. */
  loseAnswers: number;
}

export interface Services {
  readonly asaas: AsaasStandIn;
  readonly argocd: ArgocdStandIn;
  readonly mail: MailStandIn;
  readonly tenants: HonoStandIn;
  readonly lines: Readonly<Record<'asaas' | 'argocd', Line>>;
  /** The Worker's refund calls to the processor, by payment. */
  readonly refundsAsked: Map<string, number>;
  /** Ids of payment pages whose address was lost, so no one can open them. */
  readonly lostPages: ReadonlySet<string>;
  /** Answers a call of the Worker; `null` when it is for another service. */
  answer(request: Request): Promise<Response | null>;
}

const calm = (): Line => ({ isDown: false, delayMs: 0, loseAnswers: 0 });

/** @param deliver Receives a processor event; returns the status that the processor gets. */
export function createServices(now: () => number, deliver: (body: string) => Promise<number>): Services {
  const argocd = createArgocdStandIn({
    port: addresses.argocdPort,
    token: localSecrets.argocdToken,
    now,
    secondsToSync: 0,
    secondsToHealthy: 0,
    secondsToStop: 0,
    secondsPerPass: 0,
  });
  const asaas = createAsaasStandIn({
    port: addresses.asaasPort,
    apiKey: localSecrets.asaasApiKey,
    now,
    webhook: { url: `${addresses.siteUrl}${asaasWebhookEndpoint}`, token: localSecrets.asaasWebhookToken },
    fetch: async (_url, init) => new Response('{}', { status: await deliver(String(init.body)) }),
  });
  // The sequence decides who pays, and when.
  Object.assign(asaas.state.settings, { confirmMode: 'manual', confirmAfterMs: 0 });
  const tenants = createTenantsStandIn({
    port: addresses.tenantsPort,
    argocd,
    now,
    secondsToBootstrap: 0,
  });
  const mail = createMailStandIn({
    port: addresses.mailPort,
    apiKey: localSecrets.mailApiKey,
    now,
  });
  const lines = { asaas: calm(), argocd: calm() };
  const refundsAsked = new Map<string, number>();
  const lostPages = new Set<string>();

  async function through(line: Line, app: Hono, request: Request): Promise<Response> {
    if (line.delayMs > 0) await wait(line.delayMs);
    if (line.isDown) return Response.json({ error: 'down' }, { status: 503 });
    const answer = await app.fetch(request);
    if (request.method === 'GET' || line.loseAnswers === 0) return answer;
    line.loseAnswers -= 1;
    if (answer.ok && request.url.endsWith('/v3/checkouts'))
      lostPages.add(((await answer.json()) as { id: string }).id);
    return new Response('', { status: 502 });
  }

  return {
    asaas,
    argocd,
    mail,
    tenants,
    lines,
    refundsAsked,
    lostPages,
    async answer(request) {
      const { origin, pathname } = new URL(request.url);
      const refunded = /^\/v3\/payments\/([^/]+)\/refund$/.exec(pathname)?.[1];
      if (origin === addresses.asaasUrl) {
        const answer = await through(lines.asaas, asaas.app, request);
        if (refunded !== undefined && answer.ok)
          refundsAsked.set(refunded, (refundsAsked.get(refunded) ?? 0) + 1);
        return answer;
      }
      if (origin === addresses.argocdUrl) return through(lines.argocd, argocd.app, request);
      if (origin === addresses.mailUrl) return mail.app.fetch(request);
      if (pathname.startsWith('/__probe/')) return tenants.app.fetch(request);
      return null;
    },
  };
}
