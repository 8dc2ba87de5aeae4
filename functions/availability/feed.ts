/** Incidents as an Atom feed (RFC 4287). */
import { type Incident, incidentsFeedEndpoint } from '#domain/api-schemas/availability.ts';
import { message } from '#domain/messages.ts';
import type { Frozen } from '#functions/http/route.ts';

interface Place {
  readonly productName: string;
  readonly siteUrl: string;
  /** The feed's own address; the API may have its own host. */
  readonly url: string;
}

export function incidentsFeed(
  incidents: readonly Frozen<Incident>[],
  { productName, siteUrl, url }: Place,
): string {
  const page = `${siteUrl}/disponibilidade`;
  const newest = Math.max(0, ...incidents.map(lastChange));
  const entries = incidents.map((incident) =>
    [
      '<entry>',
      `<id>${escaped(`${page}#${incident.id}`)}</id>`,
      `<title>${escaped(incident.title)}</title>`,
      `<link href="${escaped(`${page}#${incident.id}`)}"/>`,
      `<published>${iso(incident.startedAt)}</published>`,
      `<updated>${iso(lastChange(incident))}</updated>`,
      `<content type="text">${escaped(wordsOf(incident))}</content>`,
      '</entry>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="pt-BR">',
    `<id>${escaped(page)}</id>`,
    `<title>${escaped(message('availability.feed', { name: productName }))}</title>`,
    `<author><name>${escaped(productName)}</name></author>`,
    `<link href="${escaped(page)}"/>`,
    `<link rel="self" href="${escaped(new URL(incidentsFeedEndpoint, url).href)}"/>`,
    `<updated>${iso(newest)}</updated>`,
    ...entries,
    '</feed>',
  ].join('\n');
}

const iso = (epochMs: number): string => new Date(epochMs).toISOString();

const lastChange = ({ startedAt, endedAt, texts }: Frozen<Incident>): number =>
  Math.max(startedAt, endedAt ?? 0, ...texts.map(({ at }) => at));

const wordsOf = ({ endedAt, texts }: Frozen<Incident>): string =>
  [...(endedAt === null ? [] : [message('availability.ended')]), ...texts.map(({ text }) => text)].join(
    '\n\n',
  );

/** Escapes text for XML, and drops what XML 1.0 cannot contain. */
function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the characters that XML 1.0 excludes.
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
      .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  );
}
