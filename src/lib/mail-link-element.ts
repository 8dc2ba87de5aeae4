/**
 * The element of a page behind a link in a mail: shows what the link is about, then asks; mail programs open links by
 * themselves. The token is in the fragment, which no server sees. Without React and the session: its readers may have no
 * account.
 */
import { settings } from '#lib/settings.ts';

const TIMEOUT_MS = 15_000;

/** Parts that every such page has; `over`: the link was cut on its way, or counts no more. */
export type LinkPart = 'reading' | 'over' | 'failed' | 'again' | 'say';

export abstract class MailLinkElement<Answer extends object, Part extends string> extends HTMLElement {
  private readonly token = window.location.hash.slice(1);
  /** Called when the page opens. */
  protected abstract readonly lookEndpoint: string;
  /** Called by the press. */
  protected abstract readonly sayEndpoint: string;
  /** Shown again, besides the button, when the press did not arrive. */
  protected abstract readonly question: readonly Part[];
  /** Writes an answer into the page. @returns The parts to show. */
  protected abstract picture(answer: Answer): readonly (Part | LinkPart | 'result')[];

  connectedCallback(): void {
    this.press('[data-again]', () => this.read());
    this.press('[data-say]', (button) => this.say(button));
    if (/^[\w.-]{20,300}$/.test(this.token)) void this.read();
    else this.show(['over']);
  }

  protected write(selector: string, text: string): void {
    const element = this.querySelector(selector);
    if (element) element.textContent = text;
  }

  private press(selector: string, act: (button: Element) => Promise<void>): void {
    const button = this.querySelector(selector);
    button?.addEventListener('click', () => button.getAttribute('aria-busy') === 'true' || void act(button));
  }

  private async read(): Promise<void> {
    this.show(['reading']);
    const answer = await this.send(this.lookEndpoint);
    if (answer === 'failed') this.show(['failed', 'again']);
    else this.show(answer === 'over' ? ['over'] : this.picture(answer));
  }

  /** After a failure the question stays, so that it can be answered again. */
  private async say(button: Element): Promise<void> {
    button.setAttribute('aria-busy', 'true');
    const answer = await this.send(this.sayEndpoint);
    button.removeAttribute('aria-busy');
    if (answer === 'failed') return this.show([...this.question, 'failed', 'say']);
    if (answer === 'over') return this.show(['over']);
    this.show(this.picture(answer));
    // The button that had the focus is gone.
    this.querySelector<HTMLElement>('[data-part="result"]')?.focus();
  }

  private async send(path: string): Promise<Answer | 'over' | 'failed'> {
    try {
      const answer = await fetch(`${settings.apiUrl}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ t: this.token }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (answer.ok) return (await answer.json()) as Answer;
      return [403, 404, 422].includes(answer.status) ? 'over' : 'failed';
    } catch {
      return 'failed';
    }
  }

  private show(parts: readonly (Part | LinkPart | 'result')[]): void {
    for (const element of this.querySelectorAll<HTMLElement>('[data-part]'))
      element.hidden = !(parts as readonly string[]).includes(element.dataset['part'] ?? '');
  }
}
