/** Formats moments in São Paulo time. */
const format = new Intl.DateTimeFormat('pt-BR', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'America/Sao_Paulo',
});

/** "30/11/2026, 14:05". @param iso ISO 8601. */
export const formatMoment = (iso: string): string => format.format(new Date(iso));
