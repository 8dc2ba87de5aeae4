/**
 * Runs where the parts of the support page begin: an address that names a question shows the questions from the first
 * paint on. A browser matches `:target` only after the page's scripts, which may come late.
 */
import { createHash } from 'node:crypto';

export const openPartScript = `if(/^#(faq|pergunta-)/.test(location.hash))document.currentScript.parentElement.dataset.open='faq'`;

/** The policy of the page allows exactly this text. */
export const openPartScriptHash =
  `sha256-${createHash('sha256').update(openPartScript).digest('base64')}` as const;
