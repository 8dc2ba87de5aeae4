import type { Example } from '#ui/examples.ts';
import { SearchField } from '#ui/search-field.tsx';

export const examples: readonly Example[] = [
  {
    name: 'com um texto',
    element: (
      <SearchField id="exemplo-de-busca" label="Procurar monitor" value="loja" onValue={() => undefined} />
    ),
  },
];
