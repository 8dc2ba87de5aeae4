/**
 * The company's own sign-in of an environment: which mail domain, how its owner proves it, and since when it is on.
 *
 * Owns: what we know of it. Keycloak is changed by the operator's command (ops/sso), with an administrator's password:
 * no account of the API may make identity providers.
 */
import type { CompanySignIn } from '#domain/api-schemas/people.ts';
import { DomainError } from '#domain/errors.ts';
import { proofName } from '#domain/sign-in/company-domain.ts';
import type { Deps } from '#functions/compose.ts';
import { all, first, run } from '#functions/platform/db.ts';
import { changeAndReport } from '#functions/platform/outbox.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'partyHash'>;

interface Row {
  readonly domain: string;
  readonly onAt: number | null;
}

/** Letters of the hash that the record has: more than can be guessed, and short enough to be read out. */
const PROOF_LENGTH = 32;

/**
 * Asks for a domain, notes that it was switched on or off, or only shows it; repeated, it changes nothing.
 * @throws DomainError `tenant-missing`; `validation-failed` for another plan, and for a domain of another environment.
 */
export async function setCompanySignIn(
  needs: Needs,
  orderId: string,
  { domain, state }: { readonly domain?: string | undefined; readonly state?: 'on' | 'off' | undefined },
): Promise<CompanySignIn> {
  const { db } = needs;
  const tenant = await findTenant(db, orderId);
  if (tenant === null) throw new DomainError('tenant-missing');
  if (state === 'off') await switchOff(needs, orderId);
  else if (domain !== undefined) {
    requirePlan(tenant);
    await requireFree(db, orderId, domain);
    if (state === 'on') await switchOn(needs, orderId, domain);
    else await ask(needs, orderId, domain);
  }
  return shown(needs, tenant, await find(db, orderId));
}

function requirePlan({ plan, state }: Tenant): void {
  if (plan !== 'enterprise' || state !== 'active')
    throw new DomainError('validation-failed', {
      fields: { who: 'O painel precisa estar no ar, no plano que inclui a entrada da empresa.' },
    });
}

async function requireFree(db: D1Database, orderId: string, domain: string): Promise<void> {
  const [own, other] = await Promise.all([
    find(db, orderId),
    first(db)`SELECT 1 FROM company_sign_ins WHERE domain = ${domain} AND on_at IS NOT NULL
      AND order_id <> ${orderId}`,
  ]);
  const sentence =
    other !== null
      ? 'Este domínio já entra em outro painel.'
      : own !== null && own.onAt !== null && own.domain !== domain
        ? `Já entra por ${own.domain}: desligue antes de trocar.`
        : null;
  if (sentence !== null) throw new DomainError('validation-failed', { fields: { domain: sentence } });
}

const find = (db: D1Database, orderId: string) =>
  first<Row>(db)`SELECT domain, on_at FROM company_sign_ins WHERE order_id = ${orderId}`;

const ask = ({ db, clock }: Needs, orderId: string, domain: string) =>
  run(
    db,
  )`INSERT INTO company_sign_ins (order_id, domain, asked_at) VALUES (${orderId}, ${domain}, ${clock.now()})
    ON CONFLICT (order_id) DO UPDATE SET domain = ${domain} WHERE on_at IS NULL`;

function switchOn({ db, clock }: Needs, orderId: string, domain: string): Promise<boolean> {
  const now = clock.now();
  return changeAndReport(
    db,
    { events: [{ kind: 'company-sign-in-on', orderId, detail: domain }] },
    now,
  )`UPDATE company_sign_ins SET on_at = ${now} WHERE order_id = ${orderId} AND domain = ${domain}
    AND on_at IS NULL`;
}

async function switchOff({ db, clock }: Needs, orderId: string): Promise<void> {
  const known = await find(db, orderId);
  if (known === null) return;
  const events = known.onAt === null ? [] : [{ kind: 'company-sign-in-off', orderId, detail: known.domain }];
  await changeAndReport(
    db,
    { events },
    clock.now(),
  )`DELETE FROM company_sign_ins WHERE order_id = ${orderId}`;
}

async function shown(
  { partyHash }: Needs,
  { orderId, subdomain }: Tenant,
  row: Row | null,
): Promise<CompanySignIn> {
  if (row === null) return { tenant: subdomain, domain: null, proof: null, onAt: null };
  const { domain, onAt } = row;
  const code = (await partyHash(`company-domain ${orderId} ${domain}`)).slice(0, PROOF_LENGTH);
  return {
    tenant: subdomain,
    domain,
    onAt,
    proof: { name: proofName(domain), value: `vigia-entrada=${code}` },
  };
}

/** While it is on. */
export const findCompanySignIn = (db: D1Database, orderId: string) =>
  first<{ domain: string; since: number }>(db)`SELECT domain, on_at AS since FROM company_sign_ins
    WHERE order_id = ${orderId} AND on_at IS NOT NULL`;

/** Environments whose plan has it no more: Keycloak still lets the company in, until an operator switches it off. */
export const listUnplannedSignIns = (db: D1Database) =>
  all<{ subdomain: string }>(db)`SELECT e.subdomain FROM company_sign_ins s
    CROSS JOIN environments e ON e.order_id = s.order_id
    WHERE s.on_at IS NOT NULL AND NOT (e.plan = 'enterprise' AND e.state <> 'ended') ORDER BY s.domain`;
