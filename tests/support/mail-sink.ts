/** A local SMTP server that accepts and stores every mail: Keycloak sends its own mails by SMTP. */
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface MailSink {
  /** Mails to an address so far, oldest first; a mail is listed before its sender gets the confirmation. */
  sentTo(address: string): readonly Email[];
  close(): Promise<void>;
}

/**
 * Listens on 127.0.0.1, without a password and without TLS.
 * @param onMail Called before the sender gets the confirmation.
 */
export async function startMailSink(
  port: number,
  onMail: (mail: Email) => Promise<void> = async () => undefined,
): Promise<MailSink> {
  const taken: Email[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      stream.toArray().then(async (chunks: Buffer[]) => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        taken.push(mail);
        await onMail(mail);
        done();
      }, done);
    },
  });
  await once(smtp.listen(port, '127.0.0.1'), 'listening');
  return {
    sentTo: (address) => taken.filter(({ to = [] }) => to.some((mailbox) => mailbox.address === address)),
    close: () => new Promise((resolve) => smtp.close(resolve)),
  };
}
