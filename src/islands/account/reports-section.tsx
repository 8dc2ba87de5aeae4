/** Link to the monthly reports. */

import { Section } from '#features/panel/section.tsx';
import { Button } from '#ui/button.tsx';

export function ReportsSection() {
  return (
    <Section id="relatorios-titulo" title="Relatórios">
      <p className="text-ink-soft">Disponibilidade, quedas e monitores que mais falharam, mês a mês.</p>
      <div>
        <Button href="/conta/relatorios" variant="secondary">
          Ver os relatórios
        </Button>
      </div>
    </Section>
  );
}
