/**
 * How the hosts are found in each kind of address that a check opens.
 *
 * Owns: the shape of every kind, and every host in it. Does not own: which hosts may be watched (check-monitor.ts).
 * `URL` is not part of the rules' library; what it would read in another way (`%`, `\`, spaces) is refused.
 */

interface ReadAddress {
  readonly ok: true;
  /** Lower case, without a last dot; an IPv6 one in brackets. */
  readonly hosts: readonly string[];
  /** The address as the check takes it. */
  readonly text: string;
  /** True when it had no scheme and got one. */
  readonly isCompleted?: boolean;
  /** The port in the address, where the check adds one by itself. */
  readonly port?: number;
}
type AddressProblem =
  | { readonly ok: false; readonly problem: 'shape' | 'file' | 'password' }
  | { readonly ok: false; readonly problem: 'scheme'; readonly scheme: string };
type AddressReader = (written: string) => ReadAddress | AddressProblem;

const shape = { ok: false, problem: 'shape' } as const;

const LABEL = /^[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_-]{0,61}[\p{L}\p{M}\p{N}_])?$/u;

/** A host as it is judged; `null` for what no name server and no socket takes. */
function hostIn(written: string): string | null {
  const text = written.toLowerCase().replace(/\.$/, '');
  if (/^\[?[\da-f.]*:[\da-f:.]*\]?$/.test(text)) return `[${text.replace(/^\[|\]$/g, '')}]`;
  const isName = text.length <= 253 && text.split('.').every((label) => LABEL.test(label));
  return isName ? text : null;
}

const isPort = (port: string | undefined): boolean =>
  port === undefined || port === '' || (Number(port) >= 1 && Number(port) <= 65_535);

/** The host of `user@host:port`; `null` for anything else. */
function hostOfAuthority(authority: string): string | null {
  const parts = /^(?:[^\s\\/?#]*@)?(\[[^\]]*\]|[^:@[\]]*)(?::(\d{0,5}))?$/.exec(authority);
  return parts?.[1] === undefined || !isPort(parts[2]) ? null : hostIn(parts[1]);
}

const SCHEME = /^([a-z][a-z\d+.-]*):\/\//i;

/** An address with a scheme; without one it gets the last of the list. */
const withScheme =
  (...schemes: readonly string[]): AddressReader =>
  (written) => {
    const trimmed = written.trim();
    const scheme = SCHEME.exec(trimmed)?.[1];
    if (scheme !== undefined && !schemes.includes(scheme.toLowerCase()))
      return { ok: false, problem: 'scheme', scheme };
    const rest = trimmed.slice(scheme === undefined ? 0 : scheme.length + 3).replace(/^\/\//, '');
    const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
    const host = hostOfAuthority(authority);
    // `https://https://…`, `http//…`, and a mail address
    if (
      host === null ||
      (scheme === undefined && authority.includes('@')) ||
      ['http', 'https'].includes(host)
    )
      return shape;
    const first = scheme?.toLowerCase() ?? schemes.at(-1) ?? '';
    return { ok: true, hosts: [host], text: `${first}://${rest}`, isCompleted: scheme === undefined };
  };

/** A name or an IP, and nothing else. */
const bare: AddressReader = (written) => {
  const text = written.trim();
  const host = hostIn(text);
  return host === null ? shape : { ok: true, hosts: [host], text };
};

/** Ping takes the host out of `host:port/path` by itself. */
const pinged: AddressReader = (written) => {
  const text = written.trim();
  if (hostIn(text) !== null) return bare(text);
  if (SCHEME.test(text)) return shape;
  const host = hostOfAuthority(/^[^/?#]*/.exec(text)?.[0] ?? '');
  return host === null ? shape : { ok: true, hosts: [host], text: host };
};

/** `mqtt`, `mqtts`, `ws` or `wss` before the host; the check adds the port, so one that is there, or a last `/`, goes. */
const mqtt: AddressReader = (written) => {
  const text = written.trim().replace(/(?<=[^/])\/$/, '');
  const scheme = SCHEME.exec(text)?.[1];
  if (scheme === undefined && hostIn(text) !== null) return bare(text);
  if (scheme !== undefined && !/^(?:mqtt|ws)s?$/i.test(scheme))
    return { ok: false, problem: 'scheme', scheme };
  const rest = scheme === undefined ? text : text.slice(scheme.length + 3);
  const host = hostOfAuthority(rest);
  if (host === null) return shape;
  const [, before = '', port] = /^(.*?[^:])(?::(\d*))?$/.exec(rest) ?? [];
  const name = `${scheme === undefined ? '' : `${scheme.toLowerCase()}://`}${before}`;
  return { ok: true, hosts: [host], text: name, ...(port ? { port: Number(port) } : {}) };
};

/** `host:port`, also after `dns:`; the other schemes of gRPC open sockets of the machine. */
const grpc: AddressReader = (written) => {
  const text = written.trim();
  const scheme = SCHEME.exec(text)?.[1];
  if (scheme !== undefined && scheme.toLowerCase() !== 'dns') return { ok: false, problem: 'scheme', scheme };
  const host = hostOfAuthority(text.replace(/^dns:(?:\/\/\/)?/i, ''));
  return host === null || text.includes('@') ? shape : { ok: true, hosts: [host], text };
};

const queryOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    (/\?([^#]*)/.exec(text)?.[1] ?? '').split('&').map((pair) => {
      const [name = '', value = ''] = pair.split('=');
      return [name.toLowerCase(), value] as const;
    }),
  );

/** A connection string; some drivers let its query replace the host, or name files of the machine. */
const connection =
  (...schemes: readonly string[]): AddressReader =>
  (written) => {
    const text = written.trim();
    if (!SCHEME.test(text)) return shape;
    const read = withScheme(...schemes)(text);
    if (!read.ok) return read;
    const query = queryOf(text);
    if (['host', 'hostaddr', 'port', 'socketpath'].some((name) => query.has(name))) return shape;
    if (['sslcert', 'sslkey', 'sslrootcert'].some((name) => query.has(name)))
      return { ok: false, problem: 'file' };
    return { ...read, text };
  };

/** The driver of 2.5.3 refuses a connection without a password before it opens it. */
const postgres: AddressReader = (written) => {
  // The driver writes spaces in user and password as `%20` by itself.
  const read = connection('postgres', 'postgresql')(written.trim().replaceAll(' ', '%20'));
  if (!read.ok) return read;
  const text = written.trim();
  const hasPassword = /^[^/?#]*:\/\/[^/?#@]*:[^/?#]+@/.test(read.text) || queryOf(read.text).get('password');
  return hasPassword ? { ...read, text } : { ok: false, problem: 'password' };
};

/** `mongodb://user:pass@a:27017,b:27017/database` */
const mongodb: AddressReader = (written) => {
  const text = written.trim();
  const scheme = SCHEME.exec(text)?.[1];
  if (scheme === undefined) return shape;
  if (!/^mongodb(?:\+srv)?$/i.test(scheme)) return { ok: false, problem: 'scheme', scheme };
  const authority = /^[^/?#]*/.exec(text.slice(scheme.length + 3))?.[0] ?? '';
  const names = authority.slice(authority.lastIndexOf('@') + 1).split(',');
  const hosts = names.map(hostOfAuthority);
  // The driver looks up one name of at least three parts, which says the ports.
  const isSrv = /srv$/i.test(scheme);
  if (isSrv && (names.length > 1 || /:/.test(names[0] ?? '') || (names[0] ?? '').split('.').length < 3))
    return shape;
  if (
    ['tlscafile', 'tlscertificatekeyfile', 'tlscertificatefile', 'sslca'].some((name) =>
      queryOf(text).has(name),
    )
  )
    return { ok: false, problem: 'file' };
  return hosts.every((host) => host !== null) ? { ok: true, hosts, text } : shape;
};

/** `Server=tcp:host\instance,1433;Database=…`; a value may stand in quotes or braces. Of several servers one is opened. */
const sqlserver: AddressReader = (written) => {
  const servers = [
    ...written.matchAll(/(?:^|;)\s*(?:server|data source|addr|address|network address)\s*=\s*([^;]*)/gi),
  ];
  const hosts = servers.map(([, server = '']) =>
    hostIn(
      server
        .trim()
        .replace(/^(["'])(.*)\1$|^\{(.*)\}$/, '$2$3')
        .replace(/^tcp:/i, '')
        .replace(/[\\,].*$/, '')
        .trim(),
    ),
  );
  return hosts.length > 0 && hosts.every((host) => host !== null)
    ? { ok: true, hosts, text: written }
    : shape;
};

/** `host:port/service`, also after `tcp://` or `tcps://`, or a descriptor with `(HOST=…)`. */
const oracle: AddressReader = (written) => {
  const text = written.trim();
  const described = [...text.matchAll(/\(\s*host\s*=\s*([^)]*)\)/gi)].map(([, host = '']) =>
    hostIn(host.trim()),
  );
  const plain = text.replace(/^(?:tcps?:)?\/\//i, '').split('/')[0] ?? '';
  const hosts = text.startsWith('(') ? described : plain.split(',').map(hostOfAuthority);
  return hosts.length > 0 && hosts.every((host) => host !== null) ? { ok: true, hosts, text } : shape;
};

/** Servers of DNS, with commas between them: addresses or names. */
const resolvers: AddressReader = (written) => {
  const hosts = written
    .replace(/\s/g, '')
    .split(',')
    .filter((part) => part !== '')
    .map(hostIn);
  return hosts.length > 0 && hosts.every((host) => host !== null)
    ? { ok: true, hosts, text: written }
    : shape;
};

const broker: AddressReader = (written) => {
  const host = /:\d{1,5}$/.test(written.trim()) ? hostOfAuthority(written.trim()) : null;
  return host === null ? shape : { ok: true, hosts: [host], text: written.trim() };
};

/** How each kind of address is read. */
export const addressReaders = {
  web: withScheme('http', 'https'),
  /** A client of WebSocket also opens `http`; the panel's form does not. */
  socket: withScheme('ws', 'wss'),
  bare,
  pinged,
  /** A name that is only asked about, and not opened; `*.` is a name of its own there. */
  asked: (written) => {
    const read = bare(written.trim().replace(/^\*\./, ''));
    return read.ok ? { ...read, text: written.trim() } : read;
  },
  mqtt,
  grpc,
  mysql: connection('mysql', 'mariadb'),
  postgres,
  redis: connection('redis', 'rediss'),
  mongodb,
  sqlserver,
  oracle,
  resolvers,
  broker,
} as const satisfies Readonly<Record<string, AddressReader>>;
export type AddressKind = keyof typeof addressReaders;

/** Schemes that each kind opens, for people. */
export const schemesOf: Partial<Readonly<Record<AddressKind, string>>> = {
  web: 'http:// e https://',
  socket: 'ws:// e wss://',
  mqtt: 'mqtt://, mqtts://, ws:// e wss://',
  mysql: 'mysql://',
  postgres: 'postgres://',
  redis: 'redis:// e rediss://',
  mongodb: 'mongodb://',
};

/** Host and port of an address with or without a scheme, as people write it in tables. */
export function hostAndPort(address: string): { readonly host: string; readonly port: number | undefined } {
  const parts = /^\s*(?:[a-z][a-z\d+.-]*:\/\/)?(?:[^/?#@\s]*@)?(\[[^\]]*\]|[^/?#:\s]+)(?::(\d{1,5}))?/i.exec(
    address,
  );
  // An IPv6 address without brackets has no port.
  if (hostIn(address.trim())?.startsWith('[')) return { host: address.trim(), port: undefined };
  const port = parts?.[2];
  return {
    host: parts?.[1]?.replace(/^\[|\]$/g, '') ?? '',
    port: port === undefined ? undefined : Number(port),
  };
}
