/**
 * What the environments of our own show: a small shop in `demo`, ourselves in `status`.
 *
 * Every address is ours: what everybody looks at asks nobody else anything. Their history is what was really checked. What
 * an environment's network cannot reach (the cluster's own addresses) is not among them: docs/demonstration.md.
 */
import { healthEndpoint } from '#domain/api-schemas/health.ts';
import { requiredFields } from '#domain/import/columns.ts';
import { type OwnEnvironment, STATUS_SLUG } from '#domain/tenants/own-environments.ts';
import type { Deps } from '#functions/compose.ts';
import type { Showcase } from '#functions/vendors/instances.ts';

type Needs = Pick<Deps, 'siteUrl' | 'identityAddress' | 'productName'>;
type Item = Showcase['monitors'][number];

const timing = { interval: 60, retryInterval: 60, maxretries: 2, timeout: 30 } as const;
const green = '#059669';
const blue = '#2563eb';

interface Wish {
  /** Stays when the name changes. */
  readonly id: string;
  readonly parent?: string;
  readonly tags?: readonly (readonly [name: string, color: string])[];
  readonly fields: Item['monitor'];
}

const item = ({ id, parent, tags = [], fields }: Wish): Item => ({
  kind: 'monitor',
  id,
  active: true,
  monitor: { ...requiredFields, ...timing, ...fields },
  parent: parent ?? null,
  channels: [],
  tags: tags.map(([name, color]) => ({ name, color, value: null })),
});

const group = (id: string, name: string): Item => item({ id, fields: { type: 'group', name } });

const page = (name: string, url: string, description = '') => ({
  ...{ type: 'http', name, url, method: 'GET', maxredirects: 10 },
  ...(description === '' ? {} : { description }),
});

/** Our API says `"status": "ok"` when its database answers too. */
const api = (name: string, siteUrl: string, description: string) => ({
  ...page(name, `${siteUrl}${healthEndpoint}`, description),
  ...{ type: 'json-query', jsonPath: 'status', jsonPathOperator: '==', expectedValue: 'ok' },
});

/** A shop whose pages are ours, so that a visitor sees groups, tags, several types and a fall. */
function shop({ siteUrl, identityAddress }: Needs): Showcase {
  const { hostname, protocol, port } = new URL(siteUrl);
  const production = ['produção', green] as const;
  const monitors = [
    group('loja', 'Loja'),
    item({
      id: 'inicio',
      parent: 'loja',
      tags: [production],
      fields: page('Página inicial', `${siteUrl}/`, 'A página que abre a loja, a cada minuto.'),
    }),
    item({
      id: 'catalogo',
      parent: 'loja',
      tags: [production],
      fields: page('Catálogo', `${siteUrl}/docs`, 'Responde com a lista de produtos.'),
    }),
    item({
      id: 'pagamento',
      parent: 'loja',
      tags: [production, ['pagamentos', blue]],
      fields: {
        ...page('Pagamento', `${siteUrl}/checkout`, 'Confere uma palavra na página, e não só a resposta.'),
        ...{ type: 'keyword', keyword: '<title>' },
      },
    }),
    group('integracoes', 'Integrações'),
    item({
      id: 'pedidos',
      parent: 'integracoes',
      tags: [production],
      fields: api('API de pedidos', siteUrl, 'Consulta o JSON da resposta: status precisa ser "ok".'),
    }),
    item({
      id: 'login',
      parent: 'integracoes',
      fields: page('Login dos clientes', identityAddress, 'O servidor em que os clientes entram.'),
    }),
    item({
      id: 'porta',
      parent: 'integracoes',
      fields: {
        ...{ type: 'port', name: 'Porta do servidor', hostname, description: 'Só abre a conexão TCP.' },
        port: Number(port || (protocol === 'https:' ? 443 : 80)),
      },
    }),
    item({
      id: 'blog',
      fields: page(
        'Blog (fora do ar de propósito)',
        `${siteUrl}/docs/exemplo-fora-do-ar`,
        'Esta página não existe: assim se vê como fica um site fora do ar.',
      ),
    }),
  ];
  return { monitors, page: null };
}

/** What a customer depends on, as it answers from the environments' network. */
function ourselves({ siteUrl, identityAddress, productName }: Needs): Showcase {
  const monitors = [
    item({ id: 'site', fields: page('Site', `${siteUrl}/`) }),
    item({ id: 'docs', fields: page('Documentação', `${siteUrl}/docs`) }),
    item({ id: 'api', fields: api('API e cadastro', siteUrl, 'A API e o banco de dados dela.') }),
    item({ id: 'entrada', fields: page('Entrada nas contas', identityAddress) }),
  ];
  return {
    monitors,
    page: {
      slug: STATUS_SLUG,
      title: `Status do ${productName}`,
      description: `O que faz o ${productName} funcionar, checado a cada minuto pelo próprio ${productName}.`,
      footer: `A disponibilidade medida de fora, minuto a minuto, e os incidentes: [${siteUrl}/disponibilidade](${siteUrl}/disponibilidade)`,
      groups: [
        { name: 'Site', monitors: ['site', 'docs'] },
        { name: 'Contas', monitors: ['api', 'entrada'] },
      ],
    },
  };
}

const showcases: Readonly<Record<OwnEnvironment, (needs: Needs) => Showcase>> = {
  demo: shop,
  status: ourselves,
};

/** Everything that an environment of our own shows. */
export const showcaseOf = (needs: Needs, subdomain: OwnEnvironment): Showcase => showcases[subdomain](needs);

/** What opens without a sign-in: the panel of `demo`, the page of `status`. */
export const openPathOf = (subdomain: OwnEnvironment): string =>
  subdomain === 'status' ? `/status/${STATUS_SLUG}` : '/dashboard';
