/** What wakes an island, and which press it keeps; in a real page, tests/e2e/early-press.spec.ts. */
import { fireEvent, waitFor } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import clientPress from '#lib/client-press.ts';

/** An island whose code comes when `arrive` is called; `pressed` has the names of the buttons that heard a click. */
function show(html: string) {
  document.body.innerHTML = html;
  const island = document.querySelector<HTMLElement>('astro-island');
  if (island === null) throw new Error('No island.');
  const pressed: string[] = [];
  document.body.onclick = ({ target }) => pressed.push((target as Element).textContent ?? '');
  const arrivals: (() => void)[] = [];
  const load = vi.fn(async () => {
    const isThere = await new Promise<boolean>((resolve) => {
      arrivals.push(() => resolve(true));
      failures.push(() => resolve(false));
    });
    return async () => {
      if (isThere) island.removeAttribute('ssr');
    };
  });
  const failures: (() => void)[] = [];
  clientPress(load, { name: 'press', value: '' }, island);
  const button = (name: string): HTMLElement => {
    const found = [...document.querySelectorAll<HTMLElement>('button, a')].find(
      ({ textContent }) => textContent === name,
    );
    if (found === undefined) throw new Error(`No control ${name}.`);
    return found;
  };
  return {
    load,
    pressed,
    button,
    arrive: () => arrivals.at(-1)?.(),
    fail: () => failures.at(-1)?.(),
  };
}

const island = '<astro-island client="press" ssr><button>um</button><button>dois</button></astro-island>';

test.each(['pointerOver', 'focusIn'] as const)('%s on a control wakes it, without a press', async (sign) => {
  const { load, pressed, button, arrive } = show(island);
  fireEvent[sign](document.body);
  expect(load).not.toHaveBeenCalled();
  fireEvent[sign](button('um'));
  fireEvent[sign](button('um'));
  expect(load).toHaveBeenCalledTimes(1);
  arrive();
  await waitFor(() => expect(document.querySelector('[ssr]')).toBeNull());
  expect(pressed).toEqual([]);
});

test('of several presses the last is kept, once, and later ones go through', async () => {
  const { load, pressed, button, arrive } = show(island);
  for (const name of ['um', 'um', 'dois']) fireEvent.click(button(name));
  expect(pressed).toEqual([]);
  expect(document.querySelector('[data-pending]')?.textContent).toBe('dois');
  arrive();
  await waitFor(() => expect(pressed).toEqual(['dois']));
  expect(document.querySelector('[data-pending]')).toBeNull();
  fireEvent.click(button('dois'));
  expect(pressed).toEqual(['dois', 'dois']);
  expect(load).toHaveBeenCalledTimes(1);
});

test('a press is kept although the island was not yet known', async () => {
  document.body.innerHTML = island;
  fireEvent.click(document.querySelector('button') as HTMLElement);
  const html = document.body.innerHTML;
  expect(html).toContain('data-pending');
  const { pressed, arrive } = show(html);
  arrive();
  await waitFor(() => expect(pressed).toEqual(['um']));
});

test('a control drawn anew has the place of the pressed one, and its focus', async () => {
  const { pressed, button, arrive } = show(island);
  button('dois').focus();
  fireEvent.click(button('dois'));
  const place = document.querySelector('astro-island') as HTMLElement;
  place.addEventListener('keyup', () => {
    place.innerHTML = '<button>one</button><button>two</button>';
  });
  arrive();
  await waitFor(() => expect(pressed).toEqual(['two']));
  expect(document.activeElement?.textContent).toBe('two');
});

test('after a failure the next press tries again', async () => {
  const { load, pressed, button, arrive, fail } = show(island);
  fireEvent.click(button('um'));
  fail();
  await waitFor(() => expect(document.querySelector('[data-pending]')).toBeNull());
  fireEvent.click(button('um'));
  expect(load).toHaveBeenCalledTimes(2);
  arrive();
  await waitFor(() => expect(pressed).toEqual(['um']));
});

test('a link of the page and its row wake the island; a click for a new tab is left to the browser', async () => {
  const around = `<section data-island><ul><li><a href="#x" data-press>foto</a></li></ul>${island}</section>`;
  const row = show(around);
  fireEvent.scroll(document.querySelector('ul') as HTMLElement);
  expect(row.load).toHaveBeenCalledTimes(1);
  const { load, pressed, button, arrive } = show(around);
  expect(fireEvent.click(button('foto'), { ctrlKey: true })).toBe(true);
  expect(fireEvent.click(button('foto'))).toBe(false);
  expect(load).toHaveBeenCalledTimes(1);
  arrive();
  await waitFor(() => expect(pressed).toEqual(['foto', 'foto']));
});

test('what waits beside the island for other code is not pressed', async () => {
  const picture = '<a href="#x" data-pending>foto</a>';
  const { pressed, button, arrive } = show(`<section data-island>${picture}${island}</section>`);
  fireEvent.click(button('um'));
  arrive();
  await waitFor(() => expect(pressed).toEqual(['um']));
  expect(button('foto').hasAttribute('data-pending')).toBe(true);
});
