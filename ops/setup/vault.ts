/**
 * What two sides need and nobody types twice: `operator/secrets.age`, encrypted with a key that stays outside of the folder.
 *
 * The format is age's (age-encryption.org/v1), so that `age -d -i chave operator/secrets.age` reads it without this project.
 * The key is made here and not chosen: it has 256 bits, and needs no slow derivation. It lies in the operator's own
 * configuration folder and is shown once; a copy of `operator/` alone opens nothing.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { armor, Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import * as z from 'zod';
import { CommandFailure } from '#ops/failure.ts';
import { operatorFolder } from '#ops/operator/folder.ts';
import { writePrivately } from './files.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Name of the variable that brings the key where no file has it. */
export const KEY_VARIABLE = 'VIGIA_SETUP_KEY';
/** Name of the operator's own token inside. */
export const CLOUDFLARE_TOKEN = 'CLOUDFLARE_API_TOKEN';

const Content = z.strictObject({
  /** Public half of the key, by which the file is written again. */
  recipient: z.string(),
  secrets: z.record(z.string(), z.string()),
});

/** The secrets of one folder, open. */
export interface Vault {
  readonly get: (name: string) => string | undefined;
  /** Writes the whole file again, before anybody uses the new values. */
  readonly put: (secrets: Readonly<Record<string, string>>) => Promise<void>;
}

const vaultFile = (root: string): string => join(operatorFolder(root), 'secrets.age');
export const hasVault = (root: string): boolean => existsSync(vaultFile(root));

/** Where keys of this person are. */
const keyFolder = (environment: Environment): string =>
  join(environment['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'vigia');

/** Keeps a key where only its owner reads it. @returns The file. */
async function keepKey(key: string, environment: Environment): Promise<string> {
  const folder = keyFolder(environment);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const file = join(folder, `${await identityToRecipient(key)}.key`);
  writePrivately(file, `${key}\n`);
  return file;
}

function knownKeys(environment: Environment): readonly string[] {
  const folder = keyFolder(environment);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.key')) : [];
  const given = environment[KEY_VARIABLE]?.trim();
  return [...(given ? [given] : []), ...files.map((name) => readFileSync(join(folder, name), 'utf8').trim())];
}

function openedWith(root: string, { recipient, secrets }: z.output<typeof Content>): Vault {
  let kept = secrets;
  return {
    get: (name) => kept[name],
    async put(more) {
      const next = { ...kept, ...more };
      await save(root, { recipient, secrets: next });
      kept = next;
    },
  };
}

async function save(root: string, content: z.output<typeof Content>): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(content.recipient);
  writePrivately(vaultFile(root), armor.encode(await encrypter.encrypt(JSON.stringify(content))));
}

/** A new vault with a key of its own. @returns The key, to be shown once, and where it lies. */
export async function createVault(
  root: string,
  environment: Environment,
): Promise<{ readonly vault: Vault; readonly key: string; readonly keyFile: string }> {
  const key = await generateX25519Identity();
  const keyFile = await keepKey(key, environment);
  const content = { recipient: await identityToRecipient(key), secrets: {} };
  await save(root, content);
  return { vault: openedWith(root, content), key, keyFile };
}

/** The vault of this folder, opened with a key of this machine; `null` when none fits. */
export async function openVault(root: string, environment: Environment): Promise<Vault | null> {
  for (const key of knownKeys(environment)) {
    const content = await decrypted(root, key);
    if (content !== null) return openedWith(root, content);
  }
  return null;
}

/**
 * Opens the vault with a typed key, and keeps the key on this machine.
 * @returns `null` when the key is not the folder's.
 */
export async function openWithKey(
  root: string,
  key: string,
  environment: Environment,
): Promise<Vault | null> {
  const content = await decrypted(root, key.trim());
  if (content === null) return null;
  await keepKey(key.trim(), environment);
  return openedWith(root, content);
}

async function decrypted(root: string, key: string): Promise<z.output<typeof Content> | null> {
  if (!/^AGE-SECRET-KEY-1[A-Z0-9]+$/.test(key)) return null;
  const decrypter = new Decrypter();
  try {
    decrypter.addIdentity(key);
  } catch {
    return null;
  }
  const written = readFileSync(vaultFile(root), 'utf8');
  try {
    return Content.parse(JSON.parse(await decrypter.decrypt(armor.decode(written), 'text')));
  } catch (error) {
    // Another folder's key is no defect; a file that was cut short or edited is.
    if (error instanceof Error && /no identity matched/.test(error.message)) return null;
    throw new CommandFailure(
      'operator/secrets.age não se lê: o arquivo foi cortado ou mudado. Devolva-o de uma cópia da pasta.',
    );
  }
}

/** The operator's token for Cloudflare where the shell has none; `null` without a folder, or without its key. */
export async function cloudflareToken(
  root: string,
  environment: Environment = process.env,
): Promise<string | null> {
  if (environment[CLOUDFLARE_TOKEN] || !hasVault(root)) return null;
  return (await openVault(root, environment))?.get(CLOUDFLARE_TOKEN) ?? null;
}
