/**
 * Runs in <head> before the first paint: sets the chosen theme without a flash of the other, and `data-account` for
 * readers with an account (session/known-account.ts), so that the links of the account do not shift the page.
 *
 * A string, because it must be inlined; the CSP allows exactly this text by its hash.
 */
import { createHash } from 'node:crypto';

export const themeScript = `try{const s=localStorage,d=document.documentElement.dataset;if(s.theme)d.theme=s.theme;if(s.hasAccount)d.account=s.hasAccount;if(s.environment)d.environment=s.environment}catch{}`;

export const themeScriptHash = `sha256-${createHash('sha256').update(themeScript).digest('base64')}` as const;
