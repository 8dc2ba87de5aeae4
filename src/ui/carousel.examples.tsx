import { Carousel } from '#ui/carousel.tsx';
import type { Example } from '#ui/examples.ts';

const names = ['Painel', 'Lista', 'Página de status'];

/** Slides as a page has them. */
const slides = (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling row must be focusable
  <ul className="flex overflow-x-auto" data-slides tabIndex={0} aria-label="Telas">
    {names.map((name) => (
      <li key={name} className="flex-none basis-full">
        {name}
      </li>
    ))}
  </ul>
);

export const examples: readonly Example[] = [
  {
    name: 'com nomes',
    element: (
      <div data-island>
        {slides}
        <div className="carousel-controls">
          <Carousel what="Tela" count={names.length} names={names} />
        </div>
      </div>
    ),
  },
  {
    name: 'sem nomes',
    element: (
      <div data-island>
        {slides}
        <div className="carousel-controls">
          <Carousel what="Imagem" count={names.length} />
        </div>
      </div>
    ),
  },
];
