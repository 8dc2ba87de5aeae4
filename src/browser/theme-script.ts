/**
 * Runs in <head> before the first paint: sets the chosen theme without a flash of the other, and `data-account` for
 * readers with an account, so that the links of the account do not shift the page.
 *
 * A string, because it must be inlined; the CSP allows exactly this text by its hash.
 */
import { createHash } from 'node:crypto';
import { ACCOUNT_KEY, ENVIRONMENT_KEY } from '#lib/known-account.ts';
import { THEME_KEY } from '#lib/theme.ts';

export const themeScript = `try{const s=localStorage,d=document.documentElement.dataset;if(s.${THEME_KEY})d.theme=s.${THEME_KEY};if(s.${ACCOUNT_KEY})d.account=s.${ACCOUNT_KEY};if(s.${ENVIRONMENT_KEY})d.environment=s.${ENVIRONMENT_KEY}}catch{}`;

export const themeScriptHash = `sha256-${createHash('sha256').update(themeScript).digest('base64')}` as const;
