/**
 * Converts a promised availability to the allowed downtime, and back.
 *
 * Only the markup, with the first answers; sla-calculator.ts answers what is typed.
 */
import { ChoiceField } from '#docs/tools/parts/choice-field.tsx';
import { commonLevels, formatPercent } from '#domain/availability/availability.ts';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { first, fromDowntime, fromPercent, periodNames, unitNames } from './answers.ts';

export function SlaCalculator() {
  return (
    <div className="embedded grid gap-4 lg:grid-cols-2">
      <PercentCard />
      <DowntimeCard />
    </div>
  );
}

const card = 'flex min-w-0 flex-col gap-5 rounded-lg border border-line-strong bg-surface p-5 sm:p-7';

/** Without a heading, because it is used at different heading levels. */
const title = 'font-display text-subtitle leading-tight font-semibold tracking-[-0.02em] text-balance';

function PercentCard() {
  return (
    <section className={card} aria-labelledby="sla-tempo">
      <p id="sla-tempo" className={title}>
        Quanto tempo fora do ar cabe no SLA
      </p>
      <Field id="sla-porcentagem" label="Disponibilidade prometida">
        {(aria) => (
          <TextInput
            {...aria}
            inputMode="decimal"
            autoComplete="off"
            maxLength={12}
            suffix="%"
            defaultValue={first.percent}
          />
        )}
      </Field>
      <ul className="flex flex-wrap gap-2" aria-label="Valores comuns">
        {commonLevels.map((level) => {
          const written = formatPercent(level).replace('%', '');
          return (
            <li key={level}>
              <button
                type="button"
                value={written}
                aria-pressed={written === first.percent}
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
          {fromPercent(first.percent).rows.map(({ period, duration }) => (
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
  const { percent, verdict } = fromDowntime(first.downtime, first.unit, first.period);
  return (
    <section className={card} aria-labelledby="sla-volta">
      <p id="sla-volta" className={title}>
        Que disponibilidade foi essa
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="sla-tempo-fora" label="Tempo fora do ar">
          {(aria) => (
            <TextInput
              {...aria}
              inputMode="decimal"
              autoComplete="off"
              maxLength={12}
              defaultValue={first.downtime}
            />
          )}
        </Field>
        <ChoiceField id="sla-unidade" label="Unidade" names={unitNames} value={first.unit} />
      </div>
      <ChoiceField id="sla-periodo" label="Período" names={periodNames} value={first.period} />
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
