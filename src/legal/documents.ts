/** The legal pages, and those about trust, in menu order. */
import { getCollection } from 'astro:content';
import { type LegalId, legalIds, legalPath, trustIds } from '../schemas/legal.ts';

export interface LegalDocument {
  readonly id: LegalId;
  readonly label: string;
  readonly href: string;
}

export const legalDocuments = (): Promise<readonly LegalDocument[]> => documents(legalIds);
export const trustDocuments = (): Promise<readonly LegalDocument[]> => documents(trustIds);

/** @throws Error When a text is missing. */
async function documents(ids: readonly LegalId[]): Promise<readonly LegalDocument[]> {
  const entries = await getCollection('legal');
  return ids.map((id) => {
    const entry = entries.find((each) => each.id === id);
    if (entry === undefined) throw new Error(`Falta content/legal/${id}.mdx.`);
    return { id, label: entry.data.label, href: legalPath(id) };
  });
}
