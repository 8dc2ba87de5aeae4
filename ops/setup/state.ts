/**
 * What the wizard knows of one installation: `operator/setup.json`, no secrets. Written after each answer and after each
 * thing made, so that a kill loses neither.
 *
 * Owns: answers, and ids of what was made at Cloudflare. What everything else reads is derived from it (derive.ts).
 */
import { join } from 'node:path';
import * as z from 'zod';
import { checked, operatorFolder, readOperatorFile } from '#ops/operator/folder.ts';
import { jsonText, writePrivately } from './files.ts';

const text = z.string().min(1);
const Zone = z.strictObject({ id: text, name: text });
export type Zone = z.output<typeof Zone>;

/** How much of the price of a plan the state takes; what a nota fiscal has to carry follows from it. */
export const regimes = ['simples', 'presumido', 'real'] as const;

/** What the law asks of a company before it takes money (Decreto 7.962/2013, LGPD). */
const Company = z.strictObject({
  companyName: text,
  /** As it is printed, with its points. */
  cnpj: text,
  address: text,
  /** Empty: a small company names none (Res. CD/ANPD 2/2022). */
  dataOfficer: z.string(),
  regime: z.enum(regimes),
  cardEntry: z.enum(['hosted', 'form']),
  /** Who runs the server, and in which country; readers of /suboperadores. */
  hosting: z.strictObject({ name: text, country: text }),
  /** As it is printed, and only its digits for WhatsApp. */
  phone: text,
});
export type Company = z.output<typeof Company>;

const Answers = z.strictObject({
  brand: text.optional(),
  site: text.optional(),
  tenants: text.optional(),
  server: z.strictObject({ address: text, memoryGib: z.int().positive() }).optional(),
  /** The sender's domain at the mail provider. */
  mailDomain: text.optional(),
  operator: text.optional(),
  /** Chat in which the bot writes; `null`: later. */
  alarmChat: text.nullable().optional(),
  /** Name of the R2 bucket; `null`: later. */
  copies: text.nullable().optional(),
  /** Secrets whose answer was taken; the values are in the vault. */
  given: z.array(text).default([]),
  company: Company.partial().default({}),
});
export type Answers = z.output<typeof Answers>;

/** Kinds of things that are made once; a mark is set before the call that makes one. */
const Made = z.strictObject({
  /** Of all ids here: another account's token must not make everything a second time. */
  account: z.strictObject({ id: text, name: z.string() }).optional(),
  siteZone: Zone.optional(),
  tenantZone: Zone.optional(),
  database: text.optional(),
  switches: text.optional(),
  bucket: text.optional(),
  tunnel: text.optional(),
  serviceToken: text.optional(),
  /** By host and path, the Access application. */
  applications: z.record(text, text).default({}),
  /** By purpose, an API token made for the server. */
  tokens: z.record(text, text).default({}),
  /** By zone, type and name, the DNS record. */
  records: z.record(text, text).default({}),
  /** What a call was sent for and no answer was kept: found there, it is ours. */
  begun: z.array(text).default([]),
});
export type Made = z.output<typeof Made>;

const State = z.strictObject({
  format: z.literal(1),
  answers: Answers.prefault({}),
  made: Made.prefault({}),
  /** What was last written into each file, by which a hand-made change is told from our own. */
  written: z.record(text, z.unknown()).default({}),
  /** The functions' token for Argo CD; the token itself is in the vault. */
  argocdToken: z.strictObject({ id: text, iat: z.int(), exp: z.int() }).optional(),
  /** SHA-256 of the secrets that the Worker was last given. */
  secretsPut: text.optional(),
});
export type State = z.output<typeof State>;

const FILE = 'setup.json';

/** @throws CommandFailure naming the file and what is wrong in it. */
export function readState(root: string): State {
  return checked(`operator/${FILE}`, State, readOperatorFile(root, FILE) ?? { format: 1 });
}

export function writeState(root: string, state: State): void {
  writePrivately(join(operatorFolder(root), FILE), jsonText(state));
}
