/**
 * What alerts can do on a plan: `alerts` of each plan in content/plans.json, the one place that says so. The server, the
 * pages of plans and the articles read it through the catalogue. Does not own: how many recipients a plan has (../alerts/shares.ts).
 */
import * as z from 'zod/mini';
import { type RecipientKind, recipientKinds } from '../alerts/codes.ts';

const yesOrNo = z.boolean('escreva true ou false.');

/** As written in the file; messages address its editor. */
export const AlertFeatures = z.strictObject({
  /** Kinds of recipients. The owner's own address stays on every plan. */
  kinds: z.array(z.enum(recipientKinds, `use uns destes: ${recipientKinds.join(', ')}.`)),
  /** Each recipient chooses of which monitors it hears. */
  monitorChoice: yesOrNo,
  /** Each chat may have an own text. */
  ownText: yesOrNo,
});
export type AlertFeatures = Readonly<z.output<typeof AlertFeatures>>;

/** A choice of preferences that only some plans have. */
export type AlertChoice = 'monitorChoice' | 'ownText';

/** The first of some plans that has a kind of recipient, or a choice. */
export const firstPlanWith = <Plan extends { readonly alerts: AlertFeatures }>(
  plans: readonly Plan[],
  wanted: RecipientKind | AlertChoice,
): Plan | undefined =>
  plans.find(({ alerts }) =>
    wanted === 'monitorChoice' || wanted === 'ownText' ? alerts[wanted] : alerts.kinds.includes(wanted),
  );
