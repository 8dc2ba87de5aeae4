/** The mail domain of a company whose people sign in at its own provider, and how its owner proves it. */
import * as z from 'zod/mini';

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';

/** `empresa.com.br`, in lower case. */
export const CompanyDomain = z
  .string('Diga o domínio dos e-mails da empresa, como empresa.com.br.')
  .check(
    z.trim(),
    z.toLowerCase(),
    z.maxLength(253, 'O domínio é longo demais.'),
    z.regex(
      new RegExp(`^(?:${LABEL}\\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$`),
      'Diga o domínio dos e-mails da empresa, como empresa.com.br.',
    ),
  );

/** Where the TXT record with the proof stands; apart from the domain's other records. */
export const proofName = (domain: string): string => `_vigia-entrada.${domain}`;
