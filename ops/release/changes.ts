/**
 * What a newer version of the project asks of whoever runs it: read from what changed between two tags, so that no list is
 * kept by hand beside the files.
 */

/** A part of the project that something outside it runs, and what to do when it changed. */
interface Part {
  readonly title: string;
  /** Files and folders, from the project's root. */
  readonly paths: readonly string[];
  /** What to do, in order; `{tag}` is the newer tag. */
  readonly steps: readonly string[];
}

export const parts: readonly Part[] = [
  {
    title: 'Banco',
    paths: ['functions/migrations'],
    steps: ['Nada a fazer à mão: a publicação aplica as migrações, que só andam para a frente.'],
  },
  {
    title: 'Site e API',
    paths: [
      'functions',
      'src',
      'content',
      'public',
      'astro.config.mjs',
      'wrangler.jsonc',
      'package-lock.json',
    ],
    steps: ['npm run deploy -- --env production --dry-run', 'npm run deploy -- --env production'],
  },
  {
    title: 'Realm do Keycloak',
    paths: ['deploy/keycloak'],
    steps: ['npm run ops -- realm', 'npm run ops -- realm --aplicar'],
  },
  {
    title: 'Projeto do Argo CD',
    paths: ['deploy/argocd'],
    steps: ['Aplique de novo os arquivos de deploy/argocd, como diz docs/cluster.md.'],
  },
  {
    title: 'Entrada dos ambientes',
    paths: ['deploy/sign-in-chart'],
    steps: ['Atualize o chart da entrada, como diz docs/cluster.md.'],
  },
  {
    title: 'Servidor único',
    paths: ['deploy/single-node', 'deploy/versions.json'],
    steps: ['No servidor, rode a instalação de novo: docs/single-node.md.'],
  },
  {
    title: 'Ambientes dos clientes',
    paths: ['deploy/tenant-chart'],
    steps: [
      'npm run ops -- versao {tag} --so <um ambiente seu>',
      'npm run ops -- versao {tag} --por-vez 20',
      'Depois, ARGOCD_CHART_REVISION={tag} e uma publicação: docs/worst-day.md, "Subir de versão, e voltar".',
    ],
  },
];

/** A changed part with its files. */
export interface Change {
  readonly part: Part;
  readonly files: readonly string[];
}

const isIn = (file: string, path: string): boolean => file === path || file.startsWith(`${path}/`);

/** The parts that changed, in the order in which they are to be brought. @param files From the project's root. */
export const changedParts = (files: readonly string[]): readonly Change[] =>
  parts
    .map((part) => ({
      part,
      files: files.filter((file) => part.paths.some((path) => isIn(file, path))),
    }))
    .filter(({ files: own }) => own.length > 0);

/**
 * What CHANGELOG.md says of the versions after `before`, up to and with `after`; the newest first, as it is written.
 * @param before A tag, "v1.2.0". A heading of the file is "## v1.3.0", with more words after it or not.
 */
export function changelogBetween(changelog: string, before: string, after: string): string {
  const sections = changelog.split(/^(?=## )/m).filter((section) => section.startsWith('## '));
  const nameOf = (section: string): string => /^## (\S+)/.exec(section)?.[1] ?? '';
  const from = sections.findIndex((section) => nameOf(section) === after);
  const to = sections.findIndex((section) => nameOf(section) === before);
  return sections
    .slice(Math.max(0, from), to === -1 ? undefined : to)
    .join('')
    .trim();
}
