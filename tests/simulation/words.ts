/** Steps as sentences that a person can follow by hand. */
import type { Sequence, Step } from './steps.ts';

const plans = { free: 'Gratuito', essential: 'Essencial', pro: 'Pro', enterprise: 'Empresarial' } as const;
const cycles = { monthly: 'mensal', yearly: 'anual' } as const;
const which = { newest: 'a última cobrança paga', oldest: 'a primeira cobrança paga' } as const;
const moments = {
  'last-day': 'até o último dia pago',
  'due-day': 'até o dia da próxima cobrança',
  'grace-end': 'até o 14º dia depois do vencimento',
} as const;
const unpaid = (pays: boolean): string => (pays ? '' : ', sem pagar o que a página pede');
const days = (count: number): string => (count === 1 ? '1 dia' : `${count} dias`);

/** One step, without its number. */
function sayStep(step: Step): string {
  switch (step.kind) {
    case 'checkout': {
      if (step.plan === 'free') return 'cria um ambiente Gratuito (numa conta nova, se não há outra)';
      const where = step.entry === 'form' ? 'com cartão no formulário' : 'com cartão na página da operadora';
      return `contrata ${plans[step.plan]} ${cycles[step.cycle]} ${where}${unpaid(step.pays)} (numa conta nova, se não há outra)`;
    }
    case 'upgrade': {
      const cycle = step.cycle === null ? 'sem escolher o ciclo' : cycles[step.cycle];
      const form = step.withCard ? 'com os dados de um cartão' : 'sem cartão novo';
      const card = step.isHosted ? 'com o cartão na página da operadora' : form;
      return `em /upgrade pede ${plans[step.plan]} ${cycle}, ${card}${unpaid(step.pays)}`;
    }
    case 'cancel':
      return 'cancela a renovação em /conta';
    case 'withdraw':
      return step.isNewest ? 'desiste da compra mais nova em /conta' : 'desiste da compra em /conta';
    case 'erase':
      return `o operador apaga a conta; a próxima compra vem de um novo e-mail com ${step.sameTaxId ? 'o mesmo CPF' : 'outro CPF'}`;
    case 'release':
      return 'o operador libera a próxima compra';
    case 'end':
      return 'o operador encerra o contrato';
    case 'reconcile':
      return 'o operador compara com a operadora de pagamentos';
    case 'start':
      return 'pede de novo a criação do ambiente';
    case 'pay':
      return 'paga tudo o que está em aberto nas páginas da operadora';
    case 'wait':
      return `espera ${days(step.days)}`;
    case 'wait-for':
      return `espera ${moments[step.moment]}`;
    case 'card':
      return step.works ? 'o cartão volta a ser aceito' : 'o cartão passa a ser recusado nas cobranças';
    case 'dispute':
      return `contesta no banco ${which[step.which]}`;
    case 'win':
      return 'a contestação é decidida a nosso favor';
    case 'lose':
      return step.isSilent ? 'a contestação é perdida sem que nenhum aviso conte' : 'a contestação é perdida';
    case 'refund':
      return `alguém estorna à mão, na operadora, ${which[step.which]}`;
    case 'processor':
      return {
        down: 'a operadora sai do ar',
        loses: 'as duas próximas respostas da operadora se perdem',
        up: 'a operadora volta',
      }[step.state];
    case 'cluster':
      return {
        down: 'o Argo CD sai do ar',
        failing: 'toda sincronização do Argo CD falha',
        up: 'o Argo CD volta',
      }[step.state];
    case 'events':
      return {
        normal: 'os avisos da operadora chegam',
        lost: 'os avisos da operadora se perdem',
        twice: 'cada aviso da operadora chega duas vezes',
        reversed: 'os avisos da operadora chegam em ordem inversa',
      }[step.mode];
    case 'outage':
      return `a API fica fora do ar por ${days(step.days)}`;
    case 'change-card': {
      const how = step.isHosted
        ? 'na página da operadora'
        : step.pays
          ? 'e paga a atrasada com ele'
          : 'no formulário';
      return `troca o cartão ${step.works ? '' : 'por um que é recusado, '}${how}`;
    }
    case 'invite':
      return 'convida um colega em /conta/pessoas';
    case 'accept':
      return 'o colega convidado por último aceita';
    case 'remove':
      return `retira ${step.which === 'newest' ? 'quem entrou por último' : 'quem entrou primeiro'}`;
    case 'monitors':
      return `cria ${step.count} monitores a cada ${step.interval} s`;
    case 'pause-own':
      return `pausa os ${step.count} monitores mais novos que funcionam`;
    case 'resume-own':
      return 'liga de novo os monitores que pausou';
    case 'colleague-leaves':
      return step.who === 'invited'
        ? 'quem só foi convidado apaga a própria conta'
        : 'quem aceitou um convite apaga a própria conta';
    case 'resume-ours':
      return `um programa liga ${step.times} vezes, a cada dez minutos, os monitores que pausamos`;
    case 'leave-for-good':
      return `apaga a própria conta em /conta; a próxima compra vem de um novo e-mail com ${step.sameTaxId ? 'o mesmo CPF' : 'outro CPF'}`;
    case 'at-once':
      return (
        `ao mesmo tempo, com ${step.gapMs} ms entre um e outro (D1 ${step.databaseMs} ms, Argo CD ${step.clusterMs} ms): ` +
        `${sayStep(step.first)}; ${sayStep(step.second)}`
      );
  }
}

/** A whole sequence with its responses. */
export function saySequence({ from, steps }: Sequence, answers: readonly string[] = []): string {
  const lines = steps.map((step, index) => {
    const answer = answers[index];
    return `  ${index + 1}. ${sayStep(step)}${answer === undefined ? '' : ` → ${answer}`}`;
  });
  return [`  Começa em ${from}.`, ...lines].join('\n');
}
