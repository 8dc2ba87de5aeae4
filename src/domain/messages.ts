/**
 * Every message of the catalogue, by id.
 *
 * Owns: the Portuguese sentences that forms, functions and tests share (requirements 000 §5 and §8). Sentences that the
 * requirements prescribe are copied letter by letter. Does not own: page copy, which lives under content/.
 */
import type { ErrorCode } from './errors.ts';

export const messages = {
  // Form titles and totals
  'form.terms-title': 'Termos de Uso',
  'form.payment-title': 'Método de Pagamento',
  'form.required-title': 'Campos obrigatórios',
  'form.errors-title': 'Campos com erro',
  'form.more-errors': 'e mais {count} erro(s)',
  'form.complete-required': 'Preencha todos os campos obrigatórios para continuar.',
  'field.required': 'Preencha este campo',
  'field.unknown': 'Campo não esperado',

  // Subdomain
  'subdomain.required': 'Subdomínio é obrigatório',
  'subdomain.characters': 'Use só letras sem acento, números e hífen',
  'subdomain.too-short': 'Subdomínio deve ter pelo menos 3 caracteres',
  'subdomain.too-long': 'Subdomínio deve ter no máximo 63 caracteres',
  'subdomain.edges': 'Subdomínio deve começar e terminar com letra ou número',
  'subdomain.hyphens': 'Subdomínio não pode ter hífens consecutivos',
  'subdomain.reserved': 'Este subdomínio é reservado. Escolha outro.',
  'subdomain.brand': 'O subdomínio não pode conter a nossa marca. Escolha outro.',
  'subdomain.taken': 'Este subdomínio já está em uso. Escolha outro.',

  // Terms and payment method
  'terms.required': 'Você precisa ler e aceitar os termos de uso para continuar',
  'payment.method': 'Escolha como pagar',
  'payment.attempts-over':
    'Foram muitas tentativas de pagamento na última hora; esta não foi enviada. Espere uma hora ou fale com o suporte.',
  'free.network-full':
    'O limite de ambientes gratuitos novos a partir da sua rede foi atingido por hoje. Tente de novo amanhã, escolha um plano pago ou fale com o suporte.',
  'free.day-full':
    'O limite de ambientes gratuitos novos de hoje foi atingido. Tente de novo amanhã ou escolha um plano pago.',
  'challenge.title': 'Verificação',
  'challenge.why':
    'Para um ambiente gratuito, a Cloudflare (Turnstile) confere que não é um programa que pede. Ela recebe o seu IP e dados do seu navegador.',
  'challenge.pending':
    'A verificação ainda não terminou. Se houver uma caixa para marcar, marque-a e envie de novo: o que você digitou continua aqui.',
  'plan.unknown': 'Escolha um dos planos',

  // People
  'people.loading': 'Carregando as pessoas do ambiente',
  'people.failed-title': 'Não foi possível concluir',
  'people.unclear':
    'Não sabemos se a mudança foi feita. Recarregue a página: ela mostra as pessoas como estão.',
  'people.nobody': 'Você ainda não tem um ambiente e não participa do ambiente de outra conta.',
  'member.works-in': 'Você trabalha no ambiente {endereco}, que é de outra pessoa.',
  'member.plan': 'Mudar de plano é com quem o contratou.',
  'member.own': 'Cada conta fica em um ambiente só: para contratar um seu, saia deste antes.',
  'member.card': 'O cartão é de quem o contratou, e só essa pessoa o troca.',
  'people.no-roles':
    'Dentro do ambiente não há papéis: quem entra vê e muda todos os monitores, avisos e páginas de status.',
  'people.full':
    'Todos os lugares do plano estão ocupados. Cancele um convite, retire alguém ou passe para um plano maior.',
  'people.invited': 'Convite enviado. Ele vale por sete dias, uma vez, e só para a conta deste e-mail.',
  'people.revoked': 'Convite cancelado. O lugar está livre.',
  'people.removed': 'Acesso retirado. Em até um minuto a pessoa está fora, também nas páginas abertas.',
  'people.left': 'Você saiu do ambiente.',
  'people.accepted': 'Convite aceito. Ao entrar no ambiente, você passa de novo pela entrada da conta.',
  'people.paused':
    'O plano do ambiente tem agora menos lugares do que pessoas, e o seu acesso está parado. Ele volta sozinho quando houver lugar.',
  'people.agreed': 'Anotado: você concorda com a exclusão do ambiente.',
  'invitation.reading': 'Lendo o convite',
  'invitation.unread':
    'Alguém convidou você para trabalhar em um ambiente de monitoramento. Crie uma conta com o e-mail que recebeu o convite, ou entre com a que você já tem. O aceite vem depois, nesta página.',
  'invitation.stranger': 'Não conhece quem convidou? Feche esta página: sem o seu aceite nada acontece.',
  'invitation.other':
    'O convite é para {para}, e você entrou com outra conta. Saia dela e entre com a do convite.',
  'person.email': 'Confira o e-mail: ele parece incompleto',
  'person.own-email': 'Este é o e-mail da sua própria conta',
  'person.invitation-over': 'Este convite não vale mais',
  'person.day-full': 'Você já enviou muitos convites hoje. Tente de novo amanhã.',
  'person.own-environment':
    'Esta conta já tem um ambiente ou um cadastro em andamento, e por isso não pode participar de outro. Aceite o convite com outra conta, ou encerre o seu ambiente antes.',
  'cycle.unknown': 'Escolha mensal ou anual',

  // Debts and holds
  'debt.one-day':
    'Há um dia em que o ambiente funcionou sem pagamento: {valor}. Pague esse valor primeiro; depois disso você pode contratar.',
  'debt.days':
    'Há {dias} dias em que o ambiente funcionou sem pagamento: {valor}. Pague esse valor primeiro; depois disso você pode contratar.',
  'debt.pay': 'Pagar {valor}',
  'debt.ask': 'Para pagar, fale com o suporte.',
  'hold.withdrawals':
    'Você desfez duas compras nos últimos 12 meses, e a próxima passa por uma pessoa da nossa equipe. Escreva para o suporte: ela responde por e-mail em até um dia útil.',

  // Billing address
  'cep.invalid': 'CEP deve ter 8 dígitos',
  'uf.invalid': 'Digite uma UF válida',
  'street.length': 'Rua deve ter de 3 a 100 caracteres',
  'number.required': 'Número é obrigatório',
  'number.invalid': 'Número deve ter só dígitos, com no máximo uma letra no fim',
  'number.too-long': 'Número deve ter no máximo 10 caracteres',
  'neighbourhood.length': 'Bairro deve ter de 2 a 50 caracteres',
  'city.length': 'Cidade deve ter de 2 a 50 caracteres',
  'city.letters': 'Cidade deve ter só letras e espaços',
  'complement.too-long': 'Complemento deve ter no máximo 50 caracteres',

  // Card
  'holder.required': 'Nome no cartão é obrigatório',
  'holder.length': 'Nome no cartão deve ter de 3 a 50 caracteres',
  'holder.words': 'Digite nome e sobrenome, como no cartão',
  'holder.letters': 'Nome no cartão deve ter só letras e espaços',
  'card.number-required': 'Número do cartão é obrigatório',
  'card.number-length': 'Número do cartão deve ter de 13 a 19 dígitos',
  'card.number-invalid': 'Número do cartão inválido',
  'card.ccv': 'CVV deve ter 3 ou 4 dígitos',
  'card.ccv-length': 'O CVV deste cartão tem {count} dígitos',
  'card.expiry': 'Cartão expirado ou data inválida',

  // Holder
  'tax-id.required': 'CPF ou CNPJ é obrigatório para cartão de crédito',
  'cpf.invalid': 'CPF inválido',
  'cnpj.invalid': 'CNPJ inválido',
  'phone.invalid': 'Telefone deve ter DDD + número',

  // Checkout outcomes
  'checkout.failed-title': 'Erro ao finalizar cadastro',
  'checkout.unexpected': 'Erro inesperado. Tente novamente.',
  'checkout.sending': 'Processando...',
  'checkout.unknown':
    'Não recebemos a resposta, e o pedido pode ter chegado. Envie de novo: nada é feito nem cobrado duas vezes.',
  'checkout.own-order': 'Seu pedido já foi recebido, e este endereço está reservado para você.',
  'connection.title': 'Erro de conexão',
  'connection.failed': 'Não foi possível conectar ao servidor.',
  'waiting.server': 'Esperando o servidor confirmar. Não é preciso enviar de novo.',
  'waiting.status': 'Esperando o servidor dizer em que passo está a criação.',
  'waiting.processor': 'Esperando a resposta da operadora de pagamento. Não é preciso enviar de novo.',
  'session.slow': 'O serviço de entrada está demorando a responder. Continuamos tentando.',
  'session.left': 'Você saiu da conta em outra aba. Entre de novo para continuar.',
  'session.returned': 'Para continuar, entre na sua conta ou crie uma.',
  'session.ended': 'Sua sessão tinha terminado, e você entrou de novo.',
  'session.reloaded':
    'O servidor não reconheceu a sua sessão, e a página foi recarregada. Nada foi enviado nem cobrado.',
  'session.not-kept': '{campos} não ficam guardados, por segurança: digite de novo.',
  'session.pending-title': 'Autenticação pendente',
  'session.pending': 'Tentando recuperar sua sessão. Tente novamente.',
  'session.checking': 'Verificando autenticação…',

  // Provisioning
  'provisioning.status-failed': 'Não foi possível obter o status agora. Tentaremos novamente…',
  'provisioning.start-failed': 'Falha ao iniciar/reiniciar o provisionamento.',
  'provisioning.error':
    'Ocorreu um problema no provisionamento. Você pode tentar novamente ou falar com o suporte.',
  'provisioning.retrying':
    'Um serviço não respondeu. Estamos tentando de novo automaticamente; você não precisa fazer nada.',
  'provisioning.done': 'Seu ambiente está pronto.',
  'provisioning.suspended':
    'Seu ambiente está suspenso: os monitores estão parados e os dados estão guardados. Veja na sua conta como voltar.',
  'provisioning.ended':
    'Seu ambiente foi encerrado. Veja na sua conta até quando os dados ficam guardados e como contratar de novo.',
  'provisioning.closed':
    'Este pedido foi encerrado antes de o ambiente ficar pronto, e nada mais será cobrado. Em alguns minutos você pode contratar de novo.',
  'provisioning.open': 'Acessar ambiente',
  'first-alert.title': 'Do ambiente ao primeiro aviso',
  'first-alert.no-channel':
    'Sem um canal de notificação, uma queda fica registrada no painel e ninguém é avisado.',
  'provisioning.retry': 'Tentar novamente',
  'provisioning.recheck': 'Reiniciar checagem',
  'provisioning.no-order': 'Você ainda não tem um ambiente. Escolha um plano para começar.',
  'step.payment': 'Aguardando pagamento',
  'step.free': 'Liberando acesso do plano gratuito',
  'step.security': 'Configurando políticas de segurança',
  'step.environment': 'Finalizando criação do ambiente',
  'step.tests': 'Executando testes',

  // Upgrade
  'upgrade.no-tenant': 'Tenant não especificado',
  'upgrade.same-plan': 'Este já é o seu plano atual',
  'upgrade.no-selection': 'Selecione um plano para fazer upgrade',
  'upgrade.not-higher': 'Este não é um upgrade válido',
  'upgrade.processing-failed': 'Erro ao processar upgrade. Tente novamente.',
  'upgrade.failed': 'Falha ao atualizar plano.',
  'upgrade.completion-failed': 'Falha ao concluir upgrade.',
  'upgrade.done-title': 'Plano atualizado',
  'upgrade.done': 'O novo valor será aplicado no próximo ciclo.',
  'upgrade.restarting':
    'Seu ambiente está reiniciando com os novos limites. Assim que ele responder, levamos você até lá.',
  'upgrade.restarting-late':
    'O ambiente demora mais que o normal para responder. Espere aqui ou abra-o mais tarde: a mudança já foi feita.',
  'upgrade.answers': 'Seu ambiente já responde. Levamos você até lá.',
  'upgrade.started': 'Upgrade iniciado',
  'upgrade.error-title': 'Erro no upgrade',
  'upgrade.current': 'Plano Atual',
  'upgrade.ending':
    'A renovação deste plano foi cancelada. Para continuar com ele, retome a renovação na sua conta.',
  'upgrade.ended':
    'O contrato deste ambiente terminou: não há plano para mudar. Você pode contratar de novo na sua conta.',
  'upgrade.downgrade': 'Para mudar para um plano menor, fale com o suporte.',
  'upgrade.paid': 'Pagamento confirmado: os novos limites já valem.',
  'upgrade.continues':
    'Um serviço não respondeu. O seu upgrade continua sozinho, e um e-mail avisa quando os novos limites valerem.',
  'upgrade.suspended':
    'O ambiente está suspenso por falta de pagamento. Pague a cobrança em aberto na sua conta antes de mudar de plano.',
  'upgrade.figures-reading': 'Lendo os valores…',
  'upgrade.figures-failed': 'Não foi possível ler os valores agora',
  'upgrade.overdue':
    'Há uma cobrança que vence hoje ou já venceu. Depois que ela for paga, você pode mudar de plano ou de ciclo.',
  'upgrade.pay-first': 'Falta o pagamento: os novos limites valem assim que ele for confirmado.',

  // Account
  'account.cancelled': 'Assinatura cancelada: ela não renova mais.',
  'account.withdrawn': 'Contratação desfeita. O valor pago volta inteiro para o seu cartão.',
  'account.change-withdrawn': 'Mudança de plano desfeita. O valor dela volta inteiro para o seu cartão.',
  'account.loading': 'Carregando sua conta…',
  'account.failed-title': 'Não foi possível carregar a sua conta',
  'account.end-failed-title': 'O pedido não foi concluído',
  'account.end-unclear':
    'Ainda estamos confirmando com a operadora. Aguarde um instante e tente de novo: o pedido não é feito duas vezes.',
  'limits.choice-invalid': 'Escolha monitores da lista.',
  'limits.choice-too-many': 'Escolha no máximo quantos cabem no plano.',
  'limits.choice-gone': 'A lista de monitores mudou. Veja como ela está agora e escolha de novo.',
  'limits.choice-kept': 'Escolha guardada.',
  'limits.loading': 'Lendo os seus monitores…',
  'limits.failed': 'Não foi possível ler os seus monitores agora.',
  'account.creating': 'Seu ambiente está sendo criado.',
  'account.order-closed': 'Seu pedido foi encerrado. Nada mais será cobrado.',
  'account.order-cancelling':
    'Enquanto o ambiente não fica pronto, você pode cancelar o pedido e recebe de volta tudo o que pagou.',
  'account.invoices-unavailable':
    'A operadora de pagamento não respondeu agora. Faturas e cartão aparecem quando ela voltar; seu ambiente não é afetado.',

  // Reports
  'report.month': 'Escolha um mês da lista',
  'report.loading': 'Carregando o relatório…',
  'report.failed-title': 'Não foi possível carregar o relatório',
  'report.none-yet':
    'Ainda não há um dia inteiro de checagens. O relatório começa na manhã depois do primeiro dia.',
  'report.no-environment': 'Esta conta não tem um ambiente, e por isso não há relatório.',
  'report.creating':
    'Seu ambiente está sendo criado. O primeiro relatório vem na manhã depois do primeiro dia inteiro de checagens.',
  'report.owner-only': 'O relatório é de quem contratou o ambiente. Peça a essa pessoa o do mês.',
  'report.not-included':
    'O plano Gratuito não inclui relatórios. A partir do Essencial, cada mês vem resumido aqui e por e-mail.',
  'report.mail-on': 'O relatório de cada mês chega por e-mail nos primeiros três dias do mês seguinte.',
  'report.mail-off': 'O relatório não vai mais por e-mail. Ele continua nesta página.',
  'report.mail-failed-title': 'O envio por e-mail não foi mudado',
  'report.mail-link-wrong':
    'Este endereço não está completo. Abra de novo o link no fim do e-mail, ou desligue o envio na sua conta.',
  // Own data
  'own-data.copies-over':
    'Você já baixou {count} cópias hoje. A próxima pode ser baixada amanhã; se precisar antes, fale com o suporte.',
  'own-data.confirm-differs': 'Escreva exatamente o que está pedido acima',
  'own-data.copy-failed-title': 'A cópia não foi feita',
  'own-data.copied': 'A cópia dos seus dados foi baixada. Guarde o arquivo em um lugar seguro.',
  'own-data.deletion-failed-title': 'A exclusão não foi pedida',
  'own-data.deletion-unclear':
    'Não soubemos se o pedido chegou. Recarregue a página: se a exclusão começou, ela aparece aqui.',
  'own-data.signed-in-again': 'Obrigado por confirmar que é você. Agora você pode continuar.',
  // Changing the card
  'card.changed': 'Cartão trocado. A próxima cobrança já usa o novo.',
  'card.changed-paid': 'Pagamento feito e cartão trocado. As próximas cobranças usam o cartão novo.',
  'card.change-failed-title': 'O cartão não foi trocado',
  'card.change-unclear':
    'Ainda estamos confirmando com a operadora qual cartão vale. Espere um instante e envie de novo: a troca não cobra nada.',
  'card.nothing-renews':
    'Não há renovação nesta conta, e por isso não há cartão para trocar. Quando você contratar um plano, informa o cartão na compra.',

  // Nota fiscal
  'fiscal.email-invalid': 'Confira o e-mail: nome@empresa.com.br',
  'fiscal.too-many': 'No máximo {max} e-mails',
  'fiscal.order-too-long': 'O pedido de compra tem no máximo {max} letras e números',
  'fiscal.order-invalid': 'Use letras, números, espaço e . , / _ # -',
  'fiscal.saved': 'Dados da nota fiscal guardados. Valem a partir da próxima nota.',
  'fiscal.failed-title': 'Os dados da nota fiscal não foram guardados',

  // Support
  'support.has-environment':
    'Sua conta já está em um ambiente, e cada conta fica em um só. Se foi você quem o contratou, troque o plano dele na página de mudança de plano; se ele é de outra pessoa, isso é com ela. Para outra dúvida, escreva abaixo.',
  'support.required': 'Preencha este campo',
  'support.email-invalid': 'Confira o e-mail',
  'support.name-too-long': 'Nome deve ter no máximo 100 caracteres',
  'support.subject-too-long': 'Assunto deve ter no máximo 150 caracteres',
  'support.message-too-long': 'Mensagem deve ter no máximo 5.000 caracteres',
  'support.sent': 'Mensagem enviada com sucesso!',
  'support.sent-details': 'Recebemos a sua mensagem e respondemos por e-mail.',
  'support.failed-title': 'Erro ao enviar mensagem',
  'support.failed': 'Tente novamente em alguns instantes. O que você escreveu continua aqui.',
  'support.chat-soon':
    'O chat ao vivo está em desenvolvimento. Por enquanto, escreva pelo formulário ou pelo WhatsApp.',

  // Search in the FAQ
  'faq.search': 'Buscar nas perguntas',
  'faq.found-one': '1 pergunta encontrada',
  'faq.found': '{count} perguntas encontradas',
  'faq.none': 'Nenhuma pergunta sobre “{typed}”',
  'faq.ask-hint': 'A equipe responde por e-mail. O que você digitou vai junto.',
  'faq.ask': 'Perguntar à equipe',
  'faq.search-docs': 'Procurar na documentação',
  'faq.show-all': 'Ver todas as perguntas',

  // Errors of the API, one per code
  'error.invalid-request': 'Não entendemos o pedido. Recarregue a página e tente novamente.',
  'error.validation-failed': 'Há campos para corrigir.',
  'error.body-too-large': 'O pedido é grande demais.',
  'error.unsupported-media-type': 'O pedido precisa ser enviado como JSON.',
  'error.not-found': 'Não encontramos o que você procura.',
  'error.method-not-allowed': 'Esta operação não existe neste endereço.',
  'error.unauthenticated': 'Sua sessão expirou. Entre de novo para continuar.',
  'error.forbidden': 'Sua conta não tem acesso a este ambiente.',
  'error.origin-refused': 'O pedido não veio do nosso site.',
  'error.rate-limited': 'Muitas tentativas em pouco tempo. Espere um minuto e tente de novo.',
  'error.idempotency-key-missing': 'Não entendemos o pedido. Recarregue a página e tente novamente.',
  'error.idempotency-key-reused': 'Este pedido já foi enviado com outros dados. Envie de novo.',
  'error.idempotency-in-progress': 'Seu pedido já está sendo processado. Aguarde um instante.',
  'error.terms-outdated': 'Os termos de uso mudaram. Leia a versão atual e aceite de novo.',
  'error.card-entry-changed':
    'A forma de informar o cartão mudou enquanto a página estava aberta. Recarregue a página: o que pode ser guardado continua preenchido.',
  'error.email-unproven':
    'Antes de criar um ambiente gratuito, confirme o seu e-mail: saia da conta, entre de novo e abra o link que chega por e-mail.',
  'error.challenge-failed':
    'Não foi possível confirmar que não é um programa que pede este ambiente. Faça a verificação de novo e envie: o que você digitou continua aqui.',
  'error.sign-in-stale': 'Por segurança, confirme que é você: entre de novo na conta e repita o pedido.',
  'error.deletion-open':
    'A exclusão desta conta já foi pedida. Até ela terminar, não é possível contratar, mudar de plano nem aceitar um convite.',
  'error.subdomain-taken': 'Este subdomínio já está em uso. Escolha outro.',
  'error.subdomain-reserved': 'Este subdomínio é reservado. Escolha outro.',
  'error.no-room':
    'No momento não temos lugar para novos ambientes. Nada foi cobrado e o que você preencheu continua aqui: tente de novo mais tarde ou fale com o suporte.',
  'error.order-open': 'Você já tem um cadastro em andamento. Acompanhe o ambiente que está sendo criado.',
  'error.tenant-exists': 'Você já tem um ambiente. Para mudar de plano, faça um upgrade.',
  'error.member-elsewhere':
    'Esta conta participa de um ambiente. Para contratar ou aceitar outro convite, saia dele antes, na página Pessoas.',
  'error.owner-only': 'Só quem contratou o ambiente pode fazer isto.',
  'error.seats-full':
    'Não há lugar livre no plano. Cancele um convite, retire alguém ou passe para um plano maior.',
  'error.already-in': 'Esta pessoa já participa do ambiente ou já tem um convite.',
  'error.invitation-over': 'Este convite não vale mais. Peça um novo a quem convidou você.',
  'error.invitation-other':
    'Este convite é para outro e-mail. Saia da conta e entre com a do e-mail que recebeu o convite.',
  'error.order-missing': 'Você ainda não tem um cadastro. Escolha um plano para começar.',
  'error.tenant-missing': 'Não encontramos este ambiente.',
  'error.upgrade-not-higher': 'Este não é um upgrade válido',
  'error.upgrade-open':
    'Já existe uma mudança de plano em andamento. Conclua o pagamento dela ou espere ela vencer.',
  'error.subscription-missing': 'Não há assinatura paga em andamento nesta conta.',
  'error.withdrawal-over':
    'O prazo de 7 dias para desistir desta compra já passou. Você ainda pode cancelar a renovação.',
  'error.debt-open':
    'Há dias em que o ambiente funcionou sem pagamento. Pague esse valor primeiro: depois disso você pode contratar.',
  'error.payment-disputed':
    'Uma cobrança sua está em contestação no banco. Até ela ser decidida, não é possível contratar outra coisa. Se precisar, fale com o suporte.',
  'error.purchase-held':
    'Você desfez duas compras nos últimos 12 meses. A próxima passa por uma pessoa da nossa equipe, que responde por e-mail em até um dia útil.',
  'error.quote-changed':
    'Os valores mudaram desde que a página foi aberta. Confira os novos antes de confirmar.',
  'error.order-closed':
    'Este pedido foi encerrado e o valor pago é devolvido inteiro. Em alguns minutos você pode contratar de novo.',
  'error.payment-declined':
    'O cartão foi recusado pelo banco ou pela operadora, e nada foi cobrado. Confira os dados, use outro cartão ou fale com o seu banco.',
  'error.payment-pending': 'O pagamento ainda não foi confirmado.',
  'error.payment-unclear':
    'Estamos confirmando o pagamento com a operadora. Aguarde um instante e envie de novo: você não será cobrado duas vezes.',
  'error.payment-unavailable':
    'O pagamento está fora do ar no momento. Nada foi cobrado. Tente de novo em alguns minutos.',
  'error.identity-unavailable': 'O serviço de login não respondeu. Tente de novo em alguns instantes.',
  'error.cluster-unavailable': 'O serviço de implantação não respondeu. Tentaremos novamente.',
  'error.cluster-refused': 'O serviço de implantação recusou este ambiente. Fale com o suporte.',
  'error.name-occupied':
    'Este nome já está em uso por outro ambiente. A nossa equipe foi avisada e fala com você.',
  'error.mail-unavailable': 'O e-mail não pôde ser enviado agora. Tentaremos novamente.',
  'error.tenant-unavailable': 'O ambiente não respondeu. Tente de novo em alguns instantes.',
  'error.challenge-unavailable':
    'A verificação da Cloudflare não respondeu, e sem ela não criamos ambientes gratuitos. O que você digitou continua aqui: tente de novo em alguns minutos ou fale com o suporte.',
  'error.internal': 'Erro inesperado. Tente novamente.',
} as const satisfies Record<`error.${ErrorCode}`, string> & Record<string, string>;

export type MessageId = keyof typeof messages;

/** Returns the sentence for an id and replaces `{count}` and the like with `values`. */
export function message(id: MessageId, values: Readonly<Record<string, string | number>> = {}): string {
  return messages[id].replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
