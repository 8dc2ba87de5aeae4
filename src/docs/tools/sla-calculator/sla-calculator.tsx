/** Converts a promised availability to the allowed downtime, and back. The page has it with the first answers. */
import { useState } from 'react';
import { ChoiceField } from '#docs/tools/parts/choice-field.tsx';
import { useTyped } from '#docs/tools/parts/use-typed.ts';
import { commonLevels, formatPercent, type Period } from '#domain/availability/availability.ts';
import { useTypedBefore } from '#form/use-typed-before.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { first, fromDowntime, fromPercent, periodNames, type Unit, unitNames } from './answers.ts';

export function SlaCalculator() {
  useTypedBefore(['sla-porcentagem', 'sla-tempo-fora', 'sla-unidade', 'sla-periodo']);
  return (
    <div className="embedded grid gap-4 lg:grid-cols-2">
      <PercentCard />
      <DowntimeCard />
    </div>
  );
}

const card = 'flex min-w-0 flex-col gap-5 rounded-lg border border-line-strong bg-surface p-5 sm:p-7';

const numberInput = { inputMode: 'decimal', autoComplete: 'off', maxLength: 12 } as const;

/** Without a heading, because it is used at different heading levels. */
const title = 'font-display text-subtitle leading-tight font-semibold tracking-[-0.02em] text-balance';

function PercentCard() {
  const typed = useTyped(first.percent);
  const { error, rows } = fromPercent(typed.value);
  return (
    <section className={card} aria-labelledby="sla-tempo">
      <p id="sla-tempo" className={title}>
        Quanto tempo fora do ar cabe no SLA
      </p>
      <Field id="sla-porcentagem" label="Disponibilidade prometida" error={error}>
        {(aria) => <TextInput {...aria} {...typed.field} {...numberInput} suffix="%" />}
      </Field>
      <ul className="flex flex-wrap gap-2" aria-label="Valores comuns">
        {commonLevels.map((level) => {
          const written = formatPercent(level).replace('%', '');
          return (
            <li key={level}>
              <button
                type="button"
                aria-pressed={written === typed.value}
                onClick={() => typed.write(written)}
                className="min-h-10 rounded-md border border-control px-3 text-ui font-semibold hover:border-ink aria-pressed:border-inverse aria-pressed:bg-inverse aria-pressed:text-on-inverse forced-colors:aria-pressed:bg-[Highlight] forced-colors:aria-pressed:text-[HighlightText] forced-colors:aria-pressed:forced-color-adjust-none"
              >
                {`${written}%`}
              </button>
            </li>
          );
        })}
      </ul>
      {/* Not an <output>, which must not contain a list. */}
      <div role="status" className="mt-auto">
        <dl>
          {rows.map(({ period, duration }) => (
            <div
              key={period}
              className="flex items-baseline justify-between gap-4 border-t border-line py-2.5"
            >
              <dt className="text-ink-soft">{periodNames[period]}</dt>
              <dd className="text-end font-display text-lg font-semibold [font-variant-numeric:tabular-nums]">
                {duration}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

function DowntimeCard() {
  const typed = useTyped(first.downtime);
  const [unit, setUnit] = useState<Unit>(first.unit);
  const [period, setPeriod] = useState<Period>(first.period);
  const { error, percent, verdict } = fromDowntime(typed.value, unit, period);
  return (
    <section className={card} aria-labelledby="sla-volta">
      <p id="sla-volta" className={title}>
        Que disponibilidade foi essa
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="sla-tempo-fora" label="Tempo fora do ar" error={error}>
          {(aria) => <TextInput {...aria} {...typed.field} {...numberInput} />}
        </Field>
        <ChoiceField id="sla-unidade" label="Unidade" names={unitNames} value={unit} onChoice={setUnit} />
      </div>
      <ChoiceField id="sla-periodo" label="Período" names={periodNames} value={period} onChoice={setPeriod} />
      <output
        htmlFor="sla-tempo-fora sla-unidade sla-periodo"
        className="mt-auto block border-t border-line pt-4"
        aria-live="polite"
      >
        <span className="block font-display text-4xl font-semibold tracking-[-0.03em] [font-variant-numeric:tabular-nums]">
          {percent}
        </span>
        <span className="mt-1 block text-ink-soft">{verdict}</span>
      </output>
    </section>
  );
}
