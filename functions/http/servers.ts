/** Servers that call us, by what each got from us: environments, the messenger, the payment processor, the mail provider. */
import { timingSafeEqual } from 'hono/utils/buffer';
import { DomainError } from '#domain/errors.ts';
import type { KeyedTokens } from '#functions/platform/keyed-tokens.ts';
import type { MailNotice, MailNotices } from '#functions/vendors/mailer.ts';
import type { Layer } from './route.ts';

/** An environment that reports, by its own token. */
export function environment(): Layer<{ readonly environmentTokens: KeyedTokens }, { orderId: string }> {
  return {
    describes: { security: [{ ambiente: [] }], errors: ['unauthenticated'], isForServers: true },
    before:
      ({ environmentTokens }) =>
      async (c, next) => {
        const token = /^Bearer (\S{1,200})$/.exec(c.req.header('authorization') ?? '')?.[1] ?? '';
        const orderId = await environmentTokens.idOf(token);
        if (orderId === null) throw new DomainError('unauthenticated');
        c.set('orderId', orderId);
        await next();
      },
  };
}

/** A webhook, by the secret in a header that its sender got from us; compared in constant time. */
const byHeader = <Needs>(
  way: string,
  header: string,
  secretOf: (needs: Needs) => string | Promise<string>,
): Layer<Needs> => ({
  describes: { security: [{ [way]: [] }], errors: ['unauthenticated'], isForServers: true },
  before: (needs) => async (c, next) => {
    if (!(await timingSafeEqual(c.req.header(header) ?? '', await secretOf(needs))))
      throw new DomainError('unauthenticated');
    await next();
  },
});

/** The messenger's webhook. */
export const messenger = () =>
  byHeader<{ readonly messengerSecret: () => Promise<string> }>(
    'mensageiro',
    'x-telegram-bot-api-secret-token',
    ({ messengerSecret }) => messengerSecret(),
  );

/** The payment processor's webhook. */
export const processor = () =>
  byHeader<{ readonly webhookToken: string }>(
    'operadora',
    'asaas-access-token',
    ({ webhookToken }) => webhookToken,
  );

/** The mail provider's webhook, by its signature; `body` is `null` for a notice that says nothing to us. */
export function mailProvider(): Layer<
  { readonly mailNotices: MailNotices | null },
  { body: MailNotice | null }
> {
  return {
    describes: { security: [{ correio: [] }], errors: ['unauthenticated'], isForServers: true },
    before:
      ({ mailNotices }) =>
      async (c, next) => {
        if (mailNotices === null) throw new DomainError('unauthenticated');
        c.set('body', mailNotices.read(c.req.raw.headers, await c.req.text()));
        await next();
      },
  };
}
