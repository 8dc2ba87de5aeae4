/** "Já respondi" by the link of the team's mail: which message it is, and what became of it. */
import type { AnsweredMessage } from '#domain/api-schemas/support.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/support.ts';
import { answeredEndpoint, answeredLookEndpoint } from '#domain/support/support-pages.ts';
import { MailLinkElement } from '#lib/mail-link-element.ts';

function resultOf({ dueAt, answeredAt }: AnsweredMessage): string | null {
  if (answeredAt === null) return null;
  const isLate = dueAt !== null && answeredAt > dueAt;
  return message(isLate ? 'support.answered-done-late' : 'support.answered-done', {
    em: formatMoment(answeredAt),
  });
}

class AnsweredLinkElement extends MailLinkElement<AnsweredMessage, 'about' | 'means'> {
  protected readonly lookEndpoint = answeredLookEndpoint;
  protected readonly sayEndpoint = answeredEndpoint;
  protected readonly question = ['about', 'means'] as const;

  protected picture(found: AnsweredMessage) {
    const { number, subject, at, dueAt } = found;
    this.write('[data-number]', number);
    this.write('[data-subject]', subject);
    this.write('[data-at]', formatMoment(at));
    this.write('[data-due]', dueAt === null ? message('support.answered-no-deadline') : formatMoment(dueAt));
    const result = resultOf(found);
    this.write('[data-result]', result ?? '');
    return result === null ? (['about', 'means', 'say'] as const) : (['result', 'about'] as const);
  }
}

customElements.define('answered-link', AnsweredLinkElement);
