/**
 * Ends or refuses alerts by the link of a mail; asks first, because mail programs open links by themselves. The token is
 * in the fragment, which no server sees. Without React and the session: its readers have no account.
 */
import { alertLeaveEndpoint, alertRefuseEndpoint } from '#domain/alerts/alerts-page.ts';
import { settings } from '#lib/settings.ts';

const TIMEOUT_MS = 15_000;

/** What is shown: `over` for a link that was cut on its way or does not count any more. */
type Part = 'asking' | 'done' | 'over' | 'failed';

async function send(way: string | undefined, token: string): Promise<Part> {
  const [path, body] =
    way === 'recusar'
      ? [alertRefuseEndpoint, JSON.stringify({ t: token })]
      : [`${alertLeaveEndpoint}?t=${encodeURIComponent(token)}`, null];
  try {
    const { ok, status } = await fetch(`${settings.apiUrl}${path}`, {
      method: 'POST',
      headers: body === null ? {} : { 'Content-Type': 'application/json' },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (ok) return 'done';
    return status === 403 || status === 422 ? 'over' : 'failed';
  } catch {
    return 'failed';
  }
}

class LeaveAlerts extends HTMLElement {
  connectedCallback(): void {
    const token = window.location.hash.slice(1);
    this.show(/^[\w.-]{20,300}$/.test(token) ? 'asking' : 'over');
    const button = this.querySelector('button');
    button?.addEventListener('click', async () => {
      if (button.getAttribute('aria-busy') === 'true') return;
      button.setAttribute('aria-busy', 'true');
      this.show(await send(this.dataset['way'], token));
      button.removeAttribute('aria-busy');
    });
  }

  /** After a failure the question stays, so that it can be answered again. */
  private show(part: Part): void {
    for (const element of this.querySelectorAll<HTMLElement>('[data-part]'))
      element.hidden =
        element.dataset['part'] !== part && !(part === 'failed' && element.dataset['part'] === 'asking');
  }
}

customElements.define('leave-alerts', LeaveAlerts);
