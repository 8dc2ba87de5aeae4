/** What a recipient is told, in a few words. */
import { type AlertKind, type AlertPreferences, alertKinds } from '#domain/alerts/preferences.ts';

export const kindNames: Readonly<Record<AlertKind, string>> = {
  fall: 'Quando um monitor cai',
  return: 'Quando ele volta',
  maintenance: 'Manutenções: antes, no começo e no fim',
  expiry: 'Certificado ou domínio perto de vencer',
};

const shortNames: Readonly<Record<AlertKind, string>> = {
  fall: 'quedas',
  return: 'retornos',
  maintenance: 'manutenções',
  expiry: 'vencimentos',
};

export const dayNames = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const;

export function preferencesInWords({ kinds, quiet }: AlertPreferences): string {
  if (kinds.length === 0) return 'nada';
  const what = kinds.length === alertKinds.length ? 'tudo' : kinds.map((kind) => shortNames[kind]).join(', ');
  return quiet === null ? what : `${what}, em silêncio de ${quiet.from} a ${quiet.until}`;
}
