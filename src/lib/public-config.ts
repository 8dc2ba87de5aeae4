/**
 * Reads and validates the operator's settings for the site.
 *
 * Owns: names, defaults and shapes of the `PUBLIC_*` variables, and how they override content/site.json. Does not own:
 * where the values come from; `config.ts` passes them for pages, astro.config.mjs for the CSP and for islands (settings.ts).
 */
import * as z from 'zod/mini';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import * as support from '#domain/support/calendar.ts';
import { formatOpening, type OpeningHours } from '#domain/support/hours.ts';

const text = z
  .string('precisa ser um texto entre aspas')
  .check(z.trim(), z.minLength(1, 'não pode ficar vazio'));
const unknownField = (issue: z.core.$ZodRawIssue): string =>
  issue.code === 'unrecognized_keys'
    ? `não tem o campo ${issue.keys.join(', ')}`
    : 'precisa ser um grupo de campos entre chaves';
const origin = z.pipe(
  z.string().check(z.regex(/^https?:\/\/[^\s]+$/, 'precisa ser um endereço http:// ou https:// completo')),
  z.transform((url) => url.replace(/\/+$/, '')),
);
/** An IP address or a range, as in firewall rules. */
const sourceAddress = z
  .string()
  .check(
    z.regex(
      /^(?:(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?|[\da-f]*:[\da-f:]+(?:\/\d{1,3})?)$/i,
      'precisa ser um endereço IP ou uma faixa, como 203.0.113.0/28',
    ),
  );
const sourceAddresses = z.pipe(
  z.pipe(
    z.string(),
    z.transform((list) => list.split(',').map((address) => address.trim())),
  ),
  z.array(sourceAddress),
);
const wholeNumber = z.pipe(
  z.string().check(z.regex(/^\d+$/, 'precisa ser um número inteiro, zero ou maior')),
  z.transform(Number),
);
const withDefault = <S extends z.ZodMiniType<unknown, string>>(schema: S, value: z.output<S>) =>
  z._default(schema, () => value as never);

/** The operator's variables; the defaults fit `npm start`. */
const PublicEnv = z.object({
  PUBLIC_SITE_URL: withDefault(origin, 'http://localhost:4321'),
  /** Empty: the API answers on the site's own origin. */
  PUBLIC_API_URL: withDefault(
    z.union([z.literal(''), origin], 'precisa ficar vazio ou ser um endereço completo'),
    '',
  ),
  /** Origin of the page with the challenge; empty: no page shows one. */
  PUBLIC_CHALLENGE_URL: withDefault(
    z.union([z.literal(''), origin], 'precisa ficar vazio ou ser um endereço completo'),
    '',
  ),
  PUBLIC_KEYCLOAK_URL: withDefault(origin, 'http://localhost:4331'),
  PUBLIC_KEYCLOAK_REALM: withDefault(text, 'vigia'),
  PUBLIC_KEYCLOAK_CLIENT_ID: withDefault(text, 'vigia-site'),
  PUBLIC_TENANT_URL_TEMPLATE: withDefault(
    origin.check(z.refine((url) => url.includes('{tenant}'), 'precisa conter {tenant}')),
    'http://{tenant}.localhost:4334',
  ),
  PUBLIC_CEP_URL: withDefault(origin, 'http://localhost:4336'),
  PUBLIC_DEMO_URL: z.optional(origin),
  PUBLIC_STATUS_URL: z.optional(origin),
  /** Seconds between two checks of the session iframe; 0 turns it off. */
  PUBLIC_SESSION_CHECK_INTERVAL: withDefault(wholeNumber, 0),
  PUBLIC_THIRD_PARTY_COOKIE_TIMEOUT_MS: withDefault(wholeNumber, 10_000),
  /** Source addresses of the checks, separated by commas, for readers' firewalls. */
  PUBLIC_SOURCE_ADDRESSES: z.optional(sourceAddresses),
  PUBLIC_SITE_NAME: z.optional(text),
  PUBLIC_PRODUCT_HOST: z.optional(text),
  PUBLIC_SUPPORT_EMAIL: z.optional(z.email('precisa ser um e-mail')),
  PUBLIC_SUPPORT_PHONE: z.optional(text),
  PUBLIC_WHATSAPP: z.optional(z.string().check(z.regex(/^\d{10,15}$/, 'precisa ter só dígitos, com o 55'))),
  PUBLIC_LEGAL_NAME: z.optional(text),
  PUBLIC_LEGAL_CNPJ: z.optional(text),
  PUBLIC_LEGAL_ADDRESS: z.optional(text),
  PUBLIC_LEGAL_EMAIL: z.optional(z.email('precisa ser um e-mail')),
  PUBLIC_PRIVACY_EMAIL: z.optional(z.email('precisa ser um e-mail')),
  /** Full name of the person in charge of personal data. */
  PUBLIC_DATA_OFFICER: z.optional(text),
});

/** Structured hours, from which the support page computes whether support is open now. */
const CountedHours = z.pipe(
  support.CountedHours,
  z.transform(({ days, ...opening }) => ({ days, time: formatOpening(opening), opening })),
);
/** Hours as free text. */
const WrittenHours = z.pipe(
  support.WrittenHours,
  z.transform((written): { days: string; time: string; opening: OpeningHours | null } => ({
    ...written,
    opening: null,
  })),
);

/** content/site.json. */
const SiteFile = z.strictObject(
  {
    name: text,
    tagline: text,
    hosts: z.strictObject({ product: text, demoTenant: text, statusTenant: text }, { error: unknownField }),
    contacts: z.strictObject({ email: text, phone: text, whatsapp: text }, { error: unknownField }),
    /** Source addresses of the checks; empty when the operator has no fixed ones. */
    sourceAddresses: z.array(sourceAddress, 'precisa ser uma lista'),
    hours: z.array(
      z.union(
        [CountedHours, WrittenHours],
        'precisa de days, weekdays, fromHour e toHour, ou de days e time',
      ),
      'precisa ser uma lista',
    ),
    holidays: support.Holidays,
    social: z.array(
      z.strictObject({ name: text, url: text }, { error: unknownField }),
      'precisa ser uma lista',
    ),
    /** Companies that process data on our behalf. */
    subProcessors: z.array(
      z.strictObject(
        { name: text, purpose: text, data: text, country: text, basis: text },
        { error: unknownField },
      ),
      'precisa ser uma lista',
    ),
    legal: z.strictObject(
      {
        companyName: text,
        cnpj: text,
        address: text,
        email: text,
        privacyEmail: text,
        /** Full name, or company and person; empty for a small company, which need not name one (Res. CD/ANPD 2/2022). */
        dataOfficer: z.string('precisa ser um nome, ou vazio'),
      },
      { error: unknownField },
    ),
  },
  { error: unknownField },
);

/** Brand, contacts and legal identity with the operator's overrides. */
export type Site = Readonly<z.output<typeof SiteFile>>;

export interface PublicConfig {
  readonly siteUrl: string;
  /** Origin of the API without a trailing slash; empty for the site's own. */
  readonly apiUrl: string;
  /** Origin of the page with the challenge, different from the site's; empty for none. */
  readonly challengeUrl: string;
  readonly keycloak: { readonly url: string; readonly realm: string; readonly clientId: string };
  readonly tenantUrlTemplate: string;
  /** What follows the subdomain in a customer's address: ".localhost:4334". */
  readonly tenantSuffix: string;
  readonly cepUrl: string;
  readonly demoUrl: string;
  readonly statusUrl: string;
  readonly sessionCheckIntervalSeconds: number;
  readonly thirdPartyCookieTimeoutMs: number;
  readonly site: Site;
}

/** What the browser needs of it (settings.ts). */
export type Settings = Omit<PublicConfig, 'site'> & { readonly supportEmail: string };

export const settingsOf = ({ site, ...settings }: PublicConfig): Settings => ({
  ...settings,
  supportEmail: site.contacts.email,
});

/**
 * Validates the variables and the site file.
 *
 * @param env Anything with `PUBLIC_*` keys; an empty string counts as unset.
 * @throws Error One Portuguese sentence that names every wrong variable or field.
 */
export function readPublicConfig(env: Readonly<Record<string, unknown>>, siteJson: unknown): PublicConfig {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== '' && value !== undefined),
  );
  const read = prove(PublicEnv, set, 'Corrija as variáveis do site');
  const site = applyOverrides(prove(SiteFile, siteJson, 'Corrija content/site.json'), read);
  const template = read.PUBLIC_TENANT_URL_TEMPLATE;
  return {
    siteUrl: read.PUBLIC_SITE_URL,
    apiUrl: read.PUBLIC_API_URL,
    challengeUrl: read.PUBLIC_CHALLENGE_URL,
    keycloak: {
      url: read.PUBLIC_KEYCLOAK_URL,
      realm: read.PUBLIC_KEYCLOAK_REALM,
      clientId: read.PUBLIC_KEYCLOAK_CLIENT_ID,
    },
    tenantUrlTemplate: template,
    tenantSuffix: template.slice(template.indexOf('{tenant}') + '{tenant}'.length),
    cepUrl: read.PUBLIC_CEP_URL,
    demoUrl: read.PUBLIC_DEMO_URL ?? tenantUrl(template, site.hosts.demoTenant),
    statusUrl: read.PUBLIC_STATUS_URL ?? tenantUrl(template, site.hosts.statusTenant),
    sessionCheckIntervalSeconds: read.PUBLIC_SESSION_CHECK_INTERVAL,
    thirdPartyCookieTimeoutMs: read.PUBLIC_THIRD_PARTY_COOKIE_TIMEOUT_MS,
    site,
  };
}

function applyOverrides(site: Site, env: z.output<typeof PublicEnv>): Site {
  return {
    ...site,
    name: env.PUBLIC_SITE_NAME ?? site.name,
    sourceAddresses: env.PUBLIC_SOURCE_ADDRESSES ?? site.sourceAddresses,
    hosts: { ...site.hosts, product: env.PUBLIC_PRODUCT_HOST ?? site.hosts.product },
    contacts: {
      email: env.PUBLIC_SUPPORT_EMAIL ?? site.contacts.email,
      phone: env.PUBLIC_SUPPORT_PHONE ?? site.contacts.phone,
      whatsapp: env.PUBLIC_WHATSAPP ?? site.contacts.whatsapp,
    },
    legal: {
      companyName: env.PUBLIC_LEGAL_NAME ?? site.legal.companyName,
      cnpj: env.PUBLIC_LEGAL_CNPJ ?? site.legal.cnpj,
      address: env.PUBLIC_LEGAL_ADDRESS ?? site.legal.address,
      email: env.PUBLIC_LEGAL_EMAIL ?? site.legal.email,
      privacyEmail: env.PUBLIC_PRIVACY_EMAIL ?? site.legal.privacyEmail,
      dataOfficer: env.PUBLIC_DATA_OFFICER ?? site.legal.dataOfficer,
    },
  };
}

function prove<S extends z.ZodMiniType>(schema: S, value: unknown, what: string): z.output<S> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const mistakes = read.error.issues.map((issue) => `${issue.path.join('.') || 'raiz'} ${issue.message}`);
  throw new Error(`${what}: ${mistakes.join('; ')}.`);
}
