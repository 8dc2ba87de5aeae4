/** Database, switches and copies' bucket at Cloudflare. */
import * as z from 'zod';
import { CommandFailure } from '#ops/failure.ts';
import { R2_EDIT } from './account.ts';
import { type Cloudflare, CloudflareRefusal } from './cloudflare.ts';
import { type Making, once } from './making.ts';

const Database = z.object({ uuid: z.string(), name: z.string(), num_tables: z.number().nullish() });
const Namespace = z.object({ id: z.string(), title: z.string() });
const Bucket = z.object({ name: z.string() });
const D1 = 'Conta · D1: Edit';
const KV = 'Conta · Workers KV Storage: Edit';

/** Names as in wrangler.jsonc. */
const DATABASE = 'vigia';
const SWITCHES = 'vigia-switches';
/** Nearest to Brazil of the places that Cloudflare offers for a database and for a bucket. */
const LOCATION = 'enam';

const gone = (what: string, field: string): CommandFailure =>
  new CommandFailure(
    `${what} que esta pasta fez não está mais na Cloudflare. Se foi apagado por engano, veja docs/worst-day.md; para começar com um vazio, tire "${field}" de made em operator/setup.json e rode de novo.`,
  );

/** @param isAdopting Takes a database with tables that this folder did not make: the folder was lost, and the data stayed. */
export async function makeDatabase(
  making: Making,
  cloudflare: Cloudflare,
  account: string,
  isAdopting: boolean,
): Promise<void> {
  const path = `/accounts/${account}/d1/database`;
  const find = async () => {
    const listed = await cloudflare.list({
      path,
      query: { name: DATABASE },
      shape: Database,
      permission: D1,
    });
    return listed.find(({ name }) => name === DATABASE) ?? null;
  };
  const known = making.made().database;
  if (known !== undefined) {
    if ((await find())?.uuid !== known) throw gone('O banco', 'database');
    return;
  }
  const database = await once(making, {
    mark: 'database',
    what: `o banco D1 "${DATABASE}"`,
    find,
    make: () =>
      cloudflare.call({
        method: 'POST',
        path,
        json: { name: DATABASE, primary_location_hint: LOCATION },
        shape: Database,
        permission: D1,
      }),
    adopt({ num_tables: tables }) {
      if (!isAdopting && (tables ?? 0) > 0)
        throw new CommandFailure(
          `Esta conta já tem um banco D1 "${DATABASE}" com ${tables} tabelas, que esta pasta não fez. Se é desta instalação e a pasta se perdeu, rode de novo com --adotar; se não é, use outra conta.`,
        );
    },
  });
  if (database !== null) making.keep({ database: database.uuid });
}

export async function makeSwitches(making: Making, cloudflare: Cloudflare, account: string): Promise<void> {
  const path = `/accounts/${account}/storage/kv/namespaces`;
  const find = async () => {
    const listed = await cloudflare.list({ path, shape: Namespace, permission: KV });
    return listed.find(({ title }) => title === SWITCHES) ?? null;
  };
  const known = making.made().switches;
  if (known !== undefined) {
    if ((await find())?.id !== known) throw gone('O KV dos interruptores', 'switches');
    return;
  }
  const namespace = await once(making, {
    mark: 'switches',
    what: `o KV "${SWITCHES}"`,
    find,
    make: () =>
      cloudflare.call({ method: 'POST', path, json: { title: SWITCHES }, shape: Namespace, permission: KV }),
  });
  if (namespace !== null) making.keep({ switches: namespace.id });
}

/** @param name The answer; another one than before makes another bucket, and the old one stays with its copies. */
export async function makeBucket(
  making: Making,
  cloudflare: Cloudflare,
  account: string,
  name: string,
): Promise<void> {
  const path = `/accounts/${account}/r2/buckets`;
  const before = making.made().bucket;
  if (before === name) return;
  const bucket = await once(making, {
    mark: `bucket ${name}`,
    what: `o bucket R2 "${name}"`,
    find: () =>
      cloudflare
        .call({ path: `${path}/${name}`, shape: Bucket, permission: R2_EDIT })
        .catch((error: unknown) => {
          if (error instanceof CloudflareRefusal && error.isMissing) return null;
          throw error;
        }),
    make: () =>
      cloudflare.call({
        method: 'POST',
        path,
        json: { name, locationHint: LOCATION },
        shape: Bucket,
        permission: R2_EDIT,
      }),
  });
  if (bucket === null) return;
  if (before !== undefined) making.say(`  !  O bucket "${before}" fica como está, com as cópias que tem.`);
  making.keep({ bucket: name });
}
