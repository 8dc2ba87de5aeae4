/// <reference types="@cloudflare/vitest-plugin/types" />
/** Environments with monitors, for the quota tests. */
import type { PlanId } from '#domain/plans/ids.ts';
import { environmentWork } from '#functions/platform/work/environment-work.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { type SignedInPerson, signUp } from '#tests/support/worker-accounts.ts';
import { addresses, depsAt, env } from './support.ts';

export interface Tenancy {
  readonly subdominio: string;
  readonly orderId: string;
  readonly person: SignedInPerson;
}

/** A running environment, its row, and a member of its group. */
export async function newTenant(plano: PlanId = 'free'): Promise<Tenancy> {
  const subdominio = newSubdomain();
  const person = await signUp({ groups: [`tenant:${subdominio}`] });
  const orderId = crypto.randomUUID();
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO orders (id, subject, email, name, subdomain, plan, cycle, amount_centavos, terms_version,
         terms_accepted_at, terms_address, status, payment, reserved_until, touched_at, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?, 'yearly', 0, 'x', 1, '198.18.0.1', 'CONCLUIDO', 'free', 1, 1, 1, 1)`,
    ).bind(orderId, person.subject, person.email, person.name, subdominio, plano),
    env.DB.prepare(
      `INSERT INTO tenants (subdomain, order_id, subject, plan, cycle, created_at)
       VALUES (?, ?, ?, ?, 'yearly', 1)`,
    ).bind(subdominio, orderId, person.subject, plano),
    environmentWork(env.DB, orderId, 0),
  ]);
  const monitorsMax = depsAt(0).catalog.plan(plano).limits.monitors;
  await depsAt(0).cluster.ensureApplication({
    orderId,
    subdomain: subdominio,
    planId: plano,
    monitorsMax,
  });
  return { subdominio, orderId, person };
}

/** Calls an action of the stand-in, or sets its monitors. */
export async function control(subdominio: string, name: string, body?: unknown): Promise<void> {
  const response = await fetch(
    `http://localhost:${addresses.tenantsPort}/__stand-in/tenants/${subdominio}/${name}`,
    {
      method: 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  if (!response.ok) throw new Error(`The control ${name} answered ${response.status}`);
  await response.arrayBuffer();
}

/** A list of monitors of one kind. */
export const many = (count: number, kind = 'http'): string[] => Array.from({ length: count }, () => kind);
