/**
 * Structured data by the search engines' rules: required properties, types and absolute addresses (Google Search
 * Central: Organization, Product, FAQ, Breadcrumb).
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import plansJson from '#content/plans.json' with { type: 'json' };
import { createCatalog } from '#domain/plans/catalog.ts';
import { builtSiteDir, builtSiteUrl } from '#tests/support/built-site.ts';
import { documentOf } from './built-docs.ts';

const text = z.string().trim().min(1);
const address = z.url({ protocol: /^https?$/ });
const price = z.string().regex(/^\d+\.\d{2}$/);
const head = { '@context': z.literal('https://schema.org') };

const Organization = z.object({
  ...head,
  '@type': z.literal('Organization'),
  '@id': address,
  name: text,
  legalName: text,
  taxID: text,
  url: address,
  logo: address,
  email: z.email(),
  address: z.object({
    '@type': z.literal('PostalAddress'),
    streetAddress: text,
    addressCountry: z.literal('BR'),
  }),
  contactPoint: z.object({
    '@type': z.literal('ContactPoint'),
    contactType: text,
    email: z.email(),
    telephone: text,
  }),
  sameAs: z.array(address).optional(),
});

const Price = z.object({
  '@type': z.literal('UnitPriceSpecification'),
  price,
  priceCurrency: z.literal('BRL'),
  referenceQuantity: z.object({
    '@type': z.literal('QuantitativeValue'),
    value: z.literal(1),
    unitCode: z.enum(['MON', 'ANN']),
  }),
});

const Product = z.object({
  ...head,
  '@type': z.literal('Product'),
  name: text,
  description: text,
  image: address,
  brand: z.object({ '@type': z.literal('Brand'), name: text }),
  offers: z
    .array(
      z.object({
        '@type': z.literal('Offer'),
        name: text,
        description: text,
        url: address,
        price,
        priceCurrency: z.literal('BRL'),
        availability: z.literal('https://schema.org/InStock'),
        seller: z.object({ '@id': address }),
        priceSpecification: z.array(Price).optional(),
      }),
    )
    .min(1),
});

const FAQPage = z.object({
  ...head,
  '@type': z.literal('FAQPage'),
  mainEntity: z
    .array(
      z.object({
        '@type': z.literal('Question'),
        name: text,
        acceptedAnswer: z.object({ '@type': z.literal('Answer'), text }),
      }),
    )
    .min(1),
});

const BreadcrumbList = z.object({
  ...head,
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z
    .array(
      z.object({ '@type': z.literal('ListItem'), position: z.int().positive(), name: text, item: address }),
    )
    .min(2)
    .refine(
      (items) => items.every(({ position }, index) => position === index + 1),
      'positions count from 1',
    ),
});

const TechArticle = z.object({
  ...head,
  '@type': z.literal('TechArticle'),
  headline: text.max(110),
  description: text,
  url: address,
  image: address,
  inLanguage: z.literal('pt-BR'),
  dateModified: z.iso.date().optional(),
  publisher: z.object({ '@id': address }),
});

const HowTo = z.object({
  ...head,
  '@type': z.literal('HowTo'),
  name: text,
  totalTime: z.iso.duration().optional(),
  step: z
    .array(
      z.object({ '@type': z.literal('HowToStep'), position: z.int().positive(), name: text, url: address }),
    )
    .min(2),
});

const WebSite = z.object({
  ...head,
  '@type': z.literal('WebSite'),
  name: text,
  url: address,
  inLanguage: z.literal('pt-BR'),
  publisher: z.object({ '@id': address }),
});

const SoftwareApplication = z.object({
  ...head,
  '@type': z.literal('SoftwareApplication'),
  name: text,
  applicationCategory: text,
  operatingSystem: text,
  url: address,
  offers: Product.shape.offers,
});

const Node = z.discriminatedUnion('@type', [
  Organization,
  WebSite,
  SoftwareApplication,
  Product,
  FAQPage,
  BreadcrumbList,
  TechArticle,
  HowTo,
]);

const pages = globSync('**/*.html', { cwd: builtSiteDir })
  .filter((path) => !path.startsWith('pagefind/'))
  .sort()
  .map((path) => {
    const document = documentOf(join(builtSiteDir, path));
    const blocks = [...document.querySelectorAll('script[type="application/ld+json"]')];
    return { path, document, nodes: blocks.map((block): unknown => JSON.parse(block.textContent ?? '')) };
  });
const withData = pages.filter(({ nodes }) => nodes.length > 0);
const home = pages.find(({ path }) => path === 'index.html');
const homeNodes = (home?.nodes ?? []).map((node) => Node.parse(node));

describe.each(withData.map(({ path, nodes }) => [path, nodes] as const))('%s', (_path, nodes) => {
  test('has valid structured data', () => {
    for (const node of nodes) Node.parse(node);
  });
});

test('the home page has organisation, site, product, application and FAQ', () => {
  const types = homeNodes.map((node) => node['@type']);
  expect(types.toSorted()).toEqual(['FAQPage', 'Organization', 'Product', 'SoftwareApplication', 'WebSite']);
});

test('offers match the catalogue, monthly and yearly', () => {
  const catalog = createCatalog(plansJson);
  const product = homeNodes.find((node) => node['@type'] === 'Product');
  const offers = product?.['@type'] === 'Product' ? product.offers : [];
  const reais = (centavos: number): string => (centavos / 100).toFixed(2);
  expect(offers.map(({ name, price: shown }) => [name, shown])).toEqual(
    catalog.plans.map(({ id, name }) => [name, reais(catalog.priceCentavos(id, 'monthly'))]),
  );
  expect(offers.map(({ priceSpecification }) => priceSpecification?.map((one) => one.price))).toEqual(
    catalog.plans.map(({ id, priceMonthlyReais }) =>
      priceMonthlyReais === 0
        ? undefined
        : [reais(catalog.priceCentavos(id, 'monthly')), reais(catalog.priceCentavos(id, 'yearly'))],
    ),
  );
});

test('breadcrumbs end at their own page, with absolute addresses', () => {
  const ends = withData.flatMap(({ path, document, nodes }) => {
    const crumbs = nodes.map((node) => Node.parse(node)).find((node) => node['@type'] === 'BreadcrumbList');
    if (crumbs?.['@type'] !== 'BreadcrumbList') return [];
    const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute('href');
    const items = crumbs.itemListElement.map(({ item }) => item);
    return [
      { path, isRight: items.at(-1) === canonical && items.every((item) => item.startsWith(builtSiteUrl)) },
    ];
  });
  expect(ends.length).toBeGreaterThan(3);
  expect(ends.filter(({ isRight }) => !isRight)).toEqual([]);
});
