/**
 * The setting `NOTA_FISCAL`: municipal service, taxes in percent and first day of the notas fiscais. Without it none
 * are issued and nothing about them is shown.
 */
import * as z from 'zod';
import { jsonText } from './variable-shapes.ts';

const text = z.string().min(1).max(250);
const percent = z.number().min(0).max(100).default(0);

const Service = z
  .strictObject({
    /** First day on which confirmed charges get a nota fiscal, `YYYY-MM-DD` in São Paulo. */
    since: z.iso.date(),
    /** Start of the description; plan and environment follow. */
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
