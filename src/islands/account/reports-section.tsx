/** The way to the month's reports. */
import { Button } from '#ui/button.tsx';
import { Section } from './section.tsx';

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
