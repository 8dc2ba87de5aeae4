/**
 * Facts for the legal texts: company and contacts, and the numbers of contract-facts.ts.
 *
 * An author writes `{facts.company.name}` instead of the value, so that no text goes out of date.
 */
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { config } from '#lib/config.ts';
import { contactsOf } from '#lib/contacts.ts';
import { tenantUrl } from '#lib/settings.ts';
import { contractFacts } from './contract-facts.ts';

const { site } = config;

/** Throws for a misspelt name, which would otherwise leave a gap in the text. */
export const facts = strict('facts', {
  ...contractFacts,
  name: site.name,
  company: site.legal,
  contacts: contactsOf(site),
  /** Example address: "seu-nome.vigia.example". */
  tenantExample: shownAddress(tenantUrl('seu-nome')),
  identityHost: new URL(config.keycloak.url).host,
  /** Who answers for personal data (LGPD, art. 41, § 1; Res. CD/ANPD 18/2024 and 2/2022). */
  dataOfficer:
    site.legal.dataOfficer === ''
      ? 'Como agente de tratamento de pequeno porte, a empresa é dispensada de indicar um encarregado (Resolução CD/ANPD nº 2/2022), e mantém este canal para quem quer falar sobre dados pessoais.'
      : `O encarregado pelo tratamento de dados pessoais é ${site.legal.dataOfficer}.`,
});

function strict<Known extends object>(path: string, fields: Known): Known {
  return new Proxy(fields, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (value === undefined && typeof name === 'string')
        throw new Error(`{${path}.${name}} não existe. Há ${Object.keys(target).join(', ')}.`);
      return isFields(value) ? strict(`${path}.${String(name)}`, value) : value;
    },
  });
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
