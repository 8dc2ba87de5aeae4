/**
 * Leaves out of a page's own inline styles the rules for parts that are not on it.
 *
 * Astro writes the scoped styles of every part that a route may show into each of its pages. A rule that asks for a
 * scope no element has cannot match: markup gets its scopes when it is built, and islands bring none of their own.
 */
import { narrowRules } from './css-rules.ts';

const styleElement = /<style>([\s\S]*?)<\/style>/g;
const scopeMark = /\[data-astro-cid-([\w-]+)\]/g;

export function dropAbsentScopes(html: string): string {
  const markup = html.replace(styleElement, '');
  const present = new Set([...markup.matchAll(/ data-astro-cid-([\w-]+)/g)].map(([, scope = '']) => scope));
  const narrow = (selector: string): string => {
    const scopes = [...selector.matchAll(scopeMark)].map(([, scope = '']) => scope);
    return scopes.length === 0 || scopes.some((scope) => present.has(scope)) ? selector : '';
  };
  return html.replace(styleElement, (_element, css: string) => `<style>${narrowRules(css, narrow)}</style>`);
}
