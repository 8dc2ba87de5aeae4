/** Sentences about bringing monitors in: what cannot come and why, what differs, and what is wrong with a file. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const imports = {
  // Why something cannot come
  'import.type-unknown': 'Tipo de monitor que o Uptime Kuma não tem: {type}.',
  'import.type-machine': 'Olha a máquina em que o Uptime Kuma roda, e não um endereço. Use um monitor Push.',
  'import.type-docker': 'Precisa do seu servidor Docker, que o painel não alcança. Use um monitor Push.',
  'import.type-robot': 'Não há um tipo igual aqui: {type}.',
  'import.no-type': 'Está sem o tipo de monitor.',
  'import.no-name': 'Está sem nome.',
  'import.no-address': 'Está sem o endereço a vigiar.',
  'import.missing': 'Está sem {what}.',
  'import.not-a-monitor': 'Não tem a forma de um monitor.',
  'import.item-shape': 'Tem campos que não cabem em um monitor daqui.',
  'import.address': 'O endereço não é válido: {address}',
  'import.scheme': 'O endereço não é válido: começa com {scheme}, e esta checagem só abre {schemes}.',
  'import.server-file': 'A conexão usa arquivos do servidor de lá, que não existem aqui.',
  'import.method-head': 'Com o método HEAD a resposta vem sem texto, e a checagem não acha o que procura.',
  'import.field-invalid': 'O campo “{field}” tem um valor que não serve.',
  'import.field-long': 'O campo “{field}” é grande demais.',
  'import.ip': 'Os termos não permitem IP no lugar do domínio em HTTP(s). Use o domínio, ou Ping ou TCP.',
  'import.onion': 'Os termos não permitem endereços .onion.',
  'import.private': 'O endereço é de uma rede interna, que a nuvem não alcança. Use um monitor Push.',
  'import.channel-gone': 'Este serviço de avisos deixou de existir: {type}.',
  'import.channel-invalid': 'A configuração do canal não pôde ser lida.',
  'import.environment-full': 'Passa de {max} monitores, o máximo de um painel.',
  'import.assertions':
    'Confere mais de uma coisa na resposta da API. Crie este no painel, com um monitor para cada.',
  'import.assertion-none': 'O UptimeRobot não diz o que ele confere na resposta da API. Crie este no painel.',
  'import.assertion-property': 'Confere “{property}”, e não um valor do JSON: isso não tem igual aqui.',
  'import.assertion-path': 'O caminho “{path}” não tem tradução para a consulta daqui. Crie este no painel.',
  'import.comparison': 'Esta comparação não tem igual aqui: {comparison}.',
  'import.fields-refused': 'O Uptime Kuma daqui não tem estes campos: {fields}.',
  'import.parent-refused': 'O grupo dele não foi criado.',
  'import.instance-refused': 'O painel recusou: {detail}',
  'import.batch-invalid': 'Os itens não têm a forma esperada. Recarregue a página e leia o arquivo de novo.',
  'import.source-invalid': 'Diga de onde vêm os monitores.',
  'import.repeated': 'Está duas vezes no arquivo.',

  'import.item-large': 'É grande demais para vir por aqui. Crie este no painel.',

  // What differs
  'import.interval-raised': 'Intervalo de {from} passa a {to}, o menor do plano.',
  'import.interval-lowered': 'Intervalo passa a 24 dias, o maior que existe.',
  'import.retry-raised': 'Nova tentativa depois de uma falha passa a {to}.',
  'import.channel-unknown': 'Um canal dele não está no arquivo: não vem.',
  'import.cut': '{what} passa de {max} caracteres: vem cortado aí.',
  'import.over-plan': 'Acima do plano: vem pausado.',
  'import.paused-there': 'Vem pausado, como lá.',
  'import.expression':
    'A consulta tem partes que podem alcançar mais do que a resposta: vem pausado. Confira antes de ligar.',
  'import.field-unread': 'Campo “{field}” não entendido: não vem.',
  'import.scheme-added': 'Estava sem {scheme} no endereço: passa a ter.',
  'import.resolver-added': 'Estava sem servidor de DNS: pergunta a {server}.',
  'import.websocket-codes': 'Os códigos aceitos eram os de HTTP: passa a aceitar 1000, o fim normal.',
  'import.head-to-get': 'Usava HEAD, em que a resposta vem sem texto: passa a GET.',
  'import.status-only': 'Confere só o código da resposta: vem como HTTP(s), com {codes}.',
  'import.dns-values': 'Confere se o registro existe; os valores esperados não vêm.',
  'import.parent-left': 'O grupo dele não vem: fica fora de grupos.',
  'import.push-address': 'O endereço de Push muda: troque-o no seu script.',
  'import.proxy': 'Usava um proxy, que não vem.',
  'import.remote-browser': 'Usava um navegador remoto, que não vem.',
  'import.steam-key': 'Precisa da chave da Steam, em Configurações.',
  'import.keyword-case': 'Aqui a palavra-chave diferencia maiúsculas de minúsculas.',
  'import.keyword-kind': 'Não diz quando a palavra-chave alerta: aqui alerta quando ela some.',
  'import.sign-in-missing': 'Entrava com usuário e senha, que não vieram: confira o acesso.',
  'import.digest': 'Entrava com Digest, que não existe aqui: confira o acesso.',
  'import.contacts': 'Quem recebia os avisos não vem: refaça em Avisos.',
  'import.mail-template': 'O modelo do e-mail mudou na versão 2: confira assunto e texto.',
  'import.body-form': 'O corpo da requisição vem como formulário: confira.',

  // What else does not come
  'import.pages-left': 'Páginas de status não vêm: {count} para refazer no painel.',
  'import.maintenance-left': 'Manutenções não vêm: {count} para refazer no painel.',
  'import.groups-left': 'Os grupos do UptimeRobot não vêm: refaça no painel.',
  'import.proxies-left': 'Proxies não vêm: {count} para refazer no painel.',
  'import.long-waits':
    'Monitores que esperam mais de {seconds} s por uma resposta, como lá: {count}. Quando o site não responde, o aviso deles demora esse tempo a mais.',
  'import.history-left': 'O histórico de checagens não vem.',
  'import.channels-missing': 'Os canais de aviso não estão no arquivo: refaça os que quiser no painel.',
  'import.columns-unread': 'Colunas que não foram lidas: {columns}.',
  'import.cells-unread':
    'Linhas com mais células que colunas, de que o resto não foi lido: {lines}. Confira as vírgulas e as aspas.',
  'import.fields-unread': 'Campos do arquivo que não foram lidos: {fields}.',
  'import.table-foreign':
    'A tabela não é o nosso modelo. Foram lidas só estas colunas, como no modelo: {columns}. Confira cada linha.',
  'import.database-log':
    'Este banco guarda o que é recente em outro arquivo, o kuma.db-wal. Se a cópia foi feita com o Uptime Kuma ligado, podem faltar monitores: pare-o, copie o kuma.db de novo e repita. O que já veio é reconhecido.',

  // What is wrong with a file
  'import.file-empty': 'O arquivo está vazio.',
  'import.file-large': 'O arquivo é grande demais para o navegador. Use um sem o histórico.',
  'import.file-zip': 'O arquivo está compactado. Descompacte e escolha o que está dentro.',
  'import.file-sheet':
    'O arquivo é uma planilha do Excel ou do LibreOffice. Salve-a como CSV e escolha o novo arquivo.',
  'import.file-encoding': 'O texto do arquivo não está em UTF-8. Salve-o de novo como UTF-8.',
  'import.file-json': 'O arquivo não é um JSON inteiro. Exporte de novo e escolha o novo arquivo.',
  'import.file-not-backup':
    'Não achamos monitores neste arquivo. Use o kuma.db da pasta data do Uptime Kuma, ou o nosso modelo de planilha.',
  'import.file-better-stack':
    'O arquivo é do Better Stack, que não é lido por aqui. Copie nome e endereço para o nosso modelo de planilha.',
  'import.file-openstatus':
    'O arquivo é do OpenStatus, que não é lido por aqui. Copie nome e endereço para o nosso modelo de planilha.',
  'import.file-gatus':
    'O arquivo é do Gatus, que não é lido por aqui. Copie nome e endereço para o nosso modelo de planilha.',
  'import.file-statuscake':
    'O arquivo é do StatusCake, que não é lido por aqui. Copie nome e endereço para o nosso modelo de planilha.',
  'import.file-freshping':
    'O arquivo é do Freshping, que não é lido por aqui. Copie nome e endereço para o nosso modelo de planilha.',
  'import.file-pingdom':
    'O arquivo é do Pingdom, que não é lido por aqui. Copie nome e endereço para o nosso modelo de planilha.',
  'import.file-hetrix':
    'O arquivo é do HetrixTools, que não é lido por aqui. Copie nome e endereço para o nosso modelo de planilha.',
  'import.file-robot':
    'O arquivo é uma resposta do UptimeRobot. Use a chave de leitura da conta, ou o CSV que ele exporta.',
  'import.file-foreign':
    'O arquivo é de outro serviço, que não é lido por aqui. Copie nome e endereço para o nosso modelo de planilha.',
  'import.file-not-sqlite': 'O arquivo não é um banco do Uptime Kuma.',
  'import.file-damaged':
    'O banco está incompleto ou com defeito. Pare o Uptime Kuma e copie o kuma.db de novo.',
  'import.file-too-many': 'O arquivo tem mais de 5.000 monitores. Divida-o em partes.',
  'import.file-columns': 'A primeira linha precisa ter as colunas nome e endereço, como no modelo.',
  'import.file-table': 'O arquivo CSV não pôde ser lido: confira as aspas e o separador.',
  'import.file-nothing': 'Não há nenhum monitor neste arquivo.',
  'import.file-slow': 'A leitura do arquivo demorou demais e foi interrompida.',
  'import.file-unread': 'O navegador não conseguiu ler o arquivo. Escolha-o de novo.',
  'import.robot-key': 'O UptimeRobot não aceitou a chave. Confira se ela está inteira e se é de leitura.',
  'import.robot-key-shape': 'Cole a chave do UptimeRobot, sem espaços.',
  'import.robot-wait': 'O UptimeRobot pede uma pausa: tente de novo em {seconds} s.',
  'import.robot-nothing': 'Não há nenhum monitor nesta conta do UptimeRobot.',

  // The page
  'import.choose': 'Escolha o arquivo.',
  'import.loading': 'Lendo o seu painel…',
  'import.reading': 'Lendo os monitores…',
  'import.failed-title': 'Não foi possível continuar',
  'import.unclear':
    'Não soubemos se este lote chegou. Continue: o que já foi criado é reconhecido e não é criado de novo.',
  'import.progress': '{done} de {total} itens',
  'import.may-close':
    'Você pode fechar esta página. Para continuar depois, escolha a mesma origem: o que já veio é reconhecido.',
  'import.waiting': 'São muitas chamadas em um minuto. Continuamos sozinhos em instantes.',
  'import.more-lines': 'E mais {count}. O arquivo CSV do resultado tem todos.',
  'import.done': 'Pronto: {made} de {total} itens estão no seu painel.',
} as const;

export type ImportMessageId = keyof typeof imports | keyof typeof shared;

export const message = writer<ImportMessageId>({ ...shared, ...imports });
