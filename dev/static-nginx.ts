/**
 * Converts public/_headers to nginx, so that the pages have the same headers on an own server.
 *
 * Owns: reading the file as Cloudflare does (rules in order, `!` removes a header) and writing one nginx file. Each
 * header is a `map` by address: `add_header` inside a `location` would drop those outside of it. Caching headers are
 * set for existing files only: a missing file may exist tomorrow.
 */

/** One rule: an address pattern, in which `*` matches anything, and its changes. */
interface HeaderRule {
  readonly pattern: string;
  readonly removed: readonly string[];
  readonly set: Readonly<Record<string, string>>;
}

/**
 * Parses the file.
 * @throws Error with the line that is not understood.
 */
function parseHeaders(text: string): readonly HeaderRule[] {
  const rules: { pattern: string; removed: string[]; set: Record<string, string> }[] = [];
  for (const line of text.split('\n')) {
    if (line.trim() === '' || line.trimStart().startsWith('#')) continue;
    const rule = rules.at(-1);
    const [, name, value] = /^\s+([\w-]+):\s*(.+?)\s*$/.exec(line) ?? [];
    const taken = /^\s+!\s*([\w-]+)\s*$/.exec(line)?.[1];
    if (/^\/\S*$/.test(line)) rules.push({ pattern: line.trim(), removed: [], set: {} });
    else if (rule && name && value) rule.set[name] = value;
    else if (rule && taken) rule.removed.push(taken);
    else throw new Error(`public/_headers: não entendi "${line.trim()}".`);
  }
  return rules;
}

/** The address as nginx receives it, with or without a query. */
function addressPattern(pattern: string): string {
  const escaped = pattern.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return `^${escaped.join('[^?]*')}(?:\\?.*)?$`;
}

const variableOf = (header: string): string => `$vigia_${header.toLowerCase().replaceAll('-', '_')}`;
const quoted = (value: string): string => `"${value.replaceAll('"', '\\"')}"`;

/** One `map` per header. The last matching rule wins, but nginx takes the first match, so the order is reversed. */
function mapOf(rules: readonly HeaderRule[], header: string): string {
  const lines = rules.toReversed().flatMap(({ pattern, removed, set }) => {
    const value = set[header] ?? (removed.includes(header) ? '' : undefined);
    if (value === undefined) return [];
    return pattern === '/*'
      ? [`  default ${quoted(value)};`]
      : [`  ${quoted(`~${addressPattern(pattern)}`)} ${quoted(value)};`];
  });
  return [`map $request_uri ${variableOf(header)} {`, ...lines, '}'].join('\n');
}

/** nginx sets content types itself; the file may only name those in the server block below. */
const knownTypes: Readonly<Record<string, string>> = {
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
};

/**
 * The whole file: maps, and a server without an API.
 * @throws Error for a rule that nginx cannot express.
 */
export function nginxConfiguration(headersFile: string): string {
  const rules = parseHeaders(headersFile);
  for (const { pattern, set } of rules) {
    const type = set['Content-Type'];
    if (type !== undefined && knownTypes[/\.\w+$/.exec(pattern)?.[0] ?? ''] !== type)
      throw new Error(
        `public/_headers: o Content-Type de ${pattern} não está previsto em dev/static-nginx.ts.`,
      );
  }
  const names = [...new Set(rules.flatMap(({ set }) => Object.keys(set)))].filter(
    (name) => name !== 'Content-Type',
  );
  return `# Feito por "npm run write:nginx" a partir de public/_headers; não edite à mão.
# Só as páginas, sem a API: inclua em http { } e ajuste server_name, root e o certificado. Veja docs/configuration.md.

${names.map((name) => mapOf(rules, name)).join('\n\n')}

server {
  listen 80;
  server_name _;
  root /srv/vigia/dist;
  server_tokens off;
  absolute_redirect off;

  charset utf-8;
  charset_types text/css text/plain text/markdown text/xml application/javascript application/json application/manifest+json image/svg+xml;
  include mime.types;
  types {
    text/markdown md;
    application/javascript mjs;
    application/manifest+json webmanifest;
    image/avif avif;
    font/woff2 woff2;
  }
  gzip on;
  gzip_vary on;
  gzip_types text/css text/plain text/markdown application/javascript application/json application/manifest+json image/svg+xml;

${names.map((name) => `  add_header ${name} ${variableOf(name)}${name === 'Cache-Control' ? '' : ' always'};`).join('\n')}

  location = / { try_files /index.html =404; }
  # Uma página responde sem ".html" e sem barra no fim.
  location / {
    rewrite ^/(.+)/$ /$1 permanent;
    try_files $uri $uri.html =404;
    error_page 404 /404.html;
  }
  location /docs/ {
    rewrite ^/(.+)/$ /$1 permanent;
    try_files $uri $uri.html =404;
    error_page 404 /docs/404.html;
  }
  # A API mora em outro lugar (PUBLIC_API_URL) ou não existe.
  location /api/ { return 404; }
}
`;
}
