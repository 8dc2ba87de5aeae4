/** What customers find in their mails: days, parsed from their lines, and the token of an invitation. */
import type { StoredMail } from '#dev/stand-ins/mail/state.ts';
import { INVITATION_FRAGMENT } from '#domain/api-schemas/people.ts';
import { businessDay } from '#domain/billing/days.ts';
import type { Facts } from './facts.ts';

/** Line labels, and what the day after each one means. */
const labels: Readonly<Record<string, string>> = {
  'Funciona até': 'ends-on',
  'Pago até': 'paid-through',
  'Próxima cobrança': 'next-charge',
};

const months =
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(' ');

/** `18 de fevereiro de 2027` or `18/02/2027` → `2027-02-18`. */
function readDay(text: string): string | null {
  const slashed = /(\d{2})\/(\d{2})\/(\d{4})/.exec(text);
  if (slashed) return `${slashed[3]}-${slashed[2]}-${slashed[1]}`;
  const said = /(\d{1,2})º? de (\p{L}+) de (\d{4})/u.exec(text);
  const month = months.indexOf(said?.[2] ?? '') + 1;
  if (!said || month === 0) return null;
  return `${said[3]}-${String(month).padStart(2, '0')}-${said[1]?.padStart(2, '0')}`;
}

/** One entry per line with a day that is compared. */
export function dateIn({ text, receivedAt }: StoredMail): Facts['mails'][number][] {
  const lines = (text ?? '').split('\n');
  const account = Number(/loja-(\d+)/.exec(text ?? '')?.[1] ?? 0);
  return lines.flatMap((line) => {
    const [label = '', value = ''] = line.split(/:\s+/, 2);
    const kind = labels[label.trim()];
    const date = readDay(value);
    return kind === undefined || date === null ? [] : [{ day: businessDay(receivedAt), account, kind, date }];
  });
}

/** The token of the newest invitation to an address. */
export function invitationTo(email: string, messages: readonly StoredMail[]): string | undefined {
  const link = new RegExp(`#${INVITATION_FRAGMENT}=([\\w-]+)`);
  return messages
    .flatMap(({ to, text }) => (to.includes(email) ? (link.exec(text ?? '')?.[1] ?? []) : []))
    .at(-1);
}
