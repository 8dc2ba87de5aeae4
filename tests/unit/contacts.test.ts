import { expect, test } from 'vitest';
import { contactsOf } from '#lib/contacts.ts';

const named = (phone: string, whatsapp: string) => {
  const contacts = contactsOf({ contacts: { email: 'suporte@vigia.example', phone, whatsapp } });
  return [contacts.phone.name, contacts.whatsapp.name, contacts.whatsapp.text];
};

test('the names tell a landline from a mobile number', () => {
  expect(named('+55 11 4000-0000', '5511400000000')).toEqual([
    'Telefone fixo',
    'WhatsApp (celular)',
    '+55 11 40000-0000',
  ]);
  expect(named('+55 11 94000-0000', '551140000000')).toEqual(['Telefone', 'WhatsApp', '+55 11 4000-0000']);
});
