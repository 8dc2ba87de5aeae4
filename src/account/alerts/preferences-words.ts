/** What a recipient is told, in a few words. */
import type { AlertKind } from '#domain/alerts/preferences.ts';
import { alertKinds } from '#domain/alerts/preferences.ts';
import type { Preferences } from '#domain/api-schemas/alerts.ts';

export const kindNames: Readonly<Record<AlertKind, string>> = {
  queda: 'Quando um monitor cai',
  retorno: 'Quando ele volta',
  manutencao: 'Manutenções: antes, no começo e no fim',
  vencimento: 'Certificado ou domínio perto de vencer',
};

const shortNames: Readonly<Record<AlertKind, string>> = {
  queda: 'quedas',
  retorno: 'retornos',
  manutencao: 'manutenções',
  vencimento: 'vencimentos',
};

export const dayNames = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const;

export function preferencesInWords({ avisos, silencio }: Preferences): string {
  if (avisos.length === 0) return 'nada';
  const what =
    avisos.length === alertKinds.length ? 'tudo' : avisos.map((kind) => shortNames[kind]).join(', ');
  return silencio === null ? what : `${what}, em silêncio de ${silencio.de} a ${silencio.ate}`;
}
