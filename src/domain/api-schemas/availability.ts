/** `GET /api/disponibilidade`, a month's minutes as CSV, the feed of incidents, and what the operator's command shows. */
import * as z from 'zod/mini';
import { measuredIds } from '../availability/measured.ts';
import { ReportMonth } from './reports.ts';

export const availabilityEndpoint = '/api/disponibilidade';
/** Query `mes`: `YYYY-MM`. */
export const minutesEndpoint = '/api/disponibilidade/minutos';
export const incidentsFeedEndpoint = '/api/disponibilidade/incidentes.atom';

/** Address of a month's minutes. */
export const minutesPath = (month: string): string => `${minutesEndpoint}?mes=${month}`;

const count = z.int().check(z.nonnegative());
/** Minutes up, down and not looked at. */
const minutes = { noAr: count, fora: count, semMedida: count };
const moment = z.int();

const partState = z.enum(['no-ar', 'fora', 'sem-medida']);
export type PartState = z.output<typeof partState>;

const dayBar = z.enum(['whole', 'some', 'many', 'maintenance', 'none']);

/** Moments are milliseconds, UTC. */
export const Incident = z.object({
  id: z.string(),
  titulo: z.string(),
  desde: moment,
  /** `null` until it ends. */
  ate: z.nullable(moment),
  /** The newest first. */
  textos: z.array(z.object({ em: moment, texto: z.string() })),
});
export type Incident = z.output<typeof Incident>;

export const AvailabilityAnswer = z.object({
  /** False where the operator has set no environment to look at. */
  mede: z.boolean(),
  /** The newest minute that was looked at; `null` for none. */
  medidoEm: z.nullable(moment),
  /** The platform, then its parts. */
  partes: z.array(
    z.object({
      id: z.enum(measuredIds),
      estado: partState,
      /** Calendar days in São Paulo, the oldest first. */
      /** `barra`: how much of what was looked at was down; see `DayState` in ../reports/words.ts. */
      dias: z.array(z.object({ dia: z.iso.date(), barra: dayBar, ...minutes })),
    }),
  ),
  /** Months of the platform, the newest first. */
  meses: z.array(
    z.object({
      mes: ReportMonth,
      ...minutes,
      /** Per cent of the minutes looked at, cut to two decimals; `null` for none. */
      disponibilidade: z.nullable(z.number()),
      /** Whether its minutes can be downloaded. */
      temMinutos: z.boolean(),
    }),
  ),
  /** The newest first. */
  incidentes: z.array(Incident),
});
export type AvailabilityAnswer = z.output<typeof AvailabilityAnswer>;
