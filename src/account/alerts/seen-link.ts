/** "Estou vendo" by the link of a mail: says in whose name, of which falls and who said it first, then asks. */
import { seenLinkEndpoint, seenLookEndpoint } from '#domain/alerts/alerts-page.ts';
import type { SeenLink } from '#domain/api-schemas/seen.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/seen.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { MailLinkElement } from '#lib/mail-link-element.ts';
import { tenantUrl } from '#lib/settings.ts';

type Fall = SeenLink['falls'][number];

const isOpen = ({ until }: Fall): boolean => until === null;

/** What is true of the falls once nothing is left to say; `null` while one of them waits for somebody. */
function resultOf({ name, falls }: SeenLink): string | null {
  const open = falls.filter(isOpen);
  if (open.length === 0) return message('seen.over');
  if (open.some(({ by }) => by === null)) return null;
  const own = open.filter(({ by }) => by === name);
  const [first] = open;
  return own.length === 0
    ? message('seen.taken', { quem: first?.by ?? '' })
    : message(own.length === 1 ? 'seen.done' : 'seen.done-many', {
        monitores: new Intl.ListFormat('pt-BR').format(own.map(({ monitor }) => monitor)),
        nome: name,
      });
}

function aboutFall({ since, until, by }: Fall): string {
  if (until !== null) return message('seen.back', { ate: formatMoment(until) });
  const down = message('seen.since', { desde: formatMoment(since) });
  return by === null ? down : `${down}; ${message('seen.by', { quem: by })}`;
}

class SeenLinkElement extends MailLinkElement<SeenLink, 'falls' | 'means'> {
  protected readonly lookEndpoint = seenLookEndpoint;
  protected readonly sayEndpoint = seenLinkEndpoint;
  protected readonly question = ['falls', 'means'] as const;

  protected picture(link: SeenLink) {
    const { name, tenant, falls } = link;
    this.querySelector('[data-falls]')?.replaceChildren(...falls.map((fall) => this.lineOf(fall)));
    const result = resultOf(link);
    // Who says it matters as long as there is something to say.
    const asked = message('seen.for', { nome: name, painel: shownAddress(tenantUrl(tenant)) });
    this.write('[data-for]', result === null ? asked : '');
    this.write('[data-result]', result ?? '');
    return result === null ? (['falls', 'means', 'say'] as const) : (['result', 'falls'] as const);
  }

  /** Red while it lasts, its name first. */
  private lineOf(fall: Fall): Node {
    const kind = isOpen(fall) ? 'open' : 'over';
    const line = document.importNode(
      this.querySelector<HTMLTemplateElement>(`[data-fall="${kind}"]`)?.content ??
        document.createDocumentFragment(),
      true,
    );
    line.querySelector('strong')?.append(fall.monitor);
    line.querySelector('span')?.append(aboutFall(fall));
    return line;
  }
}

customElements.define('seen-link', SeenLinkElement);
