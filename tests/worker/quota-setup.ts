/// <reference types="@cloudflare/vitest-plugin/types" />
/** Environments with monitors, for the quota tests. */
import type { PlanId } from '#domain/plans/ids.ts';
import { environmentWork } from '#functions/platform/work/environment-work.ts';
import { newSubdomain } from '#tests/support/people.ts';
import { orderRows, tenantRows } from '#tests/support/rows.ts';
import { type SignedInPerson, signUp } from '#tests/support/worker-accounts.ts';
import { addresses, depsAt, env, putRows } from './support.ts';

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
  const { subject, email, name } = person;
  const owned = { subject, subdomain: subdominio, plan: plano, cycle: 'yearly' };
  await putRows([
    ...orderRows({ id: orderId, ...owned }, { email, name }),
    ...tenantRows({ order_id: orderId, ...owned }),
  ]);
  await environmentWork(env.DB, orderId, 0).run();
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
