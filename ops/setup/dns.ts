/** What the Internet's name servers say, by DNS over HTTPS: this machine's own may see a private network. */
import * as z from 'zod';
import { ask } from './http.ts';

const types = { A: 1, AAAA: 28, MX: 15 } as const;
const AnswerShape = z.object({
  Answer: z.array(z.object({ type: z.number(), data: z.string() })).default([]),
});

/** @returns The data of each record; empty for a name that has none. */
export async function lookUp(
  baseUrl: string,
  name: string,
  type: keyof typeof types,
): Promise<readonly string[]> {
  const address = `${baseUrl}?${new URLSearchParams({ name, type })}`;
  const { body } = await ask('O servidor de nomes', address, { headers: { accept: 'application/dns-json' } });
  const read = AnswerShape.safeParse(body);
  return (read.data?.Answer ?? []).filter((each) => each.type === types[type]).map(({ data }) => data);
}
