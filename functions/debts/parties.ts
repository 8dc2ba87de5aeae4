/** The parties of a mark: payer, account and tenant, each as a keyed hash. */
import type { KeyedHash } from '#functions/platform/keyed-hash.ts';

interface Needs {
  readonly partyHash: KeyedHash;
}

/** What is known about a buyer. */
export interface Buyer {
  /** The account's OIDC subject. */
  readonly subject?: string | undefined;
  /** Order id of the tenant. */
  readonly orderId?: string | undefined;
  /** CPF or CNPJ, with or without punctuation. */
  readonly taxId?: string | null | undefined;
  /** The payer's hash as `payerHash` made it, used when the number itself is not available. */
  readonly payer?: string | null | undefined;
}

const payerText = (taxId: string): string => `payer:${taxId.replace(/[^\dA-Za-z]/g, '').toUpperCase()}`;

/**
 * The payer hash stored with a contract.
 * @param taxId CPF or CNPJ, with or without punctuation.
 */
export function payerHash({ partyHash }: Needs, taxId: string): Promise<string> {
  return partyHash(payerText(taxId));
}

/** The parties of several things known about a person, without duplicates. */
export async function partiesOfPerson(
  needs: Needs,
  { subjects, orderIds }: { readonly subjects: readonly string[]; readonly orderIds: readonly string[] },
): Promise<readonly string[]> {
  const known = await Promise.all([
    ...subjects.map((subject) => partiesOf(needs, { subject })),
    ...orderIds.map((orderId) => partiesOf(needs, { orderId })),
  ]);
  return [...new Set(known.flat())];
}

/** The parties of a buyer, without duplicates; under the previous key too, while there is one. */
export async function partiesOf(
  needs: Needs,
  { subject, orderId, taxId, payer }: Buyer,
): Promise<readonly string[]> {
  const hashed = await Promise.all([
    subject === undefined ? [] : needs.partyHash.all(`account:${subject}`),
    orderId === undefined ? [] : needs.partyHash.all(`tenant:${orderId}`),
    taxId == null ? [] : needs.partyHash.all(payerText(taxId)),
    payer ?? [],
  ]);
  return [...new Set(hashed.flat())];
}
