/**
 * `npm run ops -- realm`: lists the differences of an imported realm, corrects them with `--aplicar`, and ends every
 * session with `--encerrar-sessoes`.
 */
import { CommandFailure } from '../failure.ts';
import { openRealmAdmin, readRealmAdminSettings } from './admin.ts';
import { compareRealm } from './compare.ts';

export const realmCommand = {
  usage: '[--aplicar | --encerrar-sessoes --sim]',
  summary:
    'diz o que falta ao realm do Keycloak para ser o de deploy/keycloak/realm.json, e com --aplicar corrige; com --encerrar-sessoes, todos entram de novo',
};

interface Output {
  readonly out: (text: string) => void;
  readonly note: (text: string) => void;
}

/**
 * @returns The exit code: 1 while something differs.
 * @throws CommandFailure
 */
export async function runRealm(isApplying: boolean, { out, note }: Output): Promise<number> {
  const settings = readRealmAdminSettings(process.env);
  note(`No realm ${settings.OPS_KEYCLOAK_REALM} de ${settings.OPS_KEYCLOAK_URL}.`);
  const admin = await openRealmAdmin(settings);
  const found = await compareRealm(admin);
  if (found.length === 0) {
    out('O realm é o de deploy/keycloak/realm.json.');
    return 0;
  }
  out(['O realm difere de deploy/keycloak/realm.json:', ...found.map(({ said }) => `  ${said}`)].join('\n'));
  if (!isApplying) {
    out('Para corrigir, repita com --aplicar.');
    return 1;
  }
  for (const { apply } of found) await apply?.();
  const left = await compareRealm(admin);
  if (left.some(({ apply }) => apply !== null))
    throw new CommandFailure(['Ainda difere:', ...left.map(({ said }) => `  ${said}`)].join('\n'));
  out(left.length === 0 ? 'Corrigido.' : 'Corrigido, menos o que só você pode criar.');
  return left.length === 0 ? 0 : 1;
}

/**
 * Ends every session of the realm, and refuses every refresh token issued before now (the realm's not-before time).
 * Access tokens end by themselves within minutes; docs/worst-day.md says what customers see.
 * @throws CommandFailure
 */
export async function endSessions({ out, note }: Output): Promise<number> {
  const settings = readRealmAdminSettings(process.env);
  note(`No realm ${settings.OPS_KEYCLOAK_REALM} de ${settings.OPS_KEYCLOAK_URL}.`);
  const admin = await openRealmAdmin(settings);
  await admin.send('POST', '/logout-all');
  // `logout-all` sets it too in current versions; a server that did not would accept what a leaked key signed.
  await admin.send('PUT', '', { notBefore: Math.floor(Date.now() / 1000) });
  out('Todas as sessões terminaram. Tokens já entregues valem por até cinco minutos.');
  return 0;
}
