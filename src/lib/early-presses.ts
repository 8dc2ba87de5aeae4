import { isPlainPress, PENDING } from './press.ts';

/** Keeps a press on a button of an island that is not hydrated yet, and repeats it then. */
export function keepEarlyPresses(): void {
  document.addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      const island = button?.closest('astro-island[ssr]');
      if (!button || !island || !isPlainPress(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      button.setAttribute(PENDING, '');
      const repeat = (): void => {
        button.removeAttribute(PENDING);
        button.click();
      };
      // Astro tells that an island is hydrated.
      island.addEventListener('astro:hydrate', repeat, { once: true });
    },
    true,
  );
}
