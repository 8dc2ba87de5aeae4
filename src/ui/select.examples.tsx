import type { Example } from '#ui/examples.ts';
import { Select } from '#ui/select.tsx';

export const examples: readonly Example[] = [
  {
    name: 'UF',
    element: (
      <Select aria-label="UF" defaultValue="SP">
        <option value="RJ">RJ</option>
        <option value="SP">SP</option>
      </Select>
    ),
  },
];
