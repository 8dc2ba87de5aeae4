/** How monitors stand, for pages: a monitor that is up, and what is asked for. */
import type { Now, NowMonitor } from '#domain/api-schemas/now.ts';

/** Up since the morning of 26/11/2026 (3h12 in São Paulo), and checked just now. */
export const pictured = (more: Partial<NowMonitor> = {}): NowMonitor => ({
  ...{ id: 1, createdAt: 1, name: 'Loja', address: 'loja.com.br', group: null, state: 'up' },
  ...{ since: Date.parse('2026-11-26T06:12:00Z'), reason: null, doubt: null, doubtSince: null },
  ...{
    checkedAt: Date.now() - 30_000,
    interval: 60,
    message: '',
    cause: null,
    signAt: null,
    fall: null,
    seen: null,
  },
  ...{ beats: 'u'.repeat(30), ping: 80 },
  ...more,
});

/** An environment that answers. */
export const standingNow = (monitors: readonly NowMonitor[], more: Partial<Now> = {}): Now => ({
  ...{ tenant: 'acme', url: 'http://acme.localhost:4334', role: 'owner', state: 'active' },
  ...{ heardAt: Date.now(), isCurrent: true, monitors: [...monitors] },
  ...more,
});
