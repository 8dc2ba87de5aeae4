/** Where messages about alerts lead. */

/** A monitor's page in the panel; `null` for none. */
export const monitorUrl = (panel: string, monitor: number | null): string | null =>
  monitor === null ? null : `${panel}/dashboard/${monitor}`;
