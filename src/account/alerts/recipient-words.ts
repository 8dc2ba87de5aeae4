/** What a recipient is, and what it is told, in a few words. */
import { type AlertKind, type AlertPreferences, alertKinds } from '#domain/alerts/preferences.ts';
import { type Preset, presetOf } from '#domain/alerts/presets.ts';
import type { AlertRecipient, AlertsView } from '#domain/api-schemas/alerts.ts';

/** Labels of the choice. */
export const kindNames: Readonly<Record<AlertKind, string>> = {
  fall: 'Quando um monitor cai',
  return: 'Quando ele volta',
  maintenance: 'Manutenções: antes, no começo e no fim',
  expiry: 'Certificado ou domínio perto de vencer',
};

const shortNames: Readonly<Record<AlertKind, string>> = {
  fall: 'Quedas',
  return: 'Retornos',
  maintenance: 'Manutenções',
  expiry: 'Vencimentos',
};

export const presetNames: Readonly<Record<Preset | 'own', string>> = {
  always: 'Sempre',
  'falls-at-night': 'Só quedas à noite',
  'business-hours': 'Horário comercial',
  own: 'Do meu jeito',
};

/** Days from Sunday on, as `Date` counts them. */
export const dayNames = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado'] as const;

/** What a recipient is called: its friendly name, the chat's, or the address. */
export const nameOf = (recipient: Pick<AlertRecipient, 'name' | 'address'> | undefined): string =>
  recipient?.name || recipient?.address || 'Conversa do Telegram';

/** Whose it is, for the reader of the page; `null` for one that the owner added. */
export function whoseOf(
  { isOwner, member, isMine }: Pick<AlertRecipient, 'isOwner' | 'member' | 'isMine'>,
  role: AlertsView['role'],
): string | null {
  if (member !== null) return isMine ? 'você' : `membro ${member.name}`;
  if (role === 'member') return 'do dono';
  return isOwner ? 'você, como dono' : null;
}

/** What it hears of, when, and of which monitors; a choice that the plan does not have is left out. */
export function chipsOf(
  preferences: AlertPreferences,
  { canChooseMonitors, canWriteText }: Pick<AlertsView, 'canChooseMonitors' | 'canWriteText'>,
): readonly string[] {
  const { kinds, quiet, monitors, tags = [], text } = preferences;
  const preset = presetOf(preferences);
  if (kinds.length === 0) return ['Nada'];
  // Beside "Só quedas à noite" it would read like the contrary.
  const all = preset === 'always' || preset === 'own' ? ['Tudo'] : [];
  return [
    ...(kinds.length === alertKinds.length ? all : kinds.map((kind) => shortNames[kind])),
    ...(preset === 'always' ? [] : [preset === 'own' ? silenceOf(quiet) : presetNames[preset]]),
    ...(monitors === null || !canChooseMonitors
      ? []
      : [
          ...(monitors.length === 0
            ? []
            : [monitors.length === 1 ? '1 monitor' : `${monitors.length} monitores`]),
          ...tags.map((tag) => `Etiqueta ${tag}`),
        ]),
    ...(text === null || !canWriteText ? [] : ['Texto seu']),
  ];
}

const silenceOf = (quiet: AlertPreferences['quiet']): string =>
  quiet === null || quiet.days.length === 0 ? 'Dias de silêncio' : `Silêncio ${quiet.from}–${quiet.until}`;
