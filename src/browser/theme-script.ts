/**
 * Runs in <head> before the first paint, so a reader who chose a theme never sees the other one flash, and one who has
 * an account finds the way to it (`data-account`) without anything moving.
 *
 * Written as text because it must stand inline; the CSP allows exactly this text by its hash.
 */
import { createHash } from 'node:crypto';
import { ACCOUNT_KEY } from '#lib/known-account.ts';
import { THEME_KEY } from '#lib/theme.ts';

export const themeScript = `try{if(localStorage.getItem('${ACCOUNT_KEY}'))document.documentElement.dataset.account='';const t=localStorage.getItem('${THEME_KEY}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

export const themeScriptHash = `sha256-${createHash('sha256').update(themeScript).digest('base64')}` as const;
