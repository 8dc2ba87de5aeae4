/**
 * Inline script of the support page that applies the address before the first paint: a link to a question shows the
 * questions (browsers match `:target` only after the page's scripts, which may be late), and a customer who chose a
 * plan finds it as a button.
 */
import { createHash } from 'node:crypto';
import { PLAN_CHOSEN } from '#session/session-destination.ts';

/** The keys of the choice are those of lib/storage.ts; without storage the button names no plan. */
const script = [
  `const p=document.currentScript.parentElement,d=p.dataset,o=(n)=>p.querySelector('[data-offer="'+n+'"]')`,
  `if(/^#(faq|pergunta-)/.test(location.hash))d.open='faq'`,
  // The answer opens once it is there, before the page's scripts come, so that nothing below it moves then.
  `document.addEventListener('readystatechange',()=>document.getElementById(location.hash.slice(1))?.closest('details')?.setAttribute('open',''),{once:true})`,
  `if(location.search==='?${PLAN_CHOSEN}'){d.why='plan';let c='';try{c=localStorage.selectedPlan+'-'+(localStorage.billingCycle||'monthly')}catch{}(/^[a-z-]+$/.test(c)&&o(c)||o('')).hidden=false}`,
].join(';');

export const openPartScript = `{${script}}`;

/** For the page's Content Security Policy. */
export const openPartScriptHash =
  `sha256-${createHash('sha256').update(openPartScript).digest('base64')}` as const;
