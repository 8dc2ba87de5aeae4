/**
 * The setting `NOTA_FISCAL`: the municipal service of the notas fiscais, its taxes in percent, and since when they are
 * issued. Without it there are none, and nothing about them is shown.
 */
import * as z from 'zod';
import { jsonText } from './variable-shapes.ts';

const text = z.string().min(1).max(250);
const percent = z.number().min(0).max(100).default(0);

const Service = z
  .strictObject({
    /** First day whose confirmed charges get one, `YYYY-MM-DD` in São Paulo. */
    since: z.iso.date(),
    /** What was sold, before plan and environment. */
    description: text.default('Monitoramento de disponibilidade'),
    serviceId: text.optional(),
    serviceCode: text.optional(),
    serviceName: text,
    retainIss: z.boolean().default(false),
    iss: percent,
    pis: percent,
    cofins: percent,
    csll: percent,
    inss: percent,
    ir: percent,
  })
  .refine(({ serviceId, serviceCode }) => serviceId !== undefined || serviceCode !== undefined);
export type FiscalSetting = z.output<typeof Service>;

export const FiscalSetting = z.preprocess(jsonText, Service.optional()).optional();
