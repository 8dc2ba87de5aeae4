/**
 * How long an alert may take, in words: what stands beside an interval wherever one is sold.
 *
 * A site that falls right after a check is noticed one interval later; from there on a minute is enough for the time-out and
 * the retry that we choose (src/domain/import/own-times.ts) and for the message. The promise is a row in docs/promises.md.
 */

/** From the start of the first failing check to the message at its provider. */
export const ALERT_SECONDS = 60;

/** Title of a row or column of shortest intervals, without the word “intervalo”. */
export const intervalLabel = 'Verifica a cada';

/** Title of a row or column of times. */
export const alertLabel = 'Avisa em até';

/** "11 minutos", "2 minutos e 24 segundos", "24 horas e 1 minuto". */
export function timeWords(seconds: number): string {
  // Up to two hours minutes are easier to compare.
  const hours = seconds < 2 * 3600 ? 0 : Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) - hours * 60;
  const parts = [
    [hours, 'hora'],
    [minutes, 'minuto'],
    [seconds % 60, 'segundo'],
  ] as const;
  return (
    parts
      .filter(([count]) => count > 0)
      // Three parts never come together: an interval is whole minutes, or shorter than two hours.
      .map(([count, unit]) => `${count} ${unit}${count === 1 ? '' : 's'}`)
      .join(' e ')
  );
}

/** "11 minutos" for an interval of ten; "24 horas e 1 minuto" for a day's. */
export const alertTime = (intervalSeconds: number): string => timeWords(intervalSeconds + ALERT_SECONDS);

/** "Avisa em até 11 minutos". */
export const alertWithin = (intervalSeconds: number): string => `${alertLabel} ${alertTime(intervalSeconds)}`;

/** What the time covers, and what it does not. */
export const alertCaption =
  'nos monitores que criamos, até a entrega ao provedor; nos seus valem as tentativas que você escolher';

/** The caption as a text of its own. */
export const alertNote = `“${alertLabel}”: ${alertCaption}. A volta é avisada no mesmo prazo. Com um intervalo maior, o prazo é ele mais 1 minuto.`;
