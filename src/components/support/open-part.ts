/**
 * Runs where the parts of the support page begin, before the first paint of what the address decides: an address that
 * names a question shows the questions (a browser matches `:target` only after the page's scripts, which may come late),
 * and a customer who chose a plan reads why this page opened.
 */
import { createHash } from 'node:crypto';
import { PLAN_CHOSEN } from '#lib/session-destination.ts';

const script = `const d=document.currentScript.parentElement.dataset;if(/^#(faq|pergunta-)/.test(location.hash))d.open='faq';if(location.search==='?${PLAN_CHOSEN}')d.why='plan'`;

export const openPartScript = `{${script}}`;

/** The policy of the page allows exactly this text. */
export const openPartScriptHash =
  `sha256-${createHash('sha256').update(openPartScript).digest('base64')}` as const;
