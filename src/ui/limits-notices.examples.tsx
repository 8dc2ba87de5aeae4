import type { Limits } from '#domain/api-schemas/limits.ts';
import type { Example } from '#ui/examples.ts';
import { LimitsNotices } from '#ui/limits-notices.tsx';

const limits: Limits = {
  plan: 'free',
  monitorLimit: 5,
  heartbeatSeconds: 600,
  running: 5,
  total: 6,
  isEnforced: true,
  paused: [{ id: 6, name: 'Blog' }],
  raised: [],
};

export const examples: readonly Example[] = [
  { name: 'um monitor pausado', element: <LimitsNotices limits={limits} /> },
];
