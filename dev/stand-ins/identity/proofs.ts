/**
 * Proofs of e-mail addresses: links in mails, as Keycloak's required action VERIFY_EMAIL sends them.
 *
 * Owns: who may still use which link, and the mail's words, which are those of deploy/keycloak/theme/vigia/email. Does not
 * own: what opening a link leads to (proof-routes.ts).
 */
import { randomBytes } from 'node:crypto';
import type { IdentityStore, Proof, User } from './store.ts';

/** A mail of the realm, as the provider of the local stack takes it. */
export interface RealmMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mail was not accepted. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';

  constructor(cause: unknown) {
    super('Failed to send email, please try again later.', { cause });
  }
}

/** `actionTokenGeneratedByUserLifespan` of the realm. */
const LINK_MINUTES = 30;
/** Keycloak's wait before another mail to the same address. */
const RESEND_SECONDS = 30;

const SUBJECT = 'Confirme o seu e-mail';
const lines = {
  why: 'Para usar a sua conta Vigia, falta confirmar que este e-mail é seu.',
  action: 'Confirmar o e-mail',
  until: `O link vale por ${LINK_MINUTES} minutos.`,
  otherwise: 'Se não foi você quem criou a conta, ignore esta mensagem.',
} as const;

function mailOf(to: string, link: string): RealmMail {
  const { why, action, until, otherwise } = lines;
  return {
    to,
    subject: SUBJECT,
    text: [SUBJECT, why, `${action}: ${link}`, until, otherwise, '--\nVigia'].join('\n\n'),
    html:
      `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"></head><body style="font:16px/1.6 system-ui,sans-serif">` +
      `<h1>${SUBJECT}</h1><p>${why}</p><p><a href="${link}">${action}</a></p><p>${until}</p><p>${otherwise}</p>` +
      '</body></html>',
  };
}

export type Proofs = ReturnType<typeof createProofs>;

/** Makes, mails and finds the links. */
export function createProofs({
  store,
  issuer,
  sendMail,
}: {
  readonly store: IdentityStore;
  readonly issuer: string;
  readonly sendMail: (mail: RealmMail) => Promise<void>;
}) {
  const isAlive = ({ sentAt }: Proof): boolean => Date.now() - sentAt < LINK_MINUTES * 60_000;
  const newest = (uid: string): Proof | undefined =>
    store.state.proofs.findLast((proof) => proof.uid === uid);

  return {
    /** Mails a link. Earlier ones stay valid. @throws MailRefused Then there is no link. */
    async send(user: User, uid: string): Promise<void> {
      const key = randomBytes(24).toString('base64url');
      await sendMail(mailOf(user.email, `${issuer}/login-actions/action-token?key=${key}`)).catch((cause) => {
        throw new MailRefused(cause);
      });
      const proof = { key, userId: user.id, email: user.email, uid, sentAt: Date.now() };
      store.state.proofs = [...store.state.proofs.filter(isAlive), proof];
      store.save();
    },
    /** Seconds until this sign-in may ask for another mail; 0: now. */
    waitOf(uid: string): number {
      const proof = newest(uid);
      const waited = proof === undefined ? RESEND_SECONDS : (Date.now() - proof.sentAt) / 1000;
      return Math.max(0, Math.ceil(RESEND_SECONDS - waited));
    },
    /** Whose address a sign-in waits for. */
    userOf(uid: string): User | undefined {
      const proof = newest(uid);
      return proof && store.findUser(proof.userId);
    },
    /** A link that still holds, with its account; the address must be the one that was mailed. */
    find(key: string): { readonly proof: Proof; readonly user: User } | null {
      const proof = store.state.proofs.find((each) => each.key === key && isAlive(each));
      const user = proof && store.findUser(proof.userId);
      return proof === undefined || user === undefined || user.email !== proof.email ? null : { proof, user };
    },
  };
}
