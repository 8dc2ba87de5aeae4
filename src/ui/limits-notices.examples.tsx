import type { Limits } from '#domain/api-schemas/limits.ts';
import type { Example } from '#ui/examples.ts';
import { LimitsNotices } from '#ui/limits-notices.tsx';

const limits: Limits = {
  plano: 'free',
  monitorLimit: 5,
  intervaloMinimo: 600,
  emFuncionamento: 5,
  total: 6,
  aplica: true,
  pausados: [{ id: 6, nome: 'Blog' }],
  aumentados: [],
};

export const examples: readonly Example[] = [
  { name: 'um monitor pausado', element: <LimitsNotices limits={limits} /> },
];
