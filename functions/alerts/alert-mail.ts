/** A message about alerts as a mail. */
import { ALERTS_PAGE, SEEN_PAGE } from '#domain/alerts/alerts-page.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { Deps } from '#functions/compose.ts';
import { type MailContent, type MailLink, oneLine, renderMail } from '#functions/platform/mail/layout.ts';
import type { MailMessage } from '#functions/vendors/mailer.ts';
import { monitorUrl } from './message-links.ts';
import { referenceOf } from './outcome-store.ts';
import type { Ready } from './round.ts';

type Needs = Pick<
  Deps,
  'siteUrl' | 'tenantUrlTemplate' | 'alertLinks' | 'seenLinks' | 'productName' | 'company' | 'supportEmail'
>;

/** The same bytes whenever it is rendered: all that may change was decided when the message was written. */
export async function mailOf(needs: Needs, { recipient, message, place }: Ready): Promise<MailMessage> {
  const { siteUrl } = needs;
  const token = await needs.alertLinks.tokenOf(recipient.id);
  const { subject, tone, shown } = message;
  const panel = tenantUrl(needs.tenantUrlTemplate, place.subdomain);
  const notes = [
    addressed(shown?.to ?? null, place.subdomain),
    { label: 'O que chega, e quando', url: `${siteUrl}${ALERTS_PAGE}` },
    { label: 'Sair destes avisos', url: `${siteUrl}/avisos/sair#${token}` },
  ];
  const content: MailContent =
    shown === null
      ? {
          subject,
          tone: 'warning',
          paragraphs: message.lines,
          action: { label: 'Abrir o painel', url: panel },
          notes,
        }
      : {
          ...{ subject, tone, notes },
          states: shown.blocks.map((block, at) => ({
            ...block,
            sentence: message.lines[at] ?? '',
            url: monitorUrl(panel, block.monitor),
          })),
          paragraphs: shown.notes,
          action: panelLink(panel, shown.blocks),
          ...(shown.next === 'seen' && { other: await seenLink(needs, message.id) }),
          ...(shown.next === 'recipients' && {
            other: { label: 'Escolher quem mais é avisado', url: `${siteUrl}${ALERTS_PAGE}` },
          }),
        };
  return {
    to: recipient.address,
    subject: oneLine(subject),
    ...renderMail(content, needs),
    // RFC 8058.
    headers: {
      'List-Unsubscribe': `<${siteUrl}/api/avisos/sair?t=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    reference: referenceOf(message),
  };
}

const addressed = (to: string | null, subdomain: string): string =>
  to === null ? `Aviso do painel ${subdomain}.` : `Para ${to}, do painel ${subdomain}.`;

/** To the monitor, where the message is about one. */
function panelLink(panel: string, blocks: readonly { readonly monitor: number | null }[]): MailLink {
  const [only, ...others] = blocks;
  const url = others.length === 0 ? monitorUrl(panel, only?.monitor ?? null) : null;
  return url === null ? { label: 'Abrir o painel', url: panel } : { label: 'Ver no painel', url };
}

const seenLink = async ({ seenLinks, siteUrl }: Needs, messageId: string): Promise<MailLink> => ({
  label: 'Estou vendo',
  url: `${siteUrl}${SEEN_PAGE}#${await seenLinks.tokenOf(messageId)}`,
});
