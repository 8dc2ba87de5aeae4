/** What a person uses is an island: drawn by React on the server, and hydrated in place by a directive. */
import { expect, test } from 'vitest';
import { builtPages } from './built-docs.ts';

const pages = builtPages();

/** A kind of island, where it is, and how many there are in each of these elements. */
const kinds: readonly (readonly [component: string, path: string, within: string, control: string])[] = [
  ['CopyButton', '/docs/custom-checks', '.code', 'button.copy-button'],
  ['Carousel', '/docs/notifications/email-smtp', '.carousel', 'button[aria-label="Próxima imagem"]'],
  ['Showcase', '/', '.carousel', 'button[aria-label="Próxima tela"]'],
  ['Chat', '/', '.chat', 'button.chat-launcher'],
  ['Chat', '/docs/first-monitor', '.chat', 'button.chat-launcher'],
  ['Feedback', '/docs/first-monitor', '[data-feedback]', 'button[aria-pressed]:last-child'],
  ['CopyPage', '/docs/first-monitor', '.page-tools', 'button'],
  ['SupportForm', '/suporte', '#contato > div', 'button[type="submit"]'],
  ['SlaCalculator', '/ferramentas/sla', '.sla-calculator', '#sla-porcentagem'],
];

test.each(kinds)('each %s of %s is one', (component, path, within, control) => {
  const places = [...(pages.get(path)?.document.querySelectorAll(within) ?? [])];
  expect(places).not.toEqual([]);
  for (const place of places) {
    const islands = [...place.querySelectorAll('astro-island')];
    expect(islands.map((island) => island.getAttribute('component-export'))).toEqual([component]);
    expect(islands[0]?.getAttribute('client')).toBe('press');
    expect(islands[0]?.querySelectorAll(control)).toHaveLength(1);
  }
});

test('slides are the page’s own: a page that a translator changed keeps them', () => {
  for (const path of ['/docs/notifications/email-smtp', '/'])
    for (const carousel of pages.get(path)?.document.querySelectorAll('.carousel') ?? [])
      expect(carousel.querySelectorAll('[data-slides] > li').length).toBeGreaterThan(1);
  for (const { path, document } of pages.values())
    expect(document.querySelectorAll('astro-island astro-slot'), path).toHaveLength(0);
});

test.each([
  ['Checkout', '/checkout', 'load'],
  ['Provisioning', '/provisionamento', 'load'],
  ['Upgrade', '/upgrade', 'load'],
  ['Tool', '/docs/custom-checks', 'visible'],
])('%s of %s hydrates unasked: %s', (component, path, client) => {
  const islands = pages.get(path)?.document.querySelectorAll(`astro-island[component-export="${component}"]`);
  expect([...(islands ?? [])].map((island) => island.getAttribute('client'))).toEqual([client]);
});
