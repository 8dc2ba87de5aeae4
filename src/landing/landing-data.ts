/** The landing page's sections from the content collection. */
import { type CollectionEntry, getCollection } from 'astro:content';
import type { SectionName } from '../schemas/landing.ts';
import { sectionLinks, visibleSections } from './section-list.ts';

/** Front matter of a kind of section. */
export type SectionData<Name extends SectionName> = Extract<
  CollectionEntry<'landing'>['data'],
  { section: Name }
>;

export async function landingEntries(): Promise<CollectionEntry<'landing'>[]> {
  const entries = await getCollection('landing');
  const byData = new Map(entries.map((entry) => [entry.data, entry]));
  return visibleSections(entries.map(({ data }) => data)).flatMap((data) => byData.get(data) ?? []);
}

/** Links of the header to the existing sections. */
export async function landingLinks() {
  return sectionLinks((await landingEntries()).map(({ data }) => data));
}
