/**
 * Which articles speak of a feature of the product, and what follows: they carry the mark of its facts, and link to it.
 *
 * Owns: the features, the words by which an article speaks of one, and the check of links and marks. Does not own: the facts
 * themselves, which the code exports (dev/features/facts.ts), or their comparison with what was read (dev/features/tie.ts).
 */
import { type FeatureId, featureIds } from '../schemas/docs.ts';
import { type ContentFile, FRONT_MATTER, fieldsOf, lineOf, routeOf } from './content-files.ts';

export interface ArticleFeature {
  /** In messages to authors. */
  readonly name: string;
  /** What a link to its main article or page contains, or the block that shows it. */
  readonly link: RegExp;
  /** The main article or page, in messages to authors. */
  readonly main: string;
  /** Words that speak of what it does. */
  readonly words: RegExp;
  /** Articles that speak of it in other words. */
  readonly also?: readonly string[];
}

/** The features, by the name that front matter uses. */
export const articleFeatures: Readonly<Record<FeatureId, ArticleFeature>> = {
  avisos: {
    name: 'Avisos da Vigia',
    main: '/docs/avisos',
    link: /\/conta\/avisos|\/docs\/(?:alert-setup|avisos)\b/,
    words: /avisos da vigia|\/conta\/avisos/i,
    also: ['quick-start', 'first-monitor', 'notifications/email-smtp', 'notifications/telegram'],
  },
  'primeiro-monitor': {
    name: 'O primeiro monitor, e o tempo até um aviso',
    main: '/docs/first-monitor',
    link: /\/docs\/(?:first-monitor|quick-start|alert-setup)\b|<PlanNote/,
    words: /o que vigiar primeiro|Avisa em até|tempo até (?:o|um) aviso/i,
    also: ['quick-start', 'first-monitor', 'alert-setup', 'importar/planilha', 'importar/uptimerobot'],
  },
  importar: {
    name: 'Trazer monitores',
    main: '/docs/importar/uptime-kuma',
    link: /\/docs\/importar\/|\/conta\/importar/,
    words:
      /\/conta\/importar|trazer monitores|painel vazio|para um plano menor:|contrata um painel|monitores.{0,40}de uma vez\b.*planilha/i,
    also: [
      'quick-start',
      'badges-and-data',
      'importar/planilha',
      'importar/uptime-kuma',
      'importar/uptimerobot',
    ],
  },
  exportar: {
    name: 'Levar tudo',
    main: '/docs/levar-tudo',
    link: /\/docs\/levar-tudo|\/conta\/dados/,
    words:
      /\/conta\/dados|levar tudo|para um plano menor:|painel (?:vazio|novo)\b.*monitores|cancelar a renovação|baixar (?:todos|tudo)/i,
    also: ['levar-tudo', 'seus-dados', 'responsible-person'],
  },
  planos: {
    name: 'Planos e preços',
    main: '/docs/account-setup',
    link: /<Plan(?:Note|Table|Gate)\b|\/docs\/account-setup|\/conta\/plano/,
    words: /<Plan(?:Note|Table|Gate)\b|\bplano (?:Gratuito|Essencial|Pro|Empresarial)\b|\/conta\/plano/,
  },
  limites: {
    name: 'Limites do plano',
    main: '/docs/account-setup',
    link: /<Plan(?:Note|Table)\b|\/docs\/account-setup|\/conta\/plano/,
    words: /acima do plano|pausamos|passa(?:m|r)? do (?:limite|plano)\b/i,
    also: ['account-setup', 'importar/planilha', 'importar/uptime-kuma', 'importar/uptimerobot'],
  },
  pessoas: {
    name: 'Pessoas e convites',
    main: '/docs/invite-people',
    link: /\/docs\/invite-people|\/conta\/pessoas/,
    words: /\/conta\/pessoas|\/docs\/invite-people|convid(?:ar|e) (?:uma |a )?(?:pessoa|colega|equipe)/i,
    also: ['invite-people', 'responsible-person'],
  },
  manutencao: {
    name: 'Avisos de manutenção',
    main: '/docs/maintenance/notifications',
    link: /\/docs\/maintenance\/(?:notifications|system)\b/,
    words:
      /avisos? (?:de|da|sobre a) manutenç|manutenç\p{L}+ (?:é|são|também é) avisad|lembretes? .{0,40}manutenç/iu,
    also: ['maintenance/notifications', 'maintenance/system', 'maintenance/strategies', 'alert-setup'],
  },
  relatorios: {
    name: 'Relatórios',
    main: '/docs/reports',
    link: /\/docs\/reports|\/conta\/relatorios/,
    words: /\/conta\/relatorios|relatório (?:mensal|do mês|de cada mês)/i,
    also: ['reports'],
  },
  disponibilidade: {
    name: 'Disponibilidade medida',
    main: '/disponibilidade',
    link: /\/disponibilidade/,
    words: /\/disponibilidade/,
  },
  pagamentos: {
    name: 'Pagamentos, faturas e devoluções',
    main: '/docs/payments',
    link: /\/docs\/payments|\/conta\/(?:plano|cartao)/,
    words:
      /\/conta\/cartao|reembols|cart(?:ão|ões) de crédito|a sua fatura|suas faturas|desist\w+ da (?:contratação|compra)/i,
    also: ['payments', 'responsible-person', 'account-setup'],
  },
  conta: {
    name: 'A página da conta',
    main: '/docs/account-setup',
    link: /\/docs\/(?:account-setup|seus-dados|responsible-person)|\/conta(?![a-z])/,
    words: /\]\(\/conta\)|<AccountLink>/,
    also: ['account-setup', 'responsible-person'],
  },
  atividade: {
    name: 'Atividade',
    main: '/conta/atividade',
    link: /\/conta\/atividade/,
    words: /\/conta\/atividade|ver a atividade/i,
  },
  dados: {
    name: 'Os seus dados',
    main: '/docs/seus-dados',
    link: /\/docs\/seus-dados|\/conta\/meus-dados/,
    words: /\/conta\/meus-dados|cópia dos (?:seus )?dados/i,
    also: ['seus-dados'],
  },
  quedas: {
    name: 'Agora e Quedas',
    main: '/conta/ocorrencias',
    link: /\/conta(?:\/ocorrencias)?(?![a-z/])|#diga-que-esta-vendo/,
    words: /\/conta\/ocorrencias|“Estou vendo”|\*\*Estou vendo\*\*/i,
  },
  'paginas-de-status': {
    name: 'Páginas de status e domínios',
    main: '/docs/status-page',
    link: /\/docs\/(?:status-page|status-page-domains|customize-status-page)\b/,
    words: /(?:própri[ao]|personalizad[ao])\b.{0,30}página de status|página de status.{0,60}domínio/i,
    also: ['status-page', 'status-page-domains', 'customize-status-page', 'badges-and-data'],
  },
  push: {
    name: 'O prazo de um monitor Push',
    main: '/docs/custom-checks',
    link: /\/docs\/custom-checks/,
    words: /prazo.{0,60}\bpush\b|\bpush\b.{0,60}prazo/i,
    also: ['custom-checks', 'monitor-types'],
  },
  mensagens: {
    name: 'As mensagens de uma checagem',
    main: '/docs/check-messages',
    link: /\/docs\/check-messages/,
    words: /\/docs\/check-messages/,
    also: ['check-messages'],
  },
  suporte: {
    name: 'Suporte',
    main: '/suporte',
    link: /\/suporte/,
    words: /\]\(\/suporte/,
  },
};

/** What an article says, without its front matter. */
const proseOf = (source: string): string => source.replace(FRONT_MATTER, '');

/** The marks in an article's front matter, by feature. */
export function marksOf(source: string): ReadonlyMap<string, string> {
  const { facts } = fieldsOf(source);
  return new Map(typeof facts === 'object' && facts !== null ? Object.entries(facts) : []);
}

/** Whether an article speaks of a feature by its words. */
function speaksOf(id: FeatureId, [file, source]: ContentFile): boolean {
  const { words, also = [] } = articleFeatures[id];
  return also.includes(routeOf(file)) || words.test(proseOf(source));
}

/** The articles that speak of a feature, or carry its mark. */
export const articlesOf = (id: FeatureId, files: readonly ContentFile[]): readonly ContentFile[] =>
  files.filter((each) => speaksOf(id, each) || marksOf(each[1]).has(id));

/** How marks are written and renewed. */
export const reviewCommand = (id: FeatureId): string => `npm run review:articles -- ${id}`;

/** Published articles that speak of a feature without its mark or without a way to it. */
export function featureMistakes(files: readonly ContentFile[]): string[] {
  return featureIds.flatMap((id) => {
    const { name, main, link } = articleFeatures[id];
    return articlesOf(id, files).flatMap(([file, source]) => {
      if (fieldsOf(source)['draft'] === true) return [];
      // An article does not link to itself.
      const isLinked = link.test(proseOf(source)) || link.test(`/docs/${routeOf(file)}`);
      return [
        ...(marksOf(source).has(id)
          ? []
          : [
              `${file}:1: fala de “${name}” e não tem a marca dos fatos. Leia o artigo, e depois: ${reviewCommand(id)}`,
            ]),
        ...(isLinked
          ? []
          : [
              `${file}:${lineOf(source, 'facts:') || 1}: fala de “${name}” e não leva a ${main}. Ponha um link.`,
            ]),
      ];
    });
  });
}
