/** What people type on the identity provider's pages, and read in its mails. */
import type { Person } from './people.ts';

/** What is typed on the provider's pages, by Keycloak's field names; the stand-in has the same ones. */
export const keycloakForms = {
  login: ({ email, password }: Pick<Person, 'email' | 'password'>) => ({
    username: email,
    password,
    credentialId: '',
  }),
  /** The password comes after the proof of the e-mail. */
  registration({ email, name }: Pick<Person, 'email' | 'name'>) {
    const [firstName = '', ...lastName] = name.split(' ');
    return { email, firstName, lastName: lastName.join(' ') };
  },
  newPassword: (password: string) => ({ 'password-new': password, 'password-confirm': password }),
};

/** Address of the link in a mail that proves an e-mail; empty in another one. */
export const proofLinkIn = ({ text }: { readonly text?: string | undefined }): string =>
  /Confirmar o e-mail: (\S+)/.exec(text ?? '')?.[1] ?? '';
