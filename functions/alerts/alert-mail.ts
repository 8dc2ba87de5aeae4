/** A message about alerts as a mail. */
import { alertLeaveEndpoint } from '#domain/alerts/alerts-page.ts';
import { alertMailContent } from '#domain/alerts/mail-content.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { Deps } from '#functions/compose.ts';
import { oneLine, renderMail } from '#functions/platform/mail/layout.ts';
import type { MailMessage } from '#functions/vendors/mailer.ts';
import { referenceOf } from './outcome-store.ts';
import type { Ready } from './round.ts';

type Needs = Pick<
  Deps,
  'siteUrl' | 'tenantUrlTemplate' | 'alertLinks' | 'seenLinks' | 'productName' | 'company' | 'supportEmail'
>;

/** The same bytes whenever it is rendered: all that may change was decided when the message was written. */
export async function mailOf(needs: Needs, { recipient, message, place }: Ready): Promise<MailMessage> {
  const { siteUrl, tenantUrlTemplate } = needs;
  const { subdomain } = place;
  const leaveToken = await needs.alertLinks.tokenOf(recipient.id);
  const content = alertMailContent(message, {
    ...{ subdomain, siteUrl, leaveToken },
    panel: tenantUrl(tenantUrlTemplate, subdomain),
    seenToken: message.shown?.next === 'seen' ? await needs.seenLinks.tokenOf(message.id) : null,
  });
  return {
    to: recipient.address,
    subject: oneLine(message.subject),
    ...renderMail(content, needs),
    // RFC 8058.
    headers: {
      'List-Unsubscribe': `<${siteUrl}${alertLeaveEndpoint}?t=${leaveToken}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    reference: referenceOf(message),
  };
}
