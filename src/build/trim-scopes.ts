/**
 * Leaves out of a page's own inline styles the rules for parts that are not on it.
 *
 * Astro writes the scoped styles of every part that a route may show into each of its pages. A rule that asks for a
 * scope no element has cannot match: markup gets its scopes when it is built, and islands bring none of their own.
 */
import { closingBrace } from './trim-styles.ts';

const styleElement = /<style>([\s\S]*?)<\/style>/g;
const scopeMark = /\[data-astro-cid-([\w-]+)\]/g;

export function dropAbsentScopes(html: string): string {
  const markup = html.replace(styleElement, '');
  const present = new Set([...markup.matchAll(/ data-astro-cid-([\w-]+)/g)].map(([, scope = '']) => scope));
  return html.replace(styleElement, (_element, css: string) => `<style>${keepPresent(css, present)}</style>`);
}

function keepPresent(css: string, present: ReadonlySet<string>): string {
  let kept = '';
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('{', at);
    const statement = css.indexOf(';', at);
    if (statement !== -1 && (open === -1 || statement < open)) {
      kept += css.slice(at, statement + 1);
      at = statement + 1;
      continue;
    }
    if (open === -1) return kept + css.slice(at);
    const close = closingBrace(css, open);
    kept += keptRule(css.slice(at, open), css.slice(open + 1, close), present);
    at = close + 1;
  }
  return kept;
}

function keptRule(prelude: string, body: string, present: ReadonlySet<string>): string {
  if (/^\s*@(?:layer|media|supports|container)\b/.test(prelude)) {
    const inner = keepPresent(body, present);
    return inner.trim() === '' ? '' : `${prelude}{${inner}}`;
  }
  const scopes = [...prelude.matchAll(scopeMark)].map(([, scope = '']) => scope);
  return scopes.length === 0 || scopes.some((scope) => present.has(scope)) ? `${prelude}{${body}}` : '';
}
