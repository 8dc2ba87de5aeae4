/** Our contacts, as text and as links. */
import type { Site } from '#lib/public-config.ts';

export interface Contact {
  readonly text: string;
  readonly href: string;
}

export function contactsOf({
  contacts,
}: Pick<Site, 'contacts'>): Record<'email' | 'phone' | 'whatsapp', Contact> {
  const { email, phone, whatsapp } = contacts;
  return {
    email: { text: email, href: `mailto:${email}` },
    phone: { text: phone, href: `tel:${phone.replace(/[^+\d]/g, '')}` },
    whatsapp: { text: readableNumber(whatsapp), href: `https://wa.me/${whatsapp}` },
  };
}

/** "5511400000000" → "+55 11 40000-0000"; foreign numbers are not grouped. */
function readableNumber(digits: string): string {
  return `+${digits.replace(/^55(\d{2})(\d{4,5})(\d{4})$/, '55 $1 $2-$3')}`;
}
