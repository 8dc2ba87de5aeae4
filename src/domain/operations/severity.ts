/** How grave a published fault is. */

/** The gravest first; `unknown`: whoever published it did not say. */
export const severities = ['critical', 'high', 'moderate', 'low', 'unknown'] as const;
export type Severity = (typeof severities)[number];

/** The severity, for operators. */
export const severityNames: Readonly<Record<Severity, string>> = {
  critical: 'crítica',
  high: 'alta',
  moderate: 'média',
  low: 'baixa',
  unknown: 'gravidade não informada',
};
