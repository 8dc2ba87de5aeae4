/** Repeated idempotency keys: by the same caller with the same or another body, and by another caller. */
import { randomUUID } from 'node:crypto';
import { checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { operationPath } from '#domain/api-schemas/operations.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { TENANT } from './requests.ts';
import type { World } from './world.ts';

interface Reply {
  readonly status: number;
  readonly isReplayed: boolean;
  readonly text: string;
}

/** @returns What was wrong. */
export async function replays(world: World): Promise<string[]> {
  const key = randomUUID();
  const [first, second] = world.tokens.fresh;
  const ask = async (token: string, body: unknown): Promise<Reply> => {
    const answer = await fetch(`${world.siteUrl}${checkoutEndpoint}`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
        'CF-Connecting-IP': '198.51.100.7',
      },
      body: JSON.stringify(body),
    });
    const isReplayed = answer.headers.get('Idempotent-Replayed') === 'true';
    return { status: answer.status, isReplayed, text: await answer.text() };
  };
  // A drawn command may have closed the sales.
  await fetch(`${world.siteUrl}${operationPath('vendas')}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${world.tokens.operators[0]}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ state: 'open' }),
  });
  const body = newFreeOrder({ subdominio: TENANT });
  const original = await ask(first, body);
  const again = await ask(first, body);
  world.database.changedTables();
  const other = await ask(first, { ...body, ciclo: 'yearly' });
  const changed = world.database.changedTables();
  const stranger = await ask(second, body);
  const expectations: [string, boolean][] = [
    ['um nome ocupado é recusado', original.status === 409 && !original.isReplayed],
    ['a repetição ouve o mesmo', again.isReplayed && again.text === original.text],
    [
      'outro corpo com a mesma chave é recusado',
      other.status === 422 && other.text.includes('idempotency-key-reused'),
    ],
    ['e não muda nada', changed.length === 0],
    ['a chave de outra pessoa não conta', stranger.status === 409 && !stranger.isReplayed],
  ];
  return expectations.filter(([, holds]) => !holds).map(([rule]) => `chaves repetidas: ${rule}`);
}
