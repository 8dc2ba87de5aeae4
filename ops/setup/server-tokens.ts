/**
 * Tokens of Cloudflare for the server, each for one thing: DNS of the customers' zone, for its certificate, and the copies'
 * bucket. The operator's own token, which can do everything, never goes there.
 */
import { createHash } from 'node:crypto';
import * as z from 'zod';
import { CommandFailure } from '#ops/failure.ts';
import type { Cloudflare } from './cloudflare.ts';
import { type Making, once } from './making.ts';
import type { Zone } from './state.ts';
import type { Vault } from './vault.ts';

const Token = z.object({ id: z.string(), name: z.string() });
const NewToken = Token.extend({ value: z.string() });
const Value = z.string().min(1);
const Group = z.object({ id: z.string(), name: z.string() });
const PERMISSION = 'Conta · Account API Tokens: Edit';

interface Wanted {
  /** Purpose, and the token's name after `vigia`. */
  readonly purpose: 'certificado' | 'copias';
  readonly groups: readonly string[];
  readonly resource: string;
  /** What its value becomes in the vault. */
  readonly secrets: (token: z.output<typeof NewToken>) => Readonly<Record<string, string>>;
}

/** For cert-manager: the challenge of a wildcard is a DNS record. */
export const certificateToken = (zone: Zone): Wanted => ({
  purpose: 'certificado',
  groups: ['DNS Write', 'Zone Read'],
  resource: `com.cloudflare.api.account.zone.${zone.id}`,
  secrets: ({ value }) => ({ DNS_API_TOKEN: value }),
});

/** For restic: R2's S3 keys are a token's id and the SHA-256 of its value (developers.cloudflare.com/r2/api/tokens). */
export const copiesToken = (account: string, bucket: string): Wanted => ({
  purpose: 'copias',
  groups: ['Workers R2 Storage Bucket Item Write', 'Workers R2 Storage Bucket Item Read'],
  resource: `com.cloudflare.edge.r2.bucket.${account}_default_${bucket}`,
  secrets: ({ id, value }) => ({
    COPIES_ACCESS_KEY_ID: id,
    COPIES_SECRET_ACCESS_KEY: createHash('sha256').update(value).digest('hex'),
  }),
});

/**
 * Makes the token; one whose value was lost gets a new value, and one for another zone or bucket another scope.
 * @throws CommandFailure
 */
export async function makeServerToken(
  making: Making,
  cloudflare: Cloudflare,
  { account, vault, wanted }: { readonly account: string; readonly vault: Vault; readonly wanted: Wanted },
): Promise<void> {
  const path = `/accounts/${account}/tokens`;
  const name = `vigia ${wanted.purpose}`;
  const key = `${wanted.purpose} ${wanted.resource}`;
  const names = Object.keys(wanted.secrets({ id: '', name: '', value: '' }));
  const isKept = names.every((each) => vault.get(each) !== undefined);
  if (isKept && making.made().tokens[key] !== undefined) return;
  const scope = async () => {
    const groups = await cloudflare.list({
      path: `${path}/permission_groups`,
      shape: Group,
      permission: PERMISSION,
    });
    const ids = wanted.groups.map((group) => {
      const found = groups.find((each) => each.name === group);
      if (found === undefined)
        throw new CommandFailure(
          `A Cloudflare não conhece mais a permissão "${group}": atualize o projeto (git pull).`,
        );
      return { id: found.id };
    });
    return {
      name,
      policies: [{ effect: 'allow', permission_groups: ids, resources: { [wanted.resource]: '*' } }],
    };
  };
  let value: string | undefined;
  const token = await once(making, {
    mark: `token ${key}`,
    what: `o token "${name}", só para ${wanted.purpose === 'copias' ? 'as cópias' : 'o certificado'}`,
    async find() {
      const listed = await cloudflare.list({ path, shape: Token, permission: PERMISSION });
      return listed.find((each) => each.name === name) ?? null;
    },
    async make() {
      const json = await scope();
      const made = await cloudflare.call({
        method: 'POST',
        path,
        json,
        shape: NewToken,
        permission: PERMISSION,
      });
      value = made.value;
      return made;
    },
  });
  if (token === null || making.isDry) return;
  if (value === undefined) {
    await cloudflare.call({
      method: 'PUT',
      path: `${path}/${token.id}`,
      json: { ...(await scope()), status: 'active' },
      shape: z.unknown(),
      permission: PERMISSION,
    });
    value = await cloudflare.call({
      method: 'PUT',
      path: `${path}/${token.id}/value`,
      json: {},
      shape: Value,
      permission: PERMISSION,
    });
    making.say(
      `  !  O valor do token "${name}" não estava guardado, ou era para outro lugar: a Cloudflare deu outro.`,
    );
  }
  await vault.put(wanted.secrets({ ...token, value }));
  making.keep({ tokens: { ...making.made().tokens, [key]: token.id } });
}
