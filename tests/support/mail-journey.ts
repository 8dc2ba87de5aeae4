/** Mails in journeys. */
import { expect } from '@playwright/test';
import type { Stack } from '#dev/stack.ts';
import { stateOf } from './stand-in-controls.ts';

interface Mail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** Waits for the first mail to an address whose subject matches. */
export async function mailTo(
  stack: Stack,
  person: { readonly email: string },
  subject: RegExp,
): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    await stack.tick();
    const { messages } = await stateOf<{ messages: readonly Mail[] }>(stack, 'mail');
    found = messages.find((mail) => mail.to.join().includes(person.email) && subject.test(mail.subject));
    expect(found).toBeDefined();
  }).toPass({ timeout: 40_000, intervals: [1_000] });
  if (found === undefined) throw new Error('The mail has disappeared.');
  return found;
}

/** Path of the link in an invitation's mail. */
export async function invitationTo(stack: Stack, person: { readonly email: string }): Promise<string> {
  const { text } = await mailTo(stack, person, /^Convite para o painel/);
  const [link] = /\/conta\/pessoas#convite=\w+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`The invitation has no link: ${text}`);
  return link;
}
