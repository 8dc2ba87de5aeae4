/**
 * Bindings, variables and secrets: the only reader of raw env.
 *
 * Names everything that is missing in one error message.
 */
import type * as z from 'zod';
import type { ProvisionParameters } from './platform/provisioner.ts';
import { Variables, wrongVariables } from './variables.ts';

/** Objects bound by the platform; see wrangler.jsonc. */
interface Bindings {
  DB: D1Database;
  ASSETS: Fetcher;
  /** Copies of environments; absent where the operator keeps them elsewhere. */
  COPIES?: R2Bucket;
  /** Switches that outlive a restore of the database. */
  SWITCHES: KVNamespace;
  PROVISION_TENANT: Workflow<ProvisionParameters>;
  AVAILABILITY_LIMIT: RateLimit;
  CHECKOUT_LIMIT: RateLimit;
  STATUS_LIMIT: RateLimit;
  MISSING_PAGE_LIMIT: RateLimit;
  FEEDBACK_LIMIT: RateLimit;
  SUPPORT_LIMIT: RateLimit;
  UPGRADE_LIMIT: RateLimit;
  QUOTA_LIMIT: RateLimit;
  ACCOUNT_LIMIT: RateLimit;
  OPERATIONS_LIMIT: RateLimit;
  LOOK_LIMIT: RateLimit;
  LOOK_HOST_LIMIT: RateLimit;
}

export type Settings = z.output<typeof Variables>;

/** What the runtime passes to the Worker: bindings and unvalidated variables. */
export type Env = Bindings & Record<keyof (typeof Variables)['in']['shape'], string>;

const settingsOf = new WeakMap<object, Settings>();

/**
 * Validates the variables, once per isolate.
 * @throws Error naming every variable that is missing or wrong; values are not shown.
 */
export function readSettings(env: Env): Settings {
  const known = settingsOf.get(env);
  if (known !== undefined) return known;
  const read = Variables.safeParse(env);
  if (!read.success) {
    throw new Error(
      `Faltam ou estão erradas as variáveis do Worker: ${wrongVariables(env).join(', ')}. Veja docs/configuration.md.`,
    );
  }
  settingsOf.set(env, read.data);
  return read.data;
}
