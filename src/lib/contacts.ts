/** Our contacts, as text and as links. */
import { phoneDigits } from '#domain/phone/phone.ts';
import type { Site } from '#lib/public-config.ts';

export interface Contact {
  /** Says which kind of number it is, so that two numbers side by side do not look like a typing mistake. */
  readonly name: string;
  readonly text: string;
  readonly href: string;
}

export function contactsOf({
  contacts,
}: Pick<Site, 'contacts'>): Record<'email' | 'phone' | 'whatsapp', Contact> {
  const { email, phone, whatsapp } = contacts;
  return {
    email: { name: 'E-mail', text: email, href: `mailto:${email}` },
    phone: {
      name: isMobile(phone) ? 'Telefone' : 'Telefone fixo',
      text: phone,
      href: `tel:${phone.replace(/[^+\d]/g, '')}`,
    },
    whatsapp: {
      name: isMobile(whatsapp) ? 'WhatsApp (celular)' : 'WhatsApp',
      text: readableNumber(whatsapp),
      href: `https://wa.me/${whatsapp}`,
    },
  };
}

/** Brazilian mobile numbers have nine digits after the area code. */
const isMobile = (number: string): boolean => phoneDigits(number).length === 11;

/** "5511400000000" → "+55 11 40000-0000"; foreign numbers are not grouped. */
function readableNumber(digits: string): string {
  return `+${digits.replace(/^55(\d{2})(\d{4,5})(\d{4})$/, '55 $1 $2-$3')}`;
}
