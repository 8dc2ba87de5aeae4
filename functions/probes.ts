/** Asks each service that a verb depends on whether it answers us. */
import { send } from './clients.ts';
import type { ChallengeVerifier } from './vendors/challenge.ts';
import type { ClusterClients } from './vendors/cluster-router.ts';
import { type Dependency, requireVersion } from './vendors/dependency.ts';
import type { IdentityAdmin } from './vendors/identity.ts';
import type { Mailer } from './vendors/mailer.ts';
import type { Messenger } from './vendors/messenger.ts';
import type { Processor } from './vendors/processor.ts';
import { checkSignIn } from './vendors/sign-in.ts';

/** Older versions never report an application healthy while its Ingress has no address, whatever the chart sets. */
export const OLDEST_ARGOCD = [2, 14] as const;

/** An id that no account and no order has. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

interface Probed {
  readonly identity: IdentityAdmin;
  readonly processor: Processor;
  readonly clusterClients: readonly ClusterClients[];
  readonly mailer: Mailer;
  readonly challenge: ChallengeVerifier | null;
  readonly messenger: Messenger | null;
  readonly signInUrl: string | null;
}

/**
 * Health probes. Each asks for something that does not exist; only a caller with valid credentials gets "not found".
 */
export function dependenciesOf(
  db: D1Database,
  { identity, processor, clusterClients, mailer, challenge, messenger, signInUrl }: Probed,
): readonly Dependency[] {
  return [
    { name: 'banco', check: async () => void (await db.prepare('SELECT 1').first()) },
    { name: 'identidade', check: async () => void (await identity.readUser(NO_ID)) },
    { name: 'pagamentos', check: async () => void (await processor.readPayment('pay_000000000000')) },
    ...clusterClients.map(({ name, cluster }) => ({
      name: `implantação ${name}`.trim(),
      check: async () => {
        await cluster.readApplication(NO_ID);
        requireVersion(await cluster.readVersion(), OLDEST_ARGOCD);
      },
    })),
    { name: 'e-mail', check: () => mailer.check() },
    ...(challenge === null ? [] : [{ name: 'desafio', check: () => challenge.check() }]),
    ...(messenger === null
      ? []
      : [{ name: 'telegram', check: async () => void (await messenger.readName()) }]),
    ...(signInUrl === null ? [] : [{ name: 'entrada', check: () => checkSignIn(signInUrl, send) }]),
  ];
}

/** Whether the database answers. */
export async function isUp(db: D1Database): Promise<boolean> {
  try {
    return (await db.prepare('SELECT 1 AS up').first<{ up: number }>())?.up === 1;
  } catch {
    // An unreachable database counts as down; the failing call's log line has the reason.
    return false;
  }
}
