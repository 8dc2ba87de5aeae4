import { Badge } from '#ui/badge.tsx';
import type { Example } from '#ui/examples.ts';
import { RadioCards } from '#ui/radio-cards.tsx';

export const examples: readonly Example[] = [
  {
    name: 'planos',
    element: (
      <RadioCards
        name="exemplo-plano"
        legend="Plano"
        value="b"
        onChange={() => undefined}
        cards={[
          { value: 'a', title: 'Gratuito', children: <span>R$ 0</span> },
          {
            value: 'b',
            title: 'Essencial',
            badge: <Badge tone="pill">Mais Popular</Badge>,
            children: <span>R$ 49</span>,
          },
        ]}
      />
    ),
  },
];
