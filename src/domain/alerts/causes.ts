/**
 * Why a check failed, in words: one table for messages, pages and the article of messages.
 *
 * Its rows are the messages of Uptime Kuma 2.5.3 (server/model/monitor.js and server/monitor-types), and those of what it
 * asks with: Node, axios, TLS, and the clients of databases. tests/unit/alerts/causes.test.ts has one of each, and holds the
 * article content/docs/check-messages.mdx against it.
 */

export interface Cause {
  /** "recusou a conexão", after "a loja". */
  readonly words: string;
  /** What to look at, a sentence. */
  readonly look: string;
}

/** @param message What the instance says. @returns `null` for a message that no row of the table knows. */
export function causeOf(message: string): Cause | null {
  for (const { says, words, look } of causeRows) {
    const found = says.exec(message);
    if (found !== null) return { words: typeof words === 'string' ? words : words(found), look };
  }
  const status = statusIn(message);
  return status === null ? null : { words: `respondeu HTTP ${status}`, look: lookOfStatus(status) };
}

export interface CauseRow {
  readonly says: RegExp;
  readonly words: string | ((found: RegExpExecArray) => string);
  readonly look: string;
}

const seconds = (ms: number): string =>
  ms < 1000 ? `${ms} ms` : `${(Math.round(ms / 100) / 10).toLocaleString('pt-BR')} s`;

/** Of an HTTP answer that the monitor does not accept. */
function statusIn(message: string): number | null {
  const found =
    /status code (\d{3})\b/.exec(message) ??
    /Unexpected server response: (\d{3})\b/.exec(message) ??
    /^(\d{3})(?: - .*)?$/.exec(message) ??
    /: (\d{3}) - /.exec(message);
  return found?.[1] === undefined ? null : Number(found[1]);
}

/** By status, or by its hundred. */
const statusLooks: Readonly<Record<number, string>> = {
  300: 'Ponha no monitor o endereço final, ou aumente os redirecionamentos aceitos.',
  400: 'O servidor não aceita o pedido como ele vem: confira o método, os cabeçalhos e o corpo no monitor.',
  401: 'O endereço pede senha: preencha a autenticação no monitor, ou vigie uma página aberta.',
  403: 'Uma proteção contra robôs ou um firewall recusou: libere as verificações.',
  404: 'A página não existe mais nesse endereço: abra a URL do monitor, inteira.',
  407: 'O proxy pede senha: confira a configuração do proxy no monitor.',
  410: 'A página não existe mais nesse endereço: abra a URL do monitor, inteira.',
  429: 'O site limita quantos pedidos aceita: aumente o intervalo ou peça uma exceção para as verificações.',
  500: 'Um erro no programa do site: veja o registro de erros dele nessa hora e o que foi atualizado por último.',
  502: 'O servidor da frente responde e o programa atrás dele, não: veja se o programa está rodando.',
  503: 'Sobrecarga ou modo de manutenção: veja o consumo do servidor, e se há uma atualização em curso.',
  504: 'O programa demorou mais do que o servidor da frente espera: veja o consumo dele e do banco de dados.',
  520: 'O Cloudflare recebeu uma resposta inválida do seu servidor: veja o registro de erros do servidor.',
  521: 'O seu servidor recusou o Cloudflare: veja se ele está no ar e se o firewall aceita o Cloudflare.',
  522: 'O seu servidor não respondeu ao Cloudflare a tempo: veja se ele está no ar e se o firewall aceita o Cloudflare.',
  523: 'O Cloudflare não alcança o seu servidor: confira o endereço dele no DNS.',
  524: 'O seu servidor demorou demais para o Cloudflare: veja o consumo dele e do banco de dados.',
  525: 'O Cloudflare e o seu servidor não se entendem em TLS: confira o certificado do servidor.',
  526: 'O certificado do seu servidor não vale para o Cloudflare: renove-o.',
};
const lookOfStatus = (status: number): string =>
  statusLooks[status] ??
  statusLooks[Math.floor(status / 100) * 100] ??
  'Confira no monitor quais códigos HTTP são aceitos.';

const firewall = 'Veja se o programa está rodando nessa porta, e se o firewall aceita as verificações.';
const reachable =
  'Veja se o servidor está ligado, se o endereço IP é o de hoje e se o firewall aceita as verificações.';
const slow =
  'Veja o consumo do servidor e do banco de dados. Rápido no navegador? Um firewall descarta as verificações.';
const login = 'Confira usuário, senha e permissões.';
const onServer = 'Veja os registros do programa nessa hora.';
const name = 'Confira o nome no monitor, e se o domínio venceu ou mudou de DNS.';
const chain = 'Instale no servidor a cadeia completa do certificado (em nginx, o arquivo fullchain.pem).';
const settings = 'Abra o monitor no painel e corrija esse campo.';
const tls = 'Confira os certificados e as versões de TLS que o servidor aceita.';
const platform = 'Este tipo de monitor depende de algo que o painel não tem: escreva para o suporte.';

/** In this order: the first row that fits decides, so what wraps another message comes after what it may contain. */
export const causeRows: readonly CauseRow[] = [
  // The instance itself
  {
    says: /^No heartbeat in the time window/,
    words: 'não deu sinal no prazo',
    look: 'Veja se a tarefa rodou, e se ela chama o endereço do monitor no fim.',
  },
  {
    says: /^Flip UP to DOWN/,
    words: 'respondeu, e devia estar fechado',
    look: 'O modo invertido avisa quando algo abre: feche-o, ou desligue esse modo no monitor.',
  },
  {
    says: /^Child monitors down: (.+?)(?:; pending|$)/,
    words: ([, children = '']) => `tem monitores fora do ar: ${children}`,
    look: 'O aviso de cada monitor diz a causa.',
  },
  { says: /^Group empty/, words: 'é um grupo sem monitores', look: 'Ponha monitores no grupo, ou apague-o.' },
  {
    says: /^Pending child monitors/,
    words: 'tem monitores em nova tentativa',
    look: 'Espere a próxima checagem.',
  },
  {
    says: /^Monitor under maintenance/,
    words: 'está em manutenção',
    look: 'Há uma janela de manutenção em curso.',
  },
  { says: /^Down$/, words: 'foi marcado como fora do ar', look: 'Este monitor é mudado à mão, no painel.' },
  {
    says: /^(?:Manual monitoring - No status set|Pending)$/,
    words: 'está sem estado marcado',
    look: 'Este monitor é mudado à mão, no painel.',
  },
  { says: /^Your JSON body is invalid/, words: 'tem um corpo de pedido que não é JSON', look: settings },
  {
    says: /^The oauth config is invalid/,
    words: 'não conseguiu o token de acesso (OAuth)',
    look: 'Confira o endereço do token, o cliente e o segredo no monitor.',
  },
  {
    says: /^Unknown Monitor Type|^The monitor implementation is incorrect|^You need to override|monitoring is not supported on|[Cc]hromium/,
    words: 'é de um tipo que este painel não vigia',
    look: platform,
  },

  // Content
  {
    says: /keyword (?:\[.*\] )?is not in/s,
    words: 'abriu sem a palavra-chave',
    look: 'Abra a página: é a certa, ou uma página de erro?',
  },
  {
    says: /keyword (?:\[.*\] )?is present in/s,
    words: 'mostra a palavra que não devia aparecer',
    look: 'Abra a página e procure a palavra.',
  },
  {
    says: /JSON query does not pass \(comparing (.*)\)/s,
    words: ([, pair = '']) => `devolveu outro valor que o esperado (${pair})`,
    look: 'À esquerda está o que veio, à direita o que se esperava.',
  },
  {
    says: /Error evaluating JSON query|Empty or undefined response/,
    words: 'devolveu um JSON sem o campo esperado',
    look: 'Abra o endereço: veio uma página de erro em vez do JSON?',
  },
  {
    says: /Conditions not met|^Query result did not meet|did not meet the specified conditions/,
    words: 'respondeu, e o resultado não passou nas condições',
    look: 'Compare o resultado com as condições do monitor.',
  },
  {
    says: /Query returned no results/,
    words: 'devolveu um resultado vazio',
    look: 'Rode a consulta no banco: ela devia trazer um valor.',
  },
  {
    says: /Multiple (?:values|columns) were found/,
    words: 'devolveu mais de um valor',
    look: 'A consulta deve trazer um só valor.',
  },
  {
    says: /Queried value not found|expected value was not found|Query executed, but value is not equal/,
    words: 'devolveu outro valor que o esperado',
    look: 'Rode o comando no banco e compare.',
  },
  {
    says: /Message Mismatch|Message received but value is not equal/,
    words: 'mandou uma mensagem diferente da esperada',
    look: 'Compare a mensagem do tópico com o que o monitor espera.',
  },

  // DNS monitors, before names of other monitors
  {
    says: /No record matched|^(?:.*: )?(?:Records|Servers|Hostname|NS-Name|Name): /,
    words: 'tem no DNS um registro diferente do esperado',
    look: 'Compare o registro com as condições do monitor.',
  },
  {
    says: /\bquery([A-Z]+) E(?:NOTFOUND|NODATA)/i,
    words: ([, type = '']) => `não tem registro de DNS do tipo ${type.toUpperCase()}`,
    look: 'Confira a zona no provedor de DNS.',
  },
  {
    says: /\bquery[A-Z]+ E(?:SERVFAIL|REFUSED|FORMERR|BADRESP|BADNAME)/i,
    words: 'tem um erro nos servidores de DNS',
    look: 'Confira a zona e o DNSSEC no provedor de DNS.',
  },
  {
    says: /\bquery[A-Z]+ E/i,
    words: 'não foi respondido pelo servidor de DNS',
    look: 'Troque o servidor de resolução no monitor, por exemplo por 1.1.1.1.',
  },
  {
    says: /resolver servers|No Resolver Servers/i,
    words: 'tem um servidor de resolução que não existe',
    look: settings,
  },

  // Certificates and TLS
  {
    says: /certificate has expired|CERT_HAS_EXPIRED/,
    words: 'está com o certificado vencido',
    look: 'Renove o certificado e recarregue o servidor web.',
  },
  {
    says: /certificate is not yet valid|CERT_NOT_YET_VALID/,
    words: 'tem um certificado que ainda não vale',
    look: 'Confira a data em que a validade começa.',
  },
  {
    says: /unable to verify the first certificate|UNABLE_TO_VERIFY_LEAF|unable to get (?:local )?issuer certificate|UNABLE_TO_GET_ISSUER/,
    words: 'tem um certificado sem o intermediário',
    look: chain,
  },
  {
    says: /self[- ]signed certificate in certificate chain/,
    words: 'tem um certificado de uma autoridade desconhecida',
    look: 'Dê ao monitor a autoridade da sua empresa, ou instale um certificado público.',
  },
  {
    says: /self[- ]signed certificate|DEPTH_ZERO_SELF_SIGNED/,
    words: 'tem um certificado feito no próprio servidor',
    look: 'Instale um certificado de uma autoridade pública.',
  },
  {
    says: /does not match certificate's altnames|ERR_TLS_CERT_ALTNAME/,
    words: 'mostra o certificado de outro nome',
    look: 'Inclua o nome da URL no certificado, com e sem www.',
  },
  {
    says: /certificate revoked|CERT_REVOKED/,
    words: 'tem um certificado revogado',
    look: 'Emita um certificado novo.',
  },
  {
    says: /Certificate is invalid|certificate (?:is )?not (?:authorized|trusted)|TLS certificate is not authorized|CERT_UNTRUSTED|invalid CA certificate|CERT_REJECTED|certificate rejected/,
    words: 'tem um certificado que não vale',
    look: 'Confira validade, nome e cadeia do certificado.',
  },
  {
    says: /Client network socket disconnected before secure TLS connection/,
    words: 'cortou a conexão antes do TLS',
    look: 'Veja se a porta fala HTTPS, se o servidor caiu, e se uma proteção corta as verificações.',
  },
  {
    says: /wrong version number|packet length too long|http request/,
    words: 'não fala HTTPS nessa porta',
    look: 'Corrija a porta, ou troque https:// por http:// no monitor.',
  },
  {
    says: /alert protocol version|unsupported protocol|UNSUPPORTED_PROTOCOL/,
    words: 'só aceita um TLS antigo',
    look: 'Ligue o TLS 1.2 no servidor.',
  },
  {
    says: /wrong signature type|signature algorithms|dh key too small|ee key too small|ca md too weak|legacy sigalg/,
    words: 'assina o TLS com um algoritmo antigo',
    look: 'Atualize o servidor: ele precisa aceitar SHA-256.',
  },
  {
    says: /unsafe legacy renegotiation/,
    words: 'usa uma renegociação antiga de TLS',
    look: 'Atualize o servidor ou o OpenSSL dele.',
  },
  {
    says: /unrecognized name/,
    words: 'não conhece o nome no TLS',
    look: 'Inclua o nome da URL na configuração do servidor.',
  },
  {
    says: /Expected TLS alert '[^']*' but connection succeeded/,
    words: 'aceitou a conexão que devia recusar',
    look: 'O servidor não pede o certificado do cliente: confira a configuração dele.',
  },
  { says: /Expected TLS alert/, words: 'recusou a conexão de outro modo que o esperado', look: tls },
  {
    says: /certificate required|alert bad certificate|alert number 42|alert number 116/,
    words: 'pede um certificado do cliente',
    look: 'Preencha no monitor o certificado e a chave do cliente.',
  },
  {
    says: /handshake failure|no shared cipher|alert internal error|tlsv1 alert/,
    words: 'recusou o TLS',
    look: tls,
  },
  { says: /TLS connection timed out/, words: 'não respondeu ao TLS a tempo', look: reachable },
  { says: /EPROTO|SSL routines|TLS Handshake Failed/, words: 'não se entendeu em TLS', look: tls },

  // Databases and queues, before what they wrap
  { says: /connection is in closed state/, words: 'não abriu a conexão com o banco', look: firewall },
  {
    says: /Access denied for user|ER_ACCESS_DENIED|password authentication failed|Login failed for user|ORA-01017/i,
    words: 'recusou o usuário ou a senha',
    look: login,
  },
  {
    says: /no pg_hba\.conf entry|is not allowed to connect to this/,
    words: 'não aceita conexões deste endereço',
    look: 'Inclua o endereço das verificações na configuração do banco (em PostgreSQL, pg_hba.conf).',
  },
  {
    says: /Table .* doesn't exist|relation .* does not exist|ORA-00942|Invalid object name/,
    words: 'não tem a tabela da consulta',
    look: 'Confira a consulta no monitor.',
  },
  {
    says: /[Dd]atabase .* does not exist|Unknown database|Cannot open database/,
    words: 'não tem esse banco de dados',
    look: 'Confira o nome no fim da string de conexão.',
  },
  {
    says: /does not support SSL connections/,
    words: 'não aceita conexões com SSL',
    look: 'Tire sslmode=require da string de conexão, ou ligue o SSL no servidor.',
  },
  { says: /Password is undefined/, words: 'está sem a senha na string de conexão', look: settings },
  {
    says: /Too many connections|sorry, too many clients|remaining connection slots/,
    words: 'está com conexões demais',
    look: 'Veja quem ocupa as conexões do banco.',
  },
  {
    says: /Server selection timed out/,
    words: 'não tem servidor de banco que responda',
    look: 'Confira o endereço; no Atlas, a lista de IPs.',
  },
  { says: /MongoDB command failed/, words: 'recusou o comando do MongoDB', look: 'Rode o comando no banco.' },
  { says: /NOAUTH|WRONGPASS|NOPERM/, words: 'recusou a senha do Redis', look: login },
  {
    says: /Connection refused: Not authorized|Connection refused: Bad username|Authentication failed|authentication failed|Invalid login|Bad credentials/,
    words: 'recusou o usuário ou a senha',
    look: login,
  },
  {
    says: /Timeout, Message not received/,
    words: 'conectou, e nenhuma mensagem chegou no tópico',
    look: 'Veja se quem publica no tópico está rodando.',
  },
  { says: /Cannot subscribe topic/, words: 'não deixou assinar o tópico', look: login },
  {
    says: /Unknown MQTT Check Type|RabbitMQ Nodes|No RabbitMQ nodes|Hostname is required|[Nn]ame is required|username is required|Invalid service name|Invalid PM2/,
    words: 'está com um campo vazio ou errado',
    look: settings,
  },
  {
    says: /Error in producer connection|producer\.(?:network|disconnect)|Error sending message/,
    words: 'não aceitou a mensagem do Kafka',
    look: 'Confira os servidores, o tópico e a senha no monitor.',
  },

  // Names
  {
    says: /DNS lookup returned no addresses|Unable to resolve Steam server hostname|DNS lookup failed|ENOTFOUND|Name or service not known|ENODATA|Name does not resolve|bad address/,
    words: 'tem um nome que não existe (DNS)',
    look: name,
  },
  {
    says: /EAI_AGAIN|Temporary failure in name resolution|ESERVFAIL/,
    words: 'tem um DNS que não respondeu',
    look: 'Costuma passar sozinho. Se volta, confira os servidores de DNS do domínio.',
  },

  // No connection, or no answer
  {
    says: /timeout of (\d+)ms exceeded/,
    words: ([, ms]) => `não respondeu em ${seconds(Number(ms))}`,
    look: slow,
  },
  {
    says: /timeout by AbortSignal(?: \((\d+(?:\.\d+)?)s\))?/,
    words: ([, s]) =>
      s === undefined ? 'não respondeu a tempo' : `não respondeu em ${seconds(Number(s) * 1000)}`,
    look: slow,
  },
  { says: /ECONNREFUSED|Connection refused/, words: 'recusou a conexão', look: firewall },
  {
    says: /ETIMEDOUT|Connection timed out|Failed to connect to|connect timeout/i,
    words: 'não respondeu à conexão',
    look: reachable,
  },
  {
    says: /EHOSTUNREACH|ENETUNREACH|Network is unreachable|Destination Host Unreachable|No route to host/i,
    words: 'não tem caminho pela rede até ele',
    look: reachable,
  },
  {
    says: /ECONNRESET|socket hang up|EPIPE|other side closed|Connection (?:closed|lost|terminated) unexpectedly|Connection lost/i,
    words: 'cortou a conexão antes de responder',
    look: 'Veja se o programa reiniciou nessa hora, ou se uma proteção corta as verificações.',
  },
  {
    says: /ECONNABORTED|stream aborted|^aborted|^canceled/,
    words: 'começou a responder e parou no meio',
    look: 'Olhe o servidor e o balanceador nessa hora.',
  },
  {
    says: /EACCES|EPERM/,
    words: 'não pode ser alcançado por regra da rede',
    look: 'O endereço ou a porta é um dos que as regras de uso não deixam vigiar.',
  },
  { says: /EADDRNOTAVAIL/, words: 'tem um endereço que não existe nesta rede', look: settings },

  // HTTP
  {
    says: /Maximum number of redirects exceeded|ERR_FR_TOO_MANY_REDIRECTS/,
    words: 'redireciona em círculo',
    look: 'Ponha no monitor o endereço final, e confira o redirecionamento entre http e https.',
  },
  {
    says: /maxContentLength|maxBodyLength|Message Too Big/,
    words: 'respondeu com conteúdo grande demais',
    look: 'Vigie uma página menor.',
  },
  {
    says: /Parse Error|HPE_|Header overflow|Invalid header/,
    words: 'respondeu com um HTTP inválido',
    look: 'Veja se a porta é de um site, e os cabeçalhos que o servidor manda.',
  },
  {
    says: /Invalid URL|ERR_INVALID_URL|Unsupported protocol|Invalid url protocol/,
    words: 'tem um endereço escrito errado',
    look: settings,
  },
  {
    says: /Unexpected server response: 200\b/,
    words: 'é uma página comum, não um WebSocket',
    look: 'Confira o caminho no monitor.',
  },
  {
    says: /incorrect header check|unexpected end of file|Z_(?:DATA|BUF)_ERROR|invalid (?:block|stored|distance|literal)/,
    words: 'respondeu com conteúdo corrompido',
    look: 'Veja a compressão no servidor e no balanceador.',
  },

  // WebSocket
  {
    says: /^(?:Protocol error|Unsupported Data|Invalid frame payload data|Mandatory Extension Missing)$/,
    words: 'não se entendeu em WebSocket',
    look: onServer,
  },
  {
    says: /^(?:No Status Received|Abnormal Closure)$/,
    words: 'fechou a conexão WebSocket sem motivo',
    look: onServer,
  },
  {
    says: /^(?:Policy Violation|Unauthorized|Forbidden)$/,
    words: 'recusou a entrada no WebSocket',
    look: login,
  },
  {
    says: /^(?:Internal Error|Service Restart|Try Again Later|Bad Gateway)$/,
    words: 'está com problemas no WebSocket',
    look: onServer,
  },
  {
    says: /Unexpected status code: (\d+)/,
    words: ([, code]) => `fechou o WebSocket com o código ${code}`,
    look: onServer,
  },
  {
    says: /Unknown Websocket Error|Opening handshake has timed out/,
    words: 'não abriu o WebSocket',
    look: reachable,
  },

  // Ping
  {
    says: /100(?:\.0)?% packet loss|\b0 (?:packets )?received/,
    words: 'não respondeu ao ping',
    look: 'Veja se o servidor está ligado. Muitos firewalls descartam ping: prefira um monitor de porta.',
  },
  { says: /Ping timed out/, words: 'não respondeu ao ping', look: reachable },
  { says: /PING .* bytes of data|PING .* data bytes/s, words: 'não respondeu ao ping', look: reachable },
  {
    says: /Nonexistant or inaccessible due to ACLs|Tailscale only works|Tailscale ping/,
    words: 'não foi alcançado pelo Tailscale',
    look: platform,
  },

  // gRPC, before general words about time
  { says: /\b14 UNAVAILABLE/, words: 'recusou a conexão (gRPC)', look: firewall },
  { says: /\b4 DEADLINE_EXCEEDED/, words: 'não respondeu a tempo (gRPC)', look: slow },
  {
    says: /\b12 UNIMPLEMENTED/,
    words: 'não tem esse serviço ou método (gRPC)',
    look: 'Confira o serviço e o método no monitor.',
  },
  { says: /\b16 UNAUTHENTICATED|\b7 PERMISSION_DENIED/, words: 'recusou a credencial (gRPC)', look: login },
  { says: /\b13 INTERNAL|\b2 UNKNOWN/, words: 'respondeu com um erro (gRPC)', look: onServer },

  // Games
  {
    says: /Failed all \d+ attempts/,
    words: 'não respondeu à consulta do jogo',
    look: 'Confira a porta de consulta, o jogo escolhido e se o firewall deixa passar UDP.',
  },
  {
    says: /Steam API Key not found/,
    words: 'está sem a chave da Steam',
    look: 'Preencha a chave da API da Steam nas configurações do painel.',
  },
  {
    says: /Server not found on Steam/,
    words: 'não está na lista da Steam',
    look: 'Veja se o servidor está no ar e registrado na Steam.',
  },

  // Docker, services
  {
    says: /Container State is unhealthy/,
    words: 'é um contêiner que se diz doente',
    look: 'Veja os registros do contêiner e a verificação de saúde dele.',
  },
  { says: /Container is in a paused state/, words: 'é um contêiner pausado', look: 'Retome o contêiner.' },
  {
    says: /Container State is (\w+)/,
    words: 'é um contêiner parado',
    look: 'Veja os registros do contêiner e inicie-o.',
  },
  {
    says: /Container state is not available|[Nn]o such container/,
    words: 'é um contêiner que não existe',
    look: 'Confira o nome do contêiner no monitor.',
  },
  { says: /Failed to load docker host config/, words: 'está sem o servidor do Docker', look: settings },
  {
    says: /Container is reporting it is currently restarting/,
    words: 'é um contêiner que está reiniciando',
    look: 'Veja os registros do contêiner.',
  },
  {
    says: /PM2 process '.*' was not found|is not running\/found/,
    words: 'é um processo que não existe',
    look: platform,
  },
  {
    says: /PM2 process '.*' is |Service '.*' is /,
    words: 'é um serviço parado',
    look: 'Inicie o serviço e veja os registros dele.',
  },

  // Other protocols
  { says: /Access-Reject|RADIUS \S+ from/, words: 'recusou o usuário ou a senha (RADIUS)', look: login },
  { says: /RADIUS request timeout/, words: 'não respondeu a tempo (RADIUS)', look: reachable },
  { says: /RADIUS/, words: 'respondeu com um erro (RADIUS)', look: onServer },
  {
    says: /stratum 16|unsynchronized|Stratum \d+ meets/,
    words: 'está com o relógio sem sincronia',
    look: 'Veja de onde o servidor NTP acerta a hora.',
  },
  {
    says: /Time offset|Root dispersion/,
    words: 'está com a hora fora da tolerância',
    look: 'Veja de onde o servidor NTP acerta a hora.',
  },
  {
    says: /Invalid NTP response/,
    words: 'respondeu com um NTP inválido',
    look: 'Confira o endereço e a porta.',
  },
  {
    says: /Greeting never received/,
    words: 'não deu a saudação de e-mail (SMTP)',
    look: 'A porta e a segurança escolhidas não combinam.',
  },
  {
    says: /SMTP connection doesn't verify/,
    words: 'não aceitou a conexão de e-mail (SMTP)',
    look: 'Confira a porta, a segurança e a senha.',
  },
  {
    says: /No varbinds|no instance exists for OID|NoSuchName|noSuch/i,
    words: 'não tem o valor pedido por SNMP',
    look: 'Confira o OID no monitor.',
  },
  { says: /Error creating SNMP session/, words: 'não aceitou a sessão SNMP', look: login },
  { says: /No output from sipsak|sipsak|Error in output/, words: 'não respondeu ao SIP', look: reachable },
  {
    says: /Failed to (?:create|fetch) measurement/,
    words: 'não foi medido pelo Globalping',
    look: 'O serviço de medição recusou o pedido: tente um intervalo maior.',
  },
  { says: /All \d+ nodes failed/, words: 'está com todos os nós fora do ar', look: onServer },
  { says: /^Connection failed$|Could not connect/, words: 'não aceitou a conexão', look: firewall },
  { says: /timed? ?out|Timeout/i, words: 'não respondeu a tempo', look: slow },
  { says: /UDP socket error|Failed to send/, words: 'não aceitou o pacote UDP', look: reachable },
  {
    says: /Database connection\/query failed/,
    words: 'respondeu com um erro do banco',
    look: 'Rode a consulta no banco.',
  },
];
