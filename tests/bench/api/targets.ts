/** Callers and calls of `npm run bench:api`. */
import type { Stack } from '#dev/stack.ts';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { healthEndpoint } from '#domain/api-schemas/health.ts';
import { provisioningStatusEndpoint } from '#domain/api-schemas/provisioning.ts';
import { quotaCheckPath } from '#domain/api-schemas/quota.ts';
import { supportEndpoint } from '#domain/api-schemas/support.ts';
import { tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { newFreeOrder, newPaidOrder } from '#tests/support/orders.ts';
import { newPerson } from '#tests/support/people.ts';
import type { Target } from './load.ts';

/** Accounts that take turns, so that each stays below its limits. */
const ACCOUNTS = 400;

/** A caller. */
export interface Account {
  readonly subject: string;
  readonly tenant: string;
  readonly token: string;
}

/** @param tenants Number of tenants; the remaining accounts have ordered nothing. */
export async function openAccounts(
  { services: { identity } }: Stack,
  tenants: number,
): Promise<{ readonly owners: readonly Account[]; readonly strangers: readonly Account[] }> {
  const person = newPerson();
  await identity.addUser(person);
  const accounts = await Promise.all(
    Array.from({ length: ACCOUNTS }, async (_, index) => {
      const tenant = `bench-${index % tenants}`;
      // Subjects beyond the tenants have no order; use them for calls that need none.
      const subject = index < tenants ? tenant : `conta-${index}`;
      const claims = {
        sub: subject,
        groups: [tenantGroupName(tenant)],
        exp: Math.floor(Date.now() / 1000) + 7200,
      };
      return { subject, tenant, token: await identity.tokenFor(person.email, claims) };
    }),
  );
  return { owners: accounts.slice(0, tenants), strangers: accounts.slice(tenants) };
}

const address = (n: number): string => `198.${18 + ((n >> 16) & 1)}.${(n >> 8) & 255}.${n & 255}`;

/** A call to measure. */
export type Unmetered = Omit<Target, 'cpuMs'>;

/** Calls that can be repeated without limit, including the baseline (`um SELECT`). */
export function targetsOf(siteUrl: string, owners: readonly Account[]): Unmetered[] {
  const owner = (n: number): Account => owners[n % owners.length] as Account;
  const memory = { 'X-Bench-Limits': 'memory' };
  const status = (headers: Readonly<Record<string, string>>) => (n: number) => ({
    method: 'GET' as const,
    url: `${siteUrl}${provisioningStatusEndpoint}`,
    headers: { Authorization: `Bearer ${owner(n).token}`, ...headers },
  });
  const json = { 'Content-Type': 'application/json', ...memory };
  return [
    { name: 'health', expects: [200], shot: () => ({ method: 'GET', url: `${siteUrl}${healthEndpoint}` }) },
    {
      name: 'um SELECT',
      expects: [200],
      shot: (n) => ({ method: 'GET', url: `${siteUrl}/api/bench/select?sub=${owner(n).subject}` }),
    },
    { name: 'status', expects: [200], shot: status(memory) },
    // The emulated rate limits refuse after a while; a refusal counts as an answer here.
    { name: 'status, limites emulados', expects: [200, 429], shot: status({}) },
    {
      name: 'quota',
      expects: [200],
      shot: (n) => ({
        method: 'POST',
        url: `${siteUrl}${quotaCheckPath(owner(n).tenant)}`,
        headers: { Authorization: `Bearer ${owner(n).token}`, ...memory },
      }),
    },
    {
      name: 'checkout de quem já tem',
      expects: [409],
      shot: (n) => ({
        method: 'POST',
        url: `${siteUrl}${checkoutEndpoint}`,
        headers: {
          Authorization: `Bearer ${owner(n).token}`,
          'Idempotency-Key': crypto.randomUUID(),
          ...json,
        },
        body: JSON.stringify(newPaidOrder()),
      }),
    },
    {
      name: 'suporte',
      expects: [200],
      shotsMax: 200,
      shot: (n) => ({
        method: 'POST',
        url: `${siteUrl}${supportEndpoint}`,
        headers: { 'CF-Connecting-IP': address(n), ...json },
        body: JSON.stringify({
          nome: 'Pessoa de Teste',
          email: 'pessoa@teste.example',
          assunto: 'Medida',
          mensagem: 'Uma mensagem.',
        }),
      }),
    },
  ];
}

/** New orders, at most one per account; measured once at the end, because each starts a workflow. */
export function checkoutTarget(siteUrl: string, strangers: readonly Account[]): Unmetered {
  return {
    name: 'checkout novo (gratuito)',
    expects: [200],
    shotsMax: strangers.length,
    shot: (n) => ({
      method: 'POST',
      url: `${siteUrl}${checkoutEndpoint}`,
      headers: {
        Authorization: `Bearer ${strangers[n % strangers.length]?.token ?? ''}`,
        'X-Bench-Limits': 'memory',
        'Content-Type': 'application/json',
        'Idempotency-Key': crypto.randomUUID(),
      },
      body: JSON.stringify(newFreeOrder()),
    }),
  };
}
