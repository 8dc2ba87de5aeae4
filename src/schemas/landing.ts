/**
 * Front matter of content/landing: one MDX per section of the landing page.
 *
 * Messages speak to whoever edits those files. Prices and limits do not stand here: content/plans.json has them.
 */
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import * as z from 'zod/mini';

const text = z.string('escreva um texto.').check(z.trim(), z.minLength(1, 'o texto está vazio.'));
const order = z.int('escreva a posição da seção como número inteiro.');

const Hero = z.strictObject({
  section: z.literal('hero'),
  order,
  /** Title of the browser tab and of search results. */
  title: text.check(z.maxLength(60, 'o título passa de 60 caracteres e será cortado nas buscas.')),
  description: text.check(z.maxLength(170, 'a descrição passa de 170 caracteres e será cortada nas buscas.')),
  headline: text,
  /** Second half of the headline, in the signal colour. */
  headlineAccent: text,
  registerLabel: text,
  demoLabel: text,
  demoLoadingLabel: text,
  /** Short promises under the buttons, each saying whom it covers. */
  claims: z
    .array(z.strictObject({ figure: text, caption: text }))
    .check(z.maxLength(3, 'no máximo três frases.')),
  /** The incident that the strip and the messages tell. */
  incident: z.strictObject({ siteName: text, host: text, cause: text, channel: text }),
  /** Subdomain in the address bar of the pictured screen. */
  screenHost: text,
  screenAlt: text,
});

const Plans = z.strictObject({
  section: z.literal('plans'),
  order,
  title: text,
  monthlyLabel: text,
  yearlyLabel: text,
  popularLabel: text,
  /** What the WhatsApp conversation opens with. */
  whatsappMessage: text,
});

export const LandingSection = z.discriminatedUnion('section', [Hero, Plans], 'section: use hero ou plans.');

export type HeroSection = z.output<typeof Hero>;
export type PlansSection = z.output<typeof Plans>;

export const landingCollection = defineCollection({
  loader: glob({ base: './content/landing', pattern: '*.mdx' }),
  schema: LandingSection,
});
