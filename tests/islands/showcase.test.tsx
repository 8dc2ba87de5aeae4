import { fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { Showcase } from '#landing/showcase/showcase.tsx';
import { frontSlide, stepped } from '#ui/use-carousel.ts';

const names = ['Painel', 'Lista', 'Página de status'];
let isPhone = false;
const scrolls: ScrollToOptions[] = [];

/** Layout and media queries, which jsdom lacks. */
beforeEach(() => {
  isPhone = false;
  scrolls.length = 0;
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width') ? isPhone : query.includes('reduce'),
  }));
  HTMLElement.prototype.scrollTo = ((options: ScrollToOptions) => {
    scrolls.push(options);
  }) as typeof HTMLElement.prototype.scrollTo;
});

function show() {
  const slides = names.map(
    (name) => `<li><a href="/${name}.webp" data-press data-phone="/${name}-celular.webp"
      data-phone-media="(max-width: 40rem)"><img src="small.avif" alt="Tela ${name}"></a></li>`,
  );
  document.body.innerHTML = `<section data-island><div></div><ul data-slides>${slides.join('')}</ul></section>`;
  render(<Showcase names={names} />, { container: document.querySelector('div') as HTMLElement });
  return {
    next: screen.getByRole('button', { name: 'Próxima tela' }),
    previous: screen.getByRole('button', { name: 'Tela anterior' }),
    current: () => screen.getByRole('button', { current: true }).getAttribute('aria-label'),
  };
}

test('next and previous wrap around, and announce the slide', () => {
  const { next, previous, current } = show();
  expect(current()).toBe('Tela 1: Painel');
  fireEvent.click(previous);
  expect(current()).toBe('Tela 3: Página de status');
  expect(screen.getByRole('status').textContent).toBe('Tela 3 de 3: Página de status');
  fireEvent.click(next);
  expect(current()).toBe('Tela 1: Painel');
  expect(screen.getByText('1 de 3')).toBeDefined();
});

test('arrow keys work anywhere inside, without browser shortcuts', () => {
  const { next, current } = show();
  fireEvent.keyDown(next, { key: 'ArrowRight' });
  expect(current()).toBe('Tela 2: Lista');
  fireEvent.keyDown(next, { key: 'ArrowLeft' });
  expect(current()).toBe('Tela 1: Painel');
  fireEvent.keyDown(next, { key: 'ArrowLeft', altKey: true });
  expect(current()).toBe('Tela 1: Painel');
});

test('each dot leads to its slide, without motion if reduced', () => {
  const { current } = show();
  fireEvent.click(screen.getByRole('button', { name: 'Tela 2: Lista' }));
  expect(current()).toBe('Tela 2: Lista');
  expect(scrolls).toEqual([{ left: 0, behavior: 'instant' }]);
});

test('a click opens a slide full size, another closes it', () => {
  show();
  const link = screen.getByRole('link', { name: 'Tela Lista' });
  fireEvent.click(link);
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByRole('img').getAttribute('src')).toContain('/Lista.webp');
  expect(dialog.getAttribute('aria-label')).toBe('Tela Lista');
  fireEvent.click(dialog);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(link);
});

test("a phone opens the phone's picture", () => {
  isPhone = true;
  show();
  fireEvent.click(screen.getByRole('link', { name: 'Tela Painel' }));
  expect(within(screen.getByRole('dialog')).getByRole('img').getAttribute('src')).toBe(
    '/Painel-celular.webp',
  );
});

test('a click for a new tab is left to the browser', () => {
  show();
  const link = screen.getByRole('link', { name: 'Tela Painel' });
  expect(fireEvent.click(link, { ctrlKey: true })).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test.each([
  [0, -1, 2],
  [2, 1, 0],
  [1, 1, 2],
])('from %i by %i of three arrives at %i', (from, step, to) => {
  expect(stepped(from, step, 3)).toBe(to);
});

test.each([
  ['at the start', 0, 0],
  ['nearer to the second', 400, 1],
  ['at the end, though the last never reaches the front', 900, 2],
])('the current slide %s', (_where, scrollLeft, index) => {
  expect(frontSlide({ scrollLeft, scrollMax: 900, starts: [0, 500, 1100] })).toBe(index);
});
