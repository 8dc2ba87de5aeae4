/** What operators are answered about the images that the product runs on. */
import * as z from 'zod/mini';
import { severities } from '../operations/severity.ts';

export const ImageReport = z.object({
  /** False where nobody is asked (`IMAGE_WATCH`). */
  ligada: z.boolean(),
  imagens: z.array(
    z.object({
      nome: z.string(),
      /** The version that runs; `null` while nobody has written it, or the tag names none exactly. */
      versao: z.nullable(z.string()),
      /** The newest one upstream on its line; `null` until its registry has answered. */
      maisNova: z.nullable(z.string()),
      /** Of which version its list of packages is; `null` without a list. */
      listaDe: z.nullable(z.string()),
      /** The gravest first. */
      falhas: z.array(
        z.object({
          id: z.string(),
          pacote: z.string(),
          versao: z.string(),
          gravidade: z.enum(severities),
          corrigida: z.nullable(z.string()),
          /** When it was first seen here; milliseconds, UTC. */
          desde: z.int(),
          /** Until which day it is accepted, `YYYY-MM-DD`; `null` when it is not. */
          aceita: z.nullable(z.string()),
        }),
      ),
    }),
  ),
  /** Who is asked, and when the last whole answer came; milliseconds UTC, `null` for never. */
  fontes: z.array(z.object({ nome: z.string(), em: z.nullable(z.int()) })),
  /** Who gave no whole answer just now; only with `agora`. */
  naoResponderam: z.nullable(z.string()),
});
export type ImageReport = z.output<typeof ImageReport>;
