/** The legal pages as menus list them. */
import { getCollection } from 'astro:content';
import { type LegalId, legalIds } from '../../schemas/legal.ts';

export interface LegalDocument {
  readonly id: LegalId;
  readonly label: string;
  /** The address of the requirements, with ".html". */
  readonly href: string;
}

/** @throws Error When one has no text. */
export async function legalDocuments(): Promise<readonly LegalDocument[]> {
  const entries = await getCollection('legal');
  return legalIds.map((id) => {
    const entry = entries.find((each) => each.id === id);
    if (entry === undefined) throw new Error(`Falta content/legal/${id}.mdx.`);
    return { id, label: entry.data.label, href: `/${id}.html` };
  });
}
