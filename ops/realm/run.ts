/** `npm run ops -- realm`: lists the differences of an imported realm, and corrects them with `--aplicar`. */
import { OpsFailure } from '../failure.ts';
import { openRealmAdmin, readRealmAdminSettings } from './admin.ts';
import { compareRealm } from './compare.ts';

export const realmCommand = {
  usage: '[--aplicar]',
  summary:
    'diz o que falta ao realm do Keycloak para ser o de deploy/keycloak/realm.json, e com --aplicar corrige',
};

/**
 * @returns The exit code: 1 while something differs.
 * @throws OpsFailure
 */
export async function runRealm(
  isApplying: boolean,
  { out, note }: { readonly out: (text: string) => void; readonly note: (text: string) => void },
): Promise<number> {
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
    throw new OpsFailure(['Ainda difere:', ...left.map(({ said }) => `  ${said}`)].join('\n'));
  out(left.length === 0 ? 'Corrigido.' : 'Corrigido, menos o que só você pode criar.');
  return left.length === 0 ? 0 : 1;
}
