/** The news of content/news, for the page and its feed. */
import { getCollection } from 'astro:content';

export const FEED_PATH = '/novidades.xml';

/** Newest first. */
export const newsInOrder = async () =>
  (await getCollection('news')).toSorted((one, other) => other.id.localeCompare(one.id));
