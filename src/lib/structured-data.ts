/**
 * Structured data (schema.org) for search engines: seller, product, questions, breadcrumbs.
 *
 * Owns: the shape of each node. Does not own the facts: prices come from the catalogue, the seller from site.json,
 * questions from content/faq. tests/content/seo.test.ts checks the required fields on the built pages.
 */
import type { Catalog, Plan } from '#domain/plans/catalog.ts';
import type { Site } from '#lib/public-config.ts';

export interface JsonLdNode {
  readonly '@context': 'https://schema.org';
  readonly '@type': string;
  readonly [property: string]: unknown;
}

/** One page of a breadcrumb trail. */
export interface Crumb {
  readonly name: string;
  /** Path without origin. */
  readonly path: string;
}

export interface Question {
  readonly question: string;
  /** Plain text or simple HTML. */
  readonly answer: string;
}

const context = { '@context': 'https://schema.org' } as const;

export function organization(site: Site, siteUrl: string): JsonLdNode {
  const { contacts, legal, social } = site;
  return {
    ...context,
    '@type': 'Organization',
    '@id': `${siteUrl}/#empresa`,
    name: site.name,
    legalName: legal.companyName,
    taxID: legal.cnpj,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icon-512.png`,
    email: legal.email,
    address: { '@type': 'PostalAddress', streetAddress: legal.address, addressCountry: 'BR' },
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer support',
      email: contacts.email,
      telephone: contacts.phone,
      areaServed: 'BR',
      availableLanguage: 'pt-BR',
    },
    ...(social.length > 0 && { sameAs: social.map(({ url }) => url) }),
  };
}

export function webSite(site: Site, siteUrl: string): JsonLdNode {
  return {
    ...context,
    '@type': 'WebSite',
    '@id': `${siteUrl}/#site`,
    name: site.name,
    url: `${siteUrl}/`,
    inLanguage: 'pt-BR',
    publisher: { '@id': `${siteUrl}/#empresa` },
  };
}

/** What the product is, for programs that look for software; its offers are those of the product. */
export function softwareApplication(site: Site, siteUrl: string, catalog: Catalog): JsonLdNode {
  return {
    ...context,
    '@type': 'SoftwareApplication',
    '@id': `${siteUrl}/#aplicativo`,
    name: site.name,
    description: `${site.tagline}.`,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    url: `${siteUrl}/`,
    offers: catalog.plans.map((plan) => planOffer(plan, siteUrl, catalog)),
    publisher: { '@id': `${siteUrl}/#empresa` },
  };
}

/** The product with one offer per plan; paid plans have a monthly and a yearly price. */
export function product(site: Site, siteUrl: string, catalog: Catalog): JsonLdNode {
  return {
    ...context,
    '@type': 'Product',
    '@id': `${siteUrl}/#produto`,
    name: site.name,
    description: `${site.tagline}.`,
    category: 'Monitoramento de disponibilidade',
    image: `${siteUrl}/og/index.png`,
    brand: { '@type': 'Brand', name: site.name },
    offers: catalog.plans.map((plan) => planOffer(plan, siteUrl, catalog)),
  };
}

function planOffer(plan: Plan, siteUrl: string, catalog: Catalog) {
  const reais = (cycle: 'monthly' | 'yearly'): string =>
    (catalog.priceCentavos(plan.id, cycle) / 100).toFixed(2);
  const period = (price: string, unitCode: 'MON' | 'ANN') => ({
    '@type': 'UnitPriceSpecification',
    price,
    priceCurrency: catalog.currency,
    referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode },
  });
  const isFree = plan.priceMonthlyReais === 0;
  return {
    '@type': 'Offer',
    name: plan.name,
    description: plan.features.join('; '),
    url: `${siteUrl}/#planos`,
    price: reais('monthly'),
    priceCurrency: catalog.currency,
    availability: 'https://schema.org/InStock',
    seller: { '@id': `${siteUrl}/#empresa` },
    ...(!isFree && { priceSpecification: [period(reais('monthly'), 'MON'), period(reais('yearly'), 'ANN')] }),
  };
}

export function faqPage(questions: readonly Question[]): JsonLdNode {
  return {
    ...context,
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}

/** The breadcrumb trail from the home page; the last crumb is the page itself. */
export function breadcrumbList(crumbs: readonly Crumb[], siteUrl: string): JsonLdNode {
  const all = [{ name: 'Início', path: '/' }, ...crumbs];
  return {
    ...context,
    '@type': 'BreadcrumbList',
    itemListElement: all.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: new URL(path, siteUrl).href,
    })),
  };
}
