/** The page of alerts, for its tests. */
import { screen, within } from '@testing-library/react';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import type { AlertRecipient, AlertsView } from '#domain/api-schemas/alerts.ts';
import { json } from '#tests/islands/fake-api.ts';
import { openAt, press, server, user } from '#tests/islands/island-page.tsx';

export const READ = 'GET /api/conta/avisos';
export const base = 'POST /api/conta/avisos';

/** The owner's own address. */
export const own: AlertRecipient = {
  ...{ id: 'r1', kind: 'email', name: null, address: 'ana@example.com', state: 'on', isOwner: true },
  ...{ offReason: null, wayBack: null, resendAt: null, member: null, isMine: true, isOffPlan: false },
  preferences: defaultPreferences,
};
/** A colleague's, which has not proven itself. */
export const unproven: AlertRecipient = {
  ...{ ...own, id: 'r2', address: 'plantao@example.com', state: 'unproven', isOwner: false },
};
export const colleague: AlertRecipient = { ...unproven, state: 'on' };
export const chat: AlertRecipient = { ...colleague, id: 'r3', kind: 'telegram', name: 'Ana', address: '' };

export const view: AlertsView = {
  role: 'owner',
  channel: 'on',
  detached: [],
  untold: [],
  unchecked: [],
  recipients: [own],
  offer: null,
  monitors: [],
  tags: [],
  canChooseMonitors: true,
  canWriteText: true,
  channels: [],
  free: { email: 9, telegram: 10, posted: 9 },
  largerHasMore: false,
  share: { sent: 2, limit: 1000 },
  telegram: true,
  messages: [],
};

export const load = () =>
  openAt('/conta/avisos', async () => {
    const { Alerts } = await import('#account/alerts/alerts.tsx');
    return <Alerts />;
  });

export async function open(known: Partial<AlertsView> = {}): Promise<void> {
  server.on(READ, () => json({ ...view, ...known }));
  await load();
  await screen.findByRole('region', { name: 'Quem recebe' });
}

export const part = (name: string) => within(screen.getByRole('region', { name }));

/** Opens a recipient's menu, and says what it has. */
export async function menuOf(name: string): Promise<readonly string[]> {
  await press(`Opções de ${name}`);
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent ?? '');
}

/** Chooses in a recipient's menu. */
export async function choose(item: string, name: string): Promise<void> {
  await menuOf(name);
  await user.click(screen.getByRole('menuitem', { name: item }));
}
