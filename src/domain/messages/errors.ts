/** One sentence per code of the API. Those that a page says itself are in its own part. */
import type { ErrorCode } from '../errors.ts';
import { checkout } from './checkout.ts';
import { people } from './people.ts';
import { upgrade } from './plan-change.ts';
import { provisioning } from './provisioning.ts';
import { shared } from './shared.ts';

export const errors = {
  'error.invalid-request': 'Não entendemos o pedido. Recarregue a página e tente novamente.',
  'error.validation-failed': 'Há campos para corrigir.',
  'error.body-too-large': 'O pedido é grande demais.',
  'error.unsupported-media-type': 'O pedido precisa ser enviado como JSON.',
  'error.not-found': 'Não encontramos o que você procura.',
  'error.method-not-allowed': 'Esta operação não existe neste endereço.',
  'error.unauthenticated': 'Sua sessão expirou. Entre de novo para continuar.',
  'error.origin-refused': 'O pedido não veio do nosso site.',
  'error.rate-limited': 'Muitas tentativas em pouco tempo. Espere um minuto e tente de novo.',
  'error.idempotency-key-missing': 'Não entendemos o pedido. Recarregue a página e tente novamente.',
  'error.idempotency-key-reused': 'Este pedido já foi enviado com outros dados. Envie de novo.',
  'error.idempotency-in-progress': 'Seu pedido já está sendo processado. Aguarde um instante.',
  'error.terms-outdated': 'Os termos de uso mudaram. Leia a versão atual e aceite de novo.',
  'error.card-entry-changed':
    'A forma de informar o cartão mudou enquanto a página estava aberta. Recarregue a página: o que pode ser guardado continua preenchido.',
  'error.email-unproven':
    'Antes de criar um painel gratuito, confirme o seu e-mail: saia da conta, entre de novo e abra o link que chega por e-mail.',
  'error.challenge-failed':
    'Não foi possível confirmar que não é um programa que pede este painel. Faça a verificação de novo e envie: o que você digitou continua aqui.',
  'error.sign-in-stale': 'Por segurança, confirme que é você: entre de novo na conta e repita o pedido.',
  'error.deletion-open':
    'A exclusão desta conta já foi pedida. Até ela terminar, não é possível contratar, mudar de plano nem aceitar um convite.',
  'error.subdomain-taken': 'Este subdomínio já está em uso. Escolha outro.',
  'error.subdomain-reserved': 'Este subdomínio é reservado. Escolha outro.',
  'error.no-room':
    'No momento não temos lugar para novos painéis. Nada foi cobrado e o que você preencheu continua aqui: tente de novo mais tarde ou fale com o suporte.',
  'error.sales-closed':
    'As vendas estão fechadas por alguns minutos, enquanto fazemos uma manutenção. Nada foi cobrado e o que você preencheu continua aqui: tente de novo daqui a pouco.',
  'error.order-open': 'Você já tem um cadastro em andamento. Acompanhe o painel que está sendo criado.',
  'error.member-elsewhere':
    'Esta conta participa de um painel. Para contratar ou aceitar outro convite, saia dele antes, na página Pessoas.',
  'error.owner-only': 'Só quem contratou o painel pode fazer isto.',
  'error.member-paused':
    'O seu acesso está pausado, porque faltam lugares no plano. Quem convidou você pode liberar um.',
  'error.seats-full':
    'Não há lugar livre no plano. Cancele um convite, retire alguém ou passe para um plano maior.',
  'error.already-in': 'Esta pessoa já participa do painel ou já tem um convite.',
  'error.invitation-other':
    'Este convite é para outro e-mail. Saia da conta e entre com a do e-mail que recebeu o convite.',
  'error.order-missing': 'Você ainda não tem um cadastro. Escolha um plano para começar.',
  'error.tenant-missing': 'Não encontramos este painel.',
  'error.upgrade-not-higher': 'Este não é um upgrade válido',
  'error.upgrade-open':
    'Já existe uma mudança de plano em andamento. Conclua o pagamento dela ou espere ela vencer.',
  'error.subscription-missing': 'Não há assinatura paga em andamento nesta conta.',
  'error.withdrawal-over':
    'O prazo de 7 dias para desistir desta compra já passou. Você ainda pode cancelar a renovação.',
  'error.debt-open':
    'Há dias em que o painel funcionou sem pagamento. Pague esse valor primeiro: depois disso você pode contratar.',
  'error.purchase-held':
    'Você desfez duas compras nos últimos 12 meses. A próxima passa por uma pessoa da nossa equipe, que responde por e-mail em até um dia útil.',
  'error.quote-changed':
    'Os valores mudaram desde que a página foi aberta. Confira os novos antes de confirmar.',
  'error.order-closed':
    'Este pedido foi encerrado e o valor pago é devolvido inteiro. Em alguns minutos você pode contratar de novo.',
  'error.payment-declined':
    'O cartão foi recusado pelo banco ou pela operadora, e nada foi cobrado. Confira os dados, use outro cartão ou fale com o seu banco.',
  'error.payment-unclear':
    'Estamos confirmando o pagamento com a operadora. Aguarde um instante e envie de novo: você não será cobrado duas vezes.',
  'error.payment-unavailable':
    'O pagamento está fora do ar no momento. Nada foi cobrado. Tente de novo em alguns minutos.',
  'error.identity-unavailable': 'O serviço de login não respondeu. Tente de novo em alguns instantes.',
  'error.cluster-unavailable': 'O serviço que prepara os painéis não respondeu. Tentaremos novamente.',
  'error.cluster-refused': 'O serviço que prepara os painéis recusou este. Fale com o suporte.',
  'error.name-occupied':
    'Este nome já está em uso por outro painel. A nossa equipe foi avisada e fala com você.',
  'error.alert-code-wrong': 'O código não confere. Confira os 6 números do e-mail mais recente.',
  'error.alert-code-over': 'Este código não vale mais. Peça outro em “Reenviar Código”.',
  'error.alert-code-wait': 'Espere um minuto antes de pedir outro código.',
  'error.alert-code-day': 'Já foram muitos códigos hoje. Tente de novo amanhã.',
  'error.alert-recipients-full':
    'Todos os destinos do plano estão em uso. Retire um, ou passe para um plano maior.',
  'error.alert-refused': 'Quem lê este e-mail pediu para não receber avisos da Vigia.',
  'error.alert-known': 'Este destino já está na lista.',
  'error.alert-not-on-plan': 'O seu plano não tem este tipo de destino.',
  'error.alert-channel-silent': 'O endereço não aceitou o teste. Nada foi acrescentado.',
  'error.report-version': 'Este relato é de uma versão que esta publicação não lê.',
  'error.source-unavailable': 'O UptimeRobot não responde agora. Tente de novo em instantes.',
  'error.messenger-unavailable': 'O Telegram não responde agora. Tente de novo em instantes.',
  'error.first-monitor-late': 'O painel já vigia algo. O próximo endereço você põe nele.',
  'error.mail-unavailable': 'O e-mail não pôde ser enviado agora. Tentaremos novamente.',
  'error.tenant-unavailable': 'O painel não respondeu. Tente de novo em alguns instantes.',
  'error.tenant-exists': checkout['error.tenant-exists'],
  'error.challenge-unavailable': checkout['error.challenge-unavailable'],
  'error.invitation-over': people['error.invitation-over'],
  'error.payment-pending': provisioning['error.payment-pending'],
  'error.payment-disputed': shared['error.payment-disputed'],
  'error.internal': shared['error.internal'],
  'error.forbidden': upgrade['error.forbidden'],
} as const satisfies Record<`error.${ErrorCode}`, string>;
