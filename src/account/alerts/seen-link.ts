/**
 * "Estou vendo" by the link of a mail: says in whose name, of which falls and who said it first, then asks; mail programs
 * open links by themselves. The token is in the fragment, which no server sees. Without React and the session: a
 * forwarded mail's reader has no account.
 */
import { seenLinkEndpoint, seenLookEndpoint } from '#domain/alerts/alerts-page.ts';
import type { SeenLink } from '#domain/api-schemas/seen.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/seen.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { settings, tenantUrl } from '#lib/settings.ts';

const TIMEOUT_MS = 15_000;

type Fall = SeenLink['falls'][number];
type Part = 'reading' | 'over' | 'result' | 'falls' | 'means' | 'failed' | 'again' | 'say';

/** `over`: the link was cut on its way, or counts no more. */
async function send(path: string, token: string): Promise<SeenLink | 'over' | 'failed'> {
  try {
    const answer = await fetch(`${settings.apiUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ t: token }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok) return (await answer.json()) as SeenLink;
    return [403, 404, 422].includes(answer.status) ? 'over' : 'failed';
  } catch {
    return 'failed';
  }
}

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

class SeenLinkElement extends HTMLElement {
  private readonly token = window.location.hash.slice(1);

  connectedCallback(): void {
    this.press('[data-again]', () => this.read());
    this.press('[data-say]', (button) => this.say(button));
    if (/^[\w.-]{20,300}$/.test(this.token)) void this.read();
    else this.show('over');
  }

  private press(selector: string, act: (button: Element) => Promise<void>): void {
    const button = this.querySelector(selector);
    button?.addEventListener('click', () => button.getAttribute('aria-busy') === 'true' || void act(button));
  }

  private async read(): Promise<void> {
    this.show('reading');
    const answer = await send(seenLookEndpoint, this.token);
    if (typeof answer === 'string') this.show(answer, ...(answer === 'failed' ? (['again'] as const) : []));
    else this.picture(answer);
  }

  /** After a failure the question stays, so that it can be answered again. */
  private async say(button: Element): Promise<void> {
    button.setAttribute('aria-busy', 'true');
    const answer = await send(seenLinkEndpoint, this.token);
    button.removeAttribute('aria-busy');
    if (answer === 'failed') this.show('falls', 'means', 'failed', 'say');
    else if (answer === 'over') this.show('over');
    else {
      this.picture(answer);
      // The button that had the focus is gone.
      this.querySelector<HTMLElement>('[data-part="result"]')?.focus();
    }
  }

  private picture(link: SeenLink): void {
    const { name, tenant, falls } = link;
    this.querySelector('[data-falls]')?.replaceChildren(...falls.map((fall) => this.lineOf(fall)));
    const result = resultOf(link);
    // Who says it matters as long as there is something to say.
    const asked = message('seen.for', { nome: name, painel: shownAddress(tenantUrl(tenant)) });
    this.write('[data-for]', result === null ? asked : '');
    this.write('[data-result]', result ?? '');
    this.show(...(result === null ? (['falls', 'means', 'say'] as const) : (['result', 'falls'] as const)));
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

  private write(selector: string, text: string): void {
    const element = this.querySelector(selector);
    if (element) element.textContent = text;
  }

  private show(...parts: readonly Part[]): void {
    for (const element of this.querySelectorAll<HTMLElement>('[data-part]'))
      element.hidden = !parts.includes(element.dataset['part'] as Part);
  }
}

customElements.define('seen-link', SeenLinkElement);
