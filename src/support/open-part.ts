/**
 * Inline script of the support page that applies the address before the first paint: a link to a question shows the
 * questions (browsers match `:target` only after the page's scripts, which may be late), and a customer who chose a
 * plan reads why this page opened.
 */
import { createHash } from 'node:crypto';
import { PLAN_CHOSEN } from '#session/session-destination.ts';

const script = `const d=document.currentScript.parentElement.dataset;if(/^#(faq|pergunta-)/.test(location.hash))d.open='faq';if(location.search==='?${PLAN_CHOSEN}')d.why='plan'`;

export const openPartScript = `{${script}}`;

/** For the page's Content Security Policy. */
export const openPartScriptHash =
  `sha256-${createHash('sha256').update(openPartScript).digest('base64')}` as const;
