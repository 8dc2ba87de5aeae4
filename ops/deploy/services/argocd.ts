/** What an Argo CD says of itself, of our project in it and of the repository that it reads: before the first customer finds out. */
import * as z from 'zod';
import type { ClusterSettings } from '#functions/cluster-settings.ts';
import { OLDEST_ARGOCD } from '#functions/probes.ts';
import { requireVersion } from '#functions/vendors/dependency.ts';
import { type Ask, type Refs, readRefs } from './git-refs.ts';

/** Sentences about one cluster. */
export interface Said {
  readonly missing: readonly string[];
  readonly unchecked: readonly string[];
  readonly advised: readonly string[];
}

const Version = z.looseObject({ Version: z.string() });
const Project = z.looseObject({
  spec: z.looseObject({
    sourceRepos: z.array(z.string()).nullish(),
    destinations: z.array(z.looseObject({ server: z.string().nullish() })).nullish(),
  }),
});
const RefsAnswer = z.looseObject({
  tags: z.array(z.string()).nullish(),
  branches: z.array(z.string()).nullish(),
});

const nothing: Said = { missing: [], unchecked: [], advised: [] };
const missing = (sentence: string): Said => ({ ...nothing, missing: [sentence] });
const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** As Argo CD reads a list (`globMatch`, pkg/apis/application/v1alpha1): `!` takes away, `*` stands for anything. */
function allows(list: readonly string[], value: string): boolean {
  const matches = (pattern: string): boolean => {
    const parts = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`).test(value);
  };
  return (
    list.some((each) => !each.startsWith('!') && matches(each)) &&
    !list.some((each) => each.startsWith('!') && matches(each.slice(1)))
  );
}

/** How one cluster is asked. */
interface Asking {
  /** False where the cluster's token is not known here: only what needs none is asked. */
  readonly hasToken: boolean;
  /** Through the door in front of Argo CD. */
  readonly ask: Ask;
  /** Of the repository's server, which must not learn the key of that door. */
  readonly askRepository: Ask;
}

export async function askArgocd(cluster: ClusterSettings, asking: Asking): Promise<Said> {
  const { ask, hasToken } = asking;
  const { argocdUrl, name } = cluster;
  const who = `O Argo CD ${name}`.trim();
  try {
    const answer = await ask(`${argocdUrl}/api/version`, { method: 'GET', redirect: 'manual' });
    if (answer.status !== 200) throw new Error(`respondeu ${answer.status}`);
    requireVersion(Version.parse(await answer.json()).Version, OLDEST_ARGOCD);
  } catch (error) {
    return missing(
      `${who} não serve em ${argocdUrl}/api/version (${wordsOf(error)}): confira endereço, certificado, versão (2.14 ou mais nova) e o túnel (docs/cluster.md).`,
    );
  }
  const about = hasToken ? await askProject(cluster, who, ask) : nothing;
  const ofChart = await askChart(cluster, asking);
  return {
    missing: [...about.missing, ...ofChart.missing],
    unchecked: [...about.unchecked, ...ofChart.unchecked],
    advised: [...about.advised, ...ofChart.advised],
  };
}

const withToken = ({ token }: ClusterSettings): RequestInit => ({
  method: 'GET',
  headers: { authorization: `Bearer ${token}` },
});

/** A role of a project may read the project (`ProjectPoliciesString`). */
async function askProject(cluster: ClusterSettings, who: string, ask: Ask): Promise<Said> {
  const { argocdUrl, project, chart, server } = cluster;
  const answer = await ask(`${argocdUrl}/api/v1/projects/${encodeURIComponent(project)}`, withToken(cluster));
  if (answer.status === 401)
    return missing(
      `${who} recusa o nosso token: faça outro com "argocd proj role create-token ${project} functions".`,
    );
  const read = Project.safeParse(await answer.json().catch(() => null));
  if (answer.status !== 200 || !read.success)
    return missing(
      `${who} não mostra o projeto ${project} (${answer.status}): falta aplicar deploy/argocd/project.yaml, ou o token é de outro projeto.`,
    );
  const { sourceRepos, destinations } = read.data.spec;
  const servers = (destinations ?? []).flatMap((each) => each.server ?? []);
  return {
    ...nothing,
    missing: [
      ...(allows(sourceRepos ?? [], chart.repoURL)
        ? []
        : [
            `O projeto ${project} de ${who.slice(2)} não deixa ler ${chart.repoURL}: ponha-o em sourceRepos, em deploy/argocd/project.yaml, e aplique.`,
          ]),
      ...(allows(servers, server)
        ? []
        : [
            `O projeto ${project} de ${who.slice(2)} não deixa criar nada em ${server}: ponha-o em destinations, em deploy/argocd/project.yaml, e aplique.`,
          ]),
    ],
  };
}

/** The refs that Argo CD lists of a repository of the project (`ListRefs`); `null` where it may not tell this token. */
async function askRefs(cluster: ClusterSettings, ask: Ask): Promise<Refs | null> {
  const { argocdUrl, project, chart } = cluster;
  const path = `/api/v1/repositories/${encodeURIComponent(chart.repoURL)}/refs`;
  const query = `?appProject=${encodeURIComponent(project)}`;
  const answer = await ask(`${argocdUrl}${path}${query}`, withToken(cluster));
  const read = RefsAnswer.safeParse(await answer.json().catch(() => null));
  if (answer.status !== 200 || !read.success) return null;
  return { tags: read.data.tags ?? [], branches: read.data.branches ?? [] };
}

async function askChart(cluster: ClusterSettings, { hasToken, ask, askRepository }: Asking): Promise<Said> {
  const { repoURL, targetRevision } = cluster.chart;
  // A commit is not listed, and cannot change.
  if (/^[0-9a-f]{40}$/.test(targetRevision)) return nothing;
  let refs: Refs | null;
  try {
    refs = (await readRefs(repoURL, askRepository)) ?? (hasToken ? await askRefs(cluster, ask) : null);
  } catch (error) {
    return missing(
      `O repositório do chart, ${repoURL}, não se lê (${wordsOf(error)}), e o Argo CD também não o lerá: confira ARGOCD_CHART_REPO.`,
    );
  }
  if (refs === null)
    return {
      ...nothing,
      unchecked: [
        `O repositório do chart, ${repoURL}, não se abre daqui: confira se existe e tem a tag ${targetRevision}, com "git ls-remote --tags ${repoURL} ${targetRevision}".`,
      ],
    };
  if (refs.tags.includes(targetRevision)) return nothing;
  if (refs.branches.includes(targetRevision))
    return {
      ...nothing,
      advised: [
        `ARGOCD_CHART_REVISION (${targetRevision}) é um ramo de ${repoURL}: um commit nele mudaria todos os ambientes no mesmo minuto. Ponha uma tag.`,
      ],
    };
  return missing(
    `${repoURL} não tem a tag ${targetRevision} (ARGOCD_CHART_REVISION): crie-a lá, ou escreva uma que existe.`,
  );
}
