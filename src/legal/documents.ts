/** The legal pages in menu order. */
import { getCollection } from 'astro:content';
import { type LegalId, legalIds } from '../schemas/legal.ts';

export interface LegalDocument {
  readonly id: LegalId;
  readonly label: string;
  /** Address as required, with ".html". */
  readonly href: string;
}

/** @throws Error When a text is missing. */
export async function legalDocuments(): Promise<readonly LegalDocument[]> {
  const entries = await getCollection('legal');
  return legalIds.map((id) => {
    const entry = entries.find((each) => each.id === id);
    if (entry === undefined) throw new Error(`Falta content/legal/${id}.mdx.`);
    return { id, label: entry.data.label, href: `/${id}.html` };
  });
}
