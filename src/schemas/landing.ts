/**
 * Front matter of content/landing: one MDX file per section of the landing page.
 *
 * Owns: the fields of each kind of section and their error messages. Does not own: prices and limits
 * (content/plans.json), or order and visibility (landing/section-list.ts).
 */
import * as z from 'zod/mini';
import { anchor, list, missingOr, position, strictFields, text, yesOrNo } from './front-matter.ts';

const shared = {
  /** Position on the page, ascending. */
  order: position,
  /** `true` hides the section and the links to it. */
  hidden: z._default(yesOrNo, false),
  /** Anchor of the section, without the `#`. */
  anchor,
  /** Text of the header's link; without it there is no link. */
  menu: z.optional(
    text('o nome do link no cabeçalho').check(
      z.maxLength(20, 'O nome passa de 20 caracteres e não cabe no cabeçalho.'),
    ),
  ),
};
const title = text('o título da seção').check(
  z.maxLength(80, 'O título passa de 80 caracteres: diga o mesmo com menos.'),
);

/** A button that begins the sign-up at the end of the section. */
const beginLabel = z.optional(text('o texto do botão de cadastro'));

const path = text('o endereço do link').check(
  z.regex(
    /^\/(?:[a-z0-9/#-]*[a-z0-9])?$/,
    'O link começa com / e não termina com barra: "/docs/monitor-types".',
  ),
);

const hero = strictFields({
  section: z.literal('hero'),
  ...shared,
  hidden: z._default(
    z.literal(false, 'A abertura não pode ser escondida: ela dá título e descrição à página.'),
    false,
  ),
  /** Title of the browser tab and of search results. */
  title: text('o título da aba e das buscas').check(
    z.maxLength(60, 'O título passa de 60 caracteres e seria cortado nas buscas.'),
  ),
  description: text('a descrição que aparece nas buscas').check(
    z.maxLength(170, 'A descrição passa de 170 caracteres e seria cortada nas buscas.'),
  ),
  headline: text('a primeira parte da chamada'),
  /** Second half of the headline, in the signal colour. */
  headlineAccent: text('a segunda parte da chamada'),
  /** Why this one, in one line below the price. */
  why: text('por que escolher, em uma linha').check(
    z.maxLength(90, 'A linha passa de 90 caracteres e não cabe na primeira tela do celular.'),
  ),
  /** The site to watch first. */
  field: strictFields({
    label: text('o nome do campo'),
    placeholder: text('um endereço de exemplo'),
    action: text('o texto do botão do campo'),
  }),
  registerLabel: text('o texto do botão de cadastro'),
  demoLabel: text('o texto do botão da demonstração'),
  demoLoadingLabel: text('o texto do botão enquanto a demonstração carrega'),
  /** Short promises under the buttons, each with its scope. */
  claims: list(
    strictFields({ figure: text('a promessa'), caption: text('a quem a promessa vale') }),
    'as promessas',
    3,
  ),
  /** What sells, each a link to more. */
  assurances: list(
    strictFields({ title: text('a garantia'), text: text('a explicação'), href: path }),
    'as garantias',
    6,
  ),
  /** The incident in the strip. */
  incident: strictFields({ host: text('o endereço de exemplo'), cause: text('a causa da queda') }),
  /** Name of the message as it arrives. */
  messageCaption: text('a legenda da mensagem'),
  /** The simulated monitor. */
  example: strictFields({
    badge: text('a palavra que diz que é um exemplo'),
    name: text('o nome do monitor'),
    host: text('o endereço de exemplo'),
    note: text('a nota que diz que o tempo está acelerado'),
  }),
  /** Subdomain in the address bar of the screenshot. */
  screenHost: text('o subdomínio mostrado na barra de endereço'),
  screenAlt: text('o que a imagem mostra'),
});

const plans = strictFields({
  section: z.literal('plans'),
  ...shared,
  title,
  monthlyLabel: text('o nome do ciclo mensal'),
  yearlyLabel: text('o nome do ciclo anual'),
  popularLabel: text('o selo do plano mais vendido'),
  /** Initial text of the WhatsApp conversation. */
  whatsappMessage: text('a mensagem que abre a conversa no WhatsApp'),
  compareTitle: title,
  compareNote: text('a frase abaixo do título da comparação'),
});

/** Picture next to a step. */
const pictures = ['address', 'provisioning', 'interval', 'channels'] as const;

const howItWorks = strictFields({
  section: z.literal('how-it-works'),
  ...shared,
  title,
  steps: list(
    strictFields({
      title: text('o título do passo'),
      text: text('o que acontece no passo'),
      picture: z.enum(
        pictures,
        missingOr('Escolha um desenho.', `Use um destes desenhos: ${pictures.join(', ')}.`),
      ),
    }),
    'os passos',
    6,
  ),
  /** Channels for alerts. */
  channels: list(text('o nome do canal'), 'os canais de aviso', 12),
  beginLabel,
});

/** Strips for a row of the features list. */
const rhythms = ['steady', 'recovered', 'maintenance', 'validity'] as const;

const features = strictFields({
  section: z.literal('features'),
  ...shared,
  title,
  rows: list(
    strictFields({
      name: text('o que é vigiado'),
      text: text('o que a verificação descobre'),
      /** The check's name in the panel. */
      check: text('um exemplo de verificação'),
      /** The check's result. */
      reading: text('o que a verificação devolveu'),
      rhythm: z.enum(rhythms, missingOr('Escolha um ritmo.', `Use um destes ritmos: ${rhythms.join(', ')}.`)),
    }),
    'as linhas',
    10,
  ),
  more: text('a frase sobre os outros tipos'),
  moreLabel: text('o texto do link para os tipos de monitor'),
  moreHref: path,
});

const why = strictFields({
  section: z.literal('why'),
  ...shared,
  title,
  /** The promised availability; the picture below it shows a thousand minutes. */
  availability: strictFields({
    figure: text('o número'),
    /** Where it is measured. */
    href: path,
    caption: text('a quem o número vale'),
    /** Minutes of downtime per thousand that the promise allows. */
    minutesPerThousand: z
      .int('Escreva um número inteiro: quantos minutos em mil.')
      .check(z.minimum(1, 'Escreva de 1 a 50.'), z.maximum(50, 'Escreva de 1 a 50.')),
    explanation: text('o que a figura conta'),
  }),
  figures: list(
    strictFields({ figure: text('o número'), caption: text('a quem o número vale') }),
    'os números',
    3,
  ),
  /** A link for undecided readers. */
  links: z.optional(list(strictFields({ label: text('o texto do link'), href: path }), 'os links', 3)),
  reasons: list(strictFields({ title: text('o motivo'), text: text('a explicação') }), 'os motivos', 6),
  beginLabel,
});

const faq = strictFields({
  section: z.literal('faq'),
  ...shared,
  title,
});

const closing = strictFields({
  section: z.literal('closing'),
  ...shared,
  title,
  registerLabel: text('o texto do botão de cadastro'),
  plansLabel: text('o texto do botão que volta aos planos'),
});

/** Kinds of section, in the order of the requirements. */
const sectionNames = [
  'hero',
  'plans',
  'how-it-works',
  'features',
  'showcase',
  'why',
  'faq',
  'closing',
] as const;
export type SectionName = (typeof sectionNames)[number];

/**
 * Builds the schema of a section.
 *
 * @param image Schema of a picture's path; the site passes Astro's `image()`, which only exists inside a build.
 */
export function createLandingSchema<Image extends z.core.$ZodType>(image: () => Image) {
  const showcase = strictFields({
    section: z.literal('showcase'),
    ...shared,
    title,
    slides: list(
      strictFields({
        name: text('o nome da tela'),
        text: text('o que a tela mostra, em uma frase'),
        alt: text('o que se vê na imagem, para quem não vê'),
        light: image(),
        dark: image(),
        /** Screenshot for phones. */
        phoneLight: image(),
        phoneDark: image(),
      }),
      'as telas',
      8,
    ),
  });
  return z.discriminatedUnion('section', [hero, plans, howItWorks, features, showcase, why, faq, closing], {
    error: (issue) =>
      issue.code === 'invalid_union'
        ? `Use um destes em section: ${sectionNames.join(', ')}.`
        : 'Escreva as informações da seção entre os dois ---.',
  });
}
