/** The steps an article walks through, read from its source: those of its first <Steps>. */

import { plainSlug } from '#domain/docs/slug.ts';
import type { TaughtStep } from '#lib/docs-structured-data.ts';

const attributes = '((?:[^">]|"[^"]*")*)';

/** @param source The article as written, without its front matter. */
export function taughtSteps(source: string): readonly TaughtStep[] {
  const [, list = ''] =
    new RegExp(String.raw`<Steps${attributes}>([\s\S]*?)</Steps>`).exec(source)?.slice(1) ?? [];
  return [...list.matchAll(new RegExp(String.raw`<Step\s${attributes}>`, 'g'))].flatMap(
    ([, written = '']) => {
      const title = attribute(written, 'title');
      return title === null ? [] : [{ title, anchor: attribute(written, 'id') ?? plainSlug(title) }];
    },
  );
}

function attribute(written: string, name: string): string | null {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(written)?.[1] ?? null;
}
