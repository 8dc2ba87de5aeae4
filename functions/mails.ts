/** Every mail the outbox can send, by the kind in its row. */
import { alertMails } from './alerts/mail.ts';
import { cardChangeMails } from './card-change/mail.ts';
import { closingMails } from './checkout/closing-mail.ts';
import { copiesMails } from './copies/mail.ts';
import { endingMails } from './ending/mail.ts';
import { fiscalMails } from './fiscal/mail.ts';
import { limitsMails } from './limits/mail.ts';
import { orderMails } from './orders/received-mail.ts';
import { peopleMails } from './people/mail.ts';
import { planChangeMails } from './plan-change/mail.ts';
import { operatorMails } from './platform/mail/operator-notice.ts';
import type { MailTemplates } from './platform/mail/templates.ts';
import { privacyMails } from './privacy/mail.ts';
import { provisioningMails } from './provisioning/mail.ts';
import { quotaMails } from './quota/mail.ts';
import { renewalMails } from './renewals/mail.ts';
import { reportMails } from './reports/mail.ts';
import { sleepMails } from './sleep/mail.ts';
import { supportMails } from './support/mail.ts';

export const mailTemplates: MailTemplates = {
  ...orderMails,
  ...provisioningMails,
  ...renewalMails,
  ...planChangeMails,
  ...endingMails,
  ...peopleMails,
  ...cardChangeMails,
  ...fiscalMails,
  ...operatorMails,
  ...closingMails,
  ...supportMails,
  ...quotaMails,
  ...limitsMails,
  ...reportMails,
  ...privacyMails,
  ...alertMails,
  ...copiesMails,
  ...sleepMails,
};
