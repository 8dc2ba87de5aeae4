/** Sentences about alerts, their recipients, and what is watched first. */
import { shared } from './shared.ts';
import { writer } from './writer.ts';

export const alerts = {
  // Recipients
  'alert.code': 'O código tem 6 números, sem espaços',
  'alert.code-sent': 'Mandamos um código de 6 números para {email}. Ele vale por 15 minutos.',
  'alert.verified': 'E-mail confirmado. Os avisos já chegam a ele.',
  'alert.zone': 'Escolha um fuso horário da lista',
  'alert.clock': 'Escreva a hora assim: 22:00',
  'alert.link-over': 'Este link não vale mais',
  'alert.name': 'O nome tem no máximo 60 letras',
  'alert.monitors': 'Escolha ao menos um monitor da lista',

  // Addresses of a team's channels and of a webhook
  'channel.address': 'Escreva o endereço inteiro: https://seu-servidor.com.br/avisos',
  'channel.https': 'O endereço começa com https://',
  'channel.user': 'Escreva o endereço sem usuário e senha',
  'channel.port': 'O endereço não pode ter uma porta: use a do HTTPS, que é a 443',
  'channel.ip': 'Use o nome do servidor, não um endereço IP',
  'channel.ours': 'Este endereço é nosso: escolha um do seu servidor',
  'channel.private': 'Este endereço só existe dentro de uma rede; escolha um que se abra pela internet',
  'channel.slack': 'Cole o endereço que o Slack dá: começa com https://hooks.slack.com/services/',
  'channel.discord': 'Cole o endereço que o Discord dá: começa com https://discord.com/api/webhooks/',
  'channel.teams':
    'Cole o endereço que o fluxo do Teams dá, em “Workflows”: termina em logic.azure.com ou powerplatform.com antes do caminho',
  'channel.teams-retired':
    'A Microsoft desligou os conectores do Office 365 em 2026. No canal, crie um fluxo em “Workflows” e cole o endereço dele',
  'channel.added': 'Pronto: o teste chegou, e os avisos chegam a {nome}.',
  'channel.not-on-plan': '{canal} é a partir do plano {plano}.',
  'channel.silent': 'O teste não foi aceito, e nada foi acrescentado: {motivo}.',
  'channel.no-answer': 'o endereço não respondeu em 10 segundos',
  'channel.status': 'o endereço respondeu {status}, e esperamos 200 ou outro de 2xx',
  'channel.testing': 'Testando…',
  'channel.hint':
    'Ele é um segredo: quem o tem escreve no canal. Depois de acrescentado, não é mais mostrado.',
  'channel.hint-webhook':
    'Recebe um POST por acontecimento, assinado. O teste precisa de uma resposta 2xx em 10 segundos.',
  'channel.name': 'Como ele aparece aqui e nos avisos: “#plantão”, “Painel interno”.',
  'channel.secret':
    'Guarde agora: ele não é mostrado de novo. Com ele o seu programa confere que um aviso veio mesmo de nós.',
  'channel.rotated': 'Segredo novo. Por 24 horas cada aviso leva as duas assinaturas, a antiga e a nova.',
  'channel.rotate':
    'Você recebe um segredo novo, mostrado uma vez. Por 24 horas os avisos levam as duas assinaturas; depois só a nova.',
  'channel.off-plan': 'O seu plano não tem este tipo de destino: nada chega. Ele volta sozinho com o plano.',

  // The page
  'alerts.loading': 'Carregando os avisos do painel',
  'alerts.failed-title': 'Não foi possível concluir',
  'alerts.unclear':
    'Não sabemos se a mudança foi feita. Recarregue a página: ela mostra os avisos como estão.',
  'alerts.preparing':
    'Os avisos estão sendo ligados no seu painel. Isso leva alguns segundos depois que ele fica pronto.',
  'alerts.deleted-title': 'Os avisos estão desligados',
  'alerts.deleted':
    'O canal “Avisos da Vigia” foi apagado no painel. O que acontece enquanto isso não é avisado. Ligado de novo, contamos o que estiver fora do ar.',
  'alerts.untold':
    'De uma queda aqui ninguém fica sabendo: {nomes}. Ligue os avisos neste quadro, ou escolha um canal no painel, na parte Notificações do formulário. Ligado só no grupo, o canal “Avisos da Vigia” não avisa dos monitores dele.',
  'alerts.unchecked':
    'Sem uma checagem não sabemos se caem: {nomes}. Quase sempre o seu Vigia acabou de acordar ou está com problema, e volta sozinho; se continuar, veja o monitor no painel.',
  'alerts.unchecked-since': '{nome} (desde {desde})',
  'alerts.never-checked': '{nome} (ainda nenhuma)',
  'alerts.attached': 'Pronto: os avisos estão ligados de novo.',
  'alerts.nobody': 'Ninguém recebe os avisos. Confirme o seu e-mail no cadastro, ou acrescente um destino.',
  'alerts.none-sent': 'Nenhum aviso ainda. O primeiro vem com a primeira checagem do primeiro monitor.',
  'alerts.code-follows': 'Mandamos um código de 6 números a ele. Sem o código, nada chega.',
  'alerts.full': 'Todos os destinos do plano estão em uso. Retire um para acrescentar outro.',
  'alerts.larger-has-more': 'Um plano maior tem mais lugares.',
  // The owner's own address can be switched off, which makes no place for another.
  'alerts.full-owner':
    'Neste plano, por e-mail, só recebe o do cadastro. Para outros, passe para um plano maior.',
  'alerts.telegram-how':
    'Abra a conversa com o robô e toque em “Iniciar” em até 5 minutos. Um grupo também serve.',
  'alerts.chat-waits': 'Esperando a conversa: esta página percebe sozinha.',
  'alerts.chat-connected': 'Conversa conectada. Os avisos já chegam a ela.',
  'alerts.off-owner':
    'Nada mais chega a este e-mail: nem quedas, nem retornos. Você liga de novo aqui, quando quiser.',
  'alerts.off-other': 'O que espera para ser mandado a este destino é descartado.',
  'alerts.tested': 'Teste mandado a {nome}.',
  'alerts.removed': '{nome} não recebe mais os avisos.',
  'alerts.on-again': 'Pronto: os avisos chegam de novo a {nome}.',
  'alerts.saved': 'Preferências salvas.',
  'alerts.added': 'Pronto: os avisos chegam a {nome}.',
  'alerts.renamed': 'Pronto: agora o nome é {nome}.',
  'alerts.name-email': 'Como ele aparece aqui e nos avisos: “Plantão”, “Ana”.',
  'alerts.name-chat': 'Vazio, volta o nome da conversa no Telegram.',
  'alerts.offer':
    'Você ainda não recebe os avisos deste painel. O convite já provou o seu e-mail: não é preciso código.',
  'alerts.offer-taken': 'Pronto: os avisos chegam a {nome}. O que chega, e quando, você escolhe em Avisos.',
  'alerts.read-only': 'Os outros destinos são do dono, ou de cada membro.',
  'alerts.telegram-group': 'Um grupo que você conectar fica sendo do dono.',
  'alerts.untold-member':
    'De uma queda aqui ninguém fica sabendo: {nomes}. Peça ao dono que ligue os avisos, ou escolha um canal no painel, na parte Notificações do formulário.',
  'alerts.deleted-member':
    'O canal “Avisos da Vigia” foi apagado no painel. O que acontece enquanto isso não é avisado. O dono liga de novo, nesta página.',
  'alerts.detached':
    'O canal “Avisos da Vigia” foi tirado de {nomes}, no painel. O que mudar ali não é avisado por ele.',
  'alerts.share': 'Hoje: {enviados} de {limite} avisos do plano.',
  'alerts.share-near':
    'Hoje: {enviados} de {limite} avisos do plano. Depois do último, o que houver vem em resumo à meia-noite.',

  // Preferences
  'alerts.preset-always': 'De dia e de noite, assim que acontece.',
  'alerts.preset-night': 'Das 22:00 às 7:00 só as quedas chegam. O resto vem em resumo de manhã.',
  'alerts.preset-business':
    'De segunda a sexta, das 8:00 às 18:00. O resto espera, também as quedas, e vem em resumo.',
  'alerts.preset-own': 'Você escolhe os dias, as horas e o que espera.',
  'alerts.webhook-always':
    'Um webhook recebe cada acontecimento na hora, um por um, de dia e de noite: sem resumo, silêncio ou lembrete.',
  'alerts.quiet-summary': 'O que espera vem em resumo no fim.',
  'alerts.tags-later': 'Vale para todo monitor que tenha a etiqueta no painel, também os que vierem depois.',
  'alerts.monitors-later': 'Um monitor criado depois não entra nesta lista: volte aqui para marcá-lo.',
  'alerts.monitors-plan':
    'Os avisos são de todos os monitores. Escolher quais, para cada destino, é possível a partir do plano Pro.',
  'alerts.monitors-kept':
    'A escolha feita antes fica guardada, mas não vale neste plano: {nomes}. Ela volta a valer a partir do Pro.',
  'alerts.monitors-off': '{quantos} que não estão ligados agora continuam na lista.',
  'alerts.monitors-off-one': '1 que não está ligado agora continua na lista.',
  'alerts.monitors-none-found': 'Nenhum monitor com esse nome.',
  'alert.days': 'Escolha ao menos um dia',
  'alerts.text-hint':
    'Vazio, vale o nosso. Variáveis: {{name}}, {{status}}, {{url}}, {{datetime}} e {{monitorURL}}.',
  'alerts.text-example': '{{name}} está {{status}} desde {{datetime}}. {{monitorURL}}',
  'alerts.text-plan':
    'O texto é o nosso. Escrever o seu, para cada conversa ou canal, é possível a partir do plano Pro.',
  'alerts.text-kept':
    'O texto que você escreveu fica guardado, mas não vale neste plano. Ele volta a valer a partir do Pro.',
  'alert.text-empty': 'Escreva o texto, ou escolha o nosso',
  'alert.text-long': 'O texto tem no máximo 500 letras',
  'alert.text-variable':
    'Não conhecemos {variavel}. As variáveis são {{name}}, {{status}}, {{url}}, {{datetime}} e {{monitorURL}}',

  // Links in a mail
  'alerts.leave':
    'Os avisos deste painel deixam de chegar a você. Quem cuida do painel fica sabendo; os outros destinos continuam.',
  'alerts.left': 'Pronto: os avisos deste painel não chegam mais a você.',
  'alerts.leave-failed': 'O pedido não chegou. Confira a sua conexão e tente de novo.',
  'alerts.refuse':
    'Este e-mail nunca mais recebe avisos nem pedidos de confirmação de painel nenhum. Isso não pode ser desfeito por aqui.',
  'alerts.refused': 'Pronto: este e-mail não recebe mais nada disso.',

  // Answers of the bot in a chat
  'telegram.connected': 'Pronto: os avisos do painel {tenant} chegam a esta conversa.',
  'telegram.no-link': 'Para receber avisos aqui, abra os avisos na sua conta e use o link de lá.',
  'telegram.link-over':
    'Este link não vale mais. Abra os avisos na sua conta, peça outro e escreva em até cinco minutos.',
  'telegram.full': 'O plano do painel {tenant} não tem lugar para mais uma conversa.',
  'telegram.member-full':
    'Você já recebe os avisos do painel {tenant} em outra conversa. Retire-a na página dos avisos antes.',
  'telegram.see': 'Estou vendo',
  'telegram.seen': 'Anotado. Os outros ficam sabendo, e ninguém recebe lembretes desta queda.',
  'telegram.seen-by': '{nome} já está vendo.',
  'telegram.seen-back': 'Já voltou: não há mais o que ver.',
  'telegram.seen-over': 'Este aviso é antigo e não vale mais.',

  // What is watched first
  'first-monitor.title': 'O que vigiar primeiro?',
  'first-monitor.lead':
    'Escreva o endereço do seu site. Ele passa a ser vigiado, e os avisos chegam ao seu e-mail sem você configurar nada.',
  'first-monitor.refused': 'O painel não aceitou este endereço. {motivo}',
  'first-monitor.queued': 'Anotado. Ele passa a ser vigiado assim que o painel ficar pronto.',
  'first-monitor.made': 'Já é vigiado. A primeira checagem está a caminho.',
  'first-monitor.up': 'No ar. Se isso mudar, você recebe um e-mail.',
  'first-monitor.up-ms': 'No ar, em {ms} ms. Se isso mudar, você recebe um e-mail.',
  'first-monitor.down': 'Sem resposta na última checagem. Confira o endereço e se o site abre.',
  'first-monitor.retried': 'A última checagem ficou sem resposta, e é repetida antes de qualquer aviso.',
  'first-monitor.fell': 'Fora do ar{desde}{motivo}. O aviso vai para o seu e-mail.',
  'first-monitor.maintenance': 'Em manutenção.',
  'first-monitor.deleted': 'No painel, este endereço deixou de ser vigiado.',
  'first-monitor.address': 'Escreva o endereço do site: loja.com.br',
  'first-monitor.scheme': 'O endereço começa com https:// ou http://',
  'first-monitor.ip': 'Use o nome do site, não um endereço IP: os termos de uso não permitem IP direto',
  'first-monitor.onion': 'Os termos de uso não permitem endereços .onion',
  'first-monitor.private': 'Este endereço só existe dentro de uma rede; escolha um que se abra pela internet',
  'first-monitor.secret': 'Escreva o endereço sem usuário e senha',
  'first-monitor.permission': 'Só um endereço seu, ou que você tenha permissão de monitorar.',
  'first-monitor.carried': 'O primeiro a ser vigiado, assim que o painel ficar pronto.',
  'first-monitor.mend': 'Você corrige o endereço na próxima tela.',
} as const;

export type AlertsMessageId = keyof typeof alerts | keyof typeof shared;

export const message = writer<AlertsMessageId>({ ...shared, ...alerts });
