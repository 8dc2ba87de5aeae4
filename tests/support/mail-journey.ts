/** Mails in journeys. */
import { expect } from '@playwright/test';
import type { Stack } from '#dev/stack.ts';
import { proofLinkIn } from './identity-forms.ts';
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

/** Address of the link that proves an e-mail; the identity provider mails it at once, without the Worker. */
export async function proofLinkTo(stack: Stack, person: { readonly email: string }): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const { messages } = await stateOf<{ messages: readonly Mail[] }>(stack, 'mail');
      const mail = messages.findLast(
        ({ to, text }) => to.join() === person.email && proofLinkIn({ text }) !== '',
      );
      link = proofLinkIn(mail ?? {});
      return link;
    })
    .not.toBe('');
  return link;
}

/** Path of the link in an invitation's mail. */
export async function invitationTo(stack: Stack, person: { readonly email: string }): Promise<string> {
  const { text } = await mailTo(stack, person, /^Convite para o painel/);
  const [link] = /\/conta\/pessoas#convite=\w+/.exec(text) ?? [];
  if (link === undefined) throw new Error(`The invitation has no link: ${text}`);
  return link;
}
