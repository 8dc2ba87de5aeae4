import { ErrorSummary } from '#ui/error-summary.tsx';
import type { Example } from '#ui/examples.ts';

export const examples: readonly Example[] = [
  {
    name: 'dois campos e mais dois',
    element: (
      <ErrorSummary
        title="Campos obrigatórios"
        more="e mais 2 erro(s)"
        focusCount={0}
        entries={[
          { fieldId: 'subdominio', label: 'Subdomínio', sentence: 'Subdomínio é obrigatório' },
          { fieldId: 'uf', label: 'UF', sentence: 'Digite uma UF válida' },
        ]}
      />
    ),
  },
];
