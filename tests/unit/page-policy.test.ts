import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { policyWriter } from '../../src/build/page-policy.ts';
import { type Change, elementsIn, parseHtml, withChanges } from '../../src/lib/html-tree.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
function withOwnHashes(html: string, changes: readonly Change[] = []): string {
  const policy = policyWriter([...elementsIn(parseHtml(html))]);
  return withChanges(html, [...changes, ...policy(changes)]);
}
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

test('what a change takes out is not allowed, what it writes is', () => {
  const body = '<style>a{}</style><style>b{}</style>';
  const html = page("style-src 'self'", body);
  const [first, second] = ['<style>a{}</style>', 'b{}'].map((text) => {
    const start = html.indexOf(text);
    return { start, end: start + text.length, text: '' };
  });
  const changes = [first, second && { ...second, text: 'c{}' }].filter((change) => change !== undefined);
  expect(withOwnHashes(html, changes)).toBe(page(`style-src 'self' ${hash('c{}')}`, '<style>c{}</style>'));
});

test('a page without a policy is unchanged', () => {
  expect(withOwnHashes('<style>a{}</style>')).toBe('<style>a{}</style>');
});
