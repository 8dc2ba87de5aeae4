/**
 * Runs in <head> before the first paint, so a reader who chose a theme never sees the other one flash, and one who has
 * an account finds the way to it (`data-account`) without anything moving.
 *
 * Written as text because it must stand inline; the CSP allows exactly this text by its hash.
 */
import { createHash } from 'node:crypto';
import { ACCOUNT_KEY, ENVIRONMENT_KEY } from '#lib/known-account.ts';
import { THEME_KEY } from '#lib/theme.ts';

export const themeScript = `try{const s=localStorage,d=document.documentElement.dataset;if(s.${THEME_KEY})d.theme=s.${THEME_KEY};if(s.${ACCOUNT_KEY})d.account='';if(s.${ENVIRONMENT_KEY})d.environment=s.${ENVIRONMENT_KEY}}catch{}`;

export const themeScriptHash = `sha256-${createHash('sha256').update(themeScript).digest('base64')}` as const;
