import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { policyChanges } from '../../src/build/page-policy.ts';
import { elementsIn, parseHtml, withChanges } from '../../src/lib/html-tree.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const withOwnHashes = (html: string): string =>
  withChanges(html, policyChanges([...elementsIn(parseHtml(html))]));
const page = (policy: string, rest: string) =>
  `<head><meta http-equiv="content-security-policy" content="${policy}">${rest}</head>`;

test('a page allows exactly its own inline styles and scripts', () => {
  const body =
    '<style>a{}</style><style data-x>b{}</style><style>a{}</style>' +
    '<script>one()</script><script type="module">two()</script>' +
    '<script type="application/ld+json">{}</script><script type="module" src="/x.js"></script>';
  const before =
    "default-src 'none'; script-src 'self' 'sha256-old=' https://id.example; style-src 'self' 'sha256-old='";
  const after = `default-src 'none'; script-src 'self' https://id.example ${hash('one()')} ${hash('two()')}; style-src 'self' ${hash('a{}')} ${hash('b{}')}`;
  expect(withOwnHashes(page(before, body))).toBe(page(after, body));
});

test('a page without a policy is unchanged', () => {
  expect(withOwnHashes('<style>a{}</style>')).toBe('<style>a{}</style>');
});
