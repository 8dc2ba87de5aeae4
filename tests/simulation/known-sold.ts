/** Sequences about sold features besides paid days, each with its expected end. */
import type { Facts } from './facts.ts';
import { from, type KnownSequence, unless, wait } from './known-sequences.ts';
import type { CardStep } from './sold-steps.ts';
import type { Step } from './steps.ts';

const changeCard = (known: Partial<CardStep> = {}): Step => ({
  kind: 'change-card',
  works: true,
  pays: false,
  isHosted: false,
  ...known,
});
const colleague: readonly Step[] = [{ kind: 'invite' }, { kind: 'accept' }];

/** The card of the last charge that was paid. */
function lastCard({ charges, sold }: Facts): string | undefined {
  const paid = charges.filter(({ confirmedOn }) => confirmedOn !== null);
  return sold.chargedTo.get(paid.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn)).at(-1)?.id ?? '');
}

function lastMonitors({ sold }: Facts, running: number, pausedByUs: number): string[] {
  const last = sold.monitors.at(-1);
  return unless(
    last?.running.length === running && last.pausedByUs.length === pausedByUs,
    `no fim funcionam ${last?.running.length} monitores e ${last?.pausedByUs.length} estão pausados por nós`,
  );
}

export const knownAboutSold: readonly KnownSequence[] = [
  {
    name: 'cobrança recusada, cartão recusado, cartão que a paga e paga a próxima',
    sequence: from([
      { kind: 'checkout', plan: 'essential', cycle: 'monthly', entry: 'form', pays: true },
      { kind: 'card', works: false },
      { kind: 'wait-for', moment: 'due-day' },
      wait(2),
      { kind: 'card', works: true },
      changeCard({ works: false, pays: true }),
      changeCard({ pays: true }),
      { kind: 'wait-for', moment: 'due-day' },
      wait(1),
    ]),
    problems: (facts) => {
      const changed = facts.sold.cards.findLast(({ end }) => end === 'changed')?.card;
      const paid = facts.charges.filter(({ confirmedOn }) => confirmedOn !== null).length;
      return [
        ...unless(paid === 3, `${paid} cobranças pagas, e não 3`),
        ...unless(lastCard(facts) === changed, `a última cobrança usou o cartão final ${lastCard(facts)}`),
      ];
    },
  },
  {
    name: 'resposta perdida na troca do cartão',
    sequence: from([
      { kind: 'checkout', plan: 'pro', cycle: 'monthly', entry: 'form', pays: true },
      { kind: 'processor', state: 'loses' },
      changeCard(),
      wait(3),
      { kind: 'wait-for', moment: 'due-day' },
      wait(1),
    ]),
    problems: ({ sold }) =>
      unless(sold.card !== null && sold.card.shown === sold.card.charged, 'a conta e a assinatura diferem'),
  },
  {
    name: 'confiança, duas pessoas, cancelamento: um lugar a menos depois do prazo',
    sequence: from([
      { kind: 'checkout', plan: 'essential', cycle: 'monthly', entry: 'form', pays: true },
      { kind: 'upgrade', plan: 'pro', cycle: null, withCard: false, pays: true },
      ...colleague,
      ...colleague,
      { kind: 'cancel' },
      wait(1),
      wait(15),
    ]),
    problems: ({ sold }) =>
      unless(
        sold.teamsOver > 1 && sold.team?.active.length === 1,
        `no fim têm acesso ${sold.team?.active.length} pessoas além do dono`,
      ),
  },
  {
    name: '40 monitores a cada 20 s no Gratuito, três pausados pelo cliente, depois Essencial',
    sequence: from([
      { kind: 'checkout', plan: 'free', cycle: 'monthly', entry: 'form', pays: true },
      { kind: 'monitors', count: 40, interval: 20 },
      { kind: 'pause-own', count: 3 },
      wait(1),
      wait(16),
      { kind: 'upgrade', plan: 'essential', cycle: 'monthly', withCard: true, pays: true },
      wait(1),
    ]),
    problems: (facts) => lastMonitors(facts, 30, 7),
  },
  {
    name: 'acima do plano outra vez no mesmo ano',
    sequence: from([
      { kind: 'checkout', plan: 'free', cycle: 'monthly', entry: 'form', pays: true },
      { kind: 'monitors', count: 8, interval: 600 },
      { kind: 'pause-own', count: 3 },
      wait(1),
      { kind: 'resume-own' },
      wait(1),
      wait(15),
      { kind: 'pause-own', count: 3 },
      wait(1),
      { kind: 'resume-own' },
      wait(1),
      wait(1),
    ]),
    problems: (facts) => lastMonitors(facts, 5, 3),
  },
  {
    name: 'quem vigia não dorme; quem pausou tudo dorme, acorda como era, e vigia de novo',
    sequence: from([
      { kind: 'checkout', plan: 'free', cycle: 'monthly', entry: 'form', pays: true },
      { kind: 'monitors', count: 4, interval: 600 },
      wait(20),
      { kind: 'pause-own', count: 4 },
      wait(13),
      wait(4),
      { kind: 'wake' },
      wait(1),
      { kind: 'resume-own' },
      wait(20),
    ]),
    problems: ({ sold: { sleeps } }) => [
      ...unless(sleeps[2]?.isAsleep === false, 'dormiu enquanto vigiava'),
      ...unless(sleeps[5]?.isAsleep === true, 'não dormiu depois de pausar tudo'),
      ...unless(sleeps[6]?.isWoken === true, 'não acordou'),
      ...unless(sleeps.at(-1)?.isAsleep === false && sleeps.at(-1)?.running === 4, 'no fim não vigia'),
    ],
  },
  {
    name: 'quem paga enquanto dorme acorda',
    sequence: from([
      { kind: 'checkout', plan: 'free', cycle: 'monthly', entry: 'form', pays: true },
      wait(13),
      wait(4),
      { kind: 'upgrade', plan: 'essential', cycle: 'monthly', withCard: true, pays: true },
      wait(1),
    ]),
    problems: ({ sold: { sleeps } }) => [
      ...unless(sleeps[2]?.isAsleep === true, 'não dormiu'),
      ...unless(sleeps.at(-1)?.isAsleep === false, 'paga e dorme'),
    ],
  },
  {
    name: 'quem participa, quem saiu e quem só foi convidado apagam a conta, e nada fica',
    sequence: from([
      { kind: 'checkout', plan: 'enterprise', cycle: 'monthly', entry: 'form', pays: true },
      ...colleague,
      ...colleague,
      { kind: 'remove', which: 'oldest' },
      { kind: 'invite' },
      { kind: 'colleague-leaves', who: 'member' },
      { kind: 'colleague-leaves', who: 'member' },
      { kind: 'colleague-leaves', who: 'invited' },
      wait(1),
      wait(1),
      wait(1),
      wait(1),
    ]),
    problems: ({ sold }) =>
      unless(
        sold.deletions.length === 3 && sold.deletions.every(({ endedOn }) => endedOn !== null),
        `das exclusões terminaram ${sold.deletions.filter(({ endedOn }) => endedOn !== null).length}`,
      ),
  },
  {
    name: 'um programa liga de novo o que pausamos: ganha minutos, e poucos e-mails',
    sequence: from([
      { kind: 'checkout', plan: 'free', cycle: 'monthly', entry: 'form', pays: true },
      { kind: 'monitors', count: 8, interval: 600 },
      wait(1),
      wait(15),
      wait(1),
      { kind: 'resume-ours', times: 60 },
      wait(2),
    ]),
    problems: (facts) => [
      ...unless(
        facts.sold.monitors.some(({ insisted }) => insisted !== null),
        'nenhum programa ligou monitores',
      ),
      ...lastMonitors(facts, 5, 3),
    ],
  },
  {
    name: 'a dona apaga a conta: quem trabalha com ela tem sete dias, e nada fica',
    sequence: from([
      { kind: 'checkout', plan: 'pro', cycle: 'monthly', entry: 'form', pays: true },
      ...colleague,
      changeCard(),
      { kind: 'leave-for-good', sameTaxId: true },
      wait(6),
      wait(2),
      wait(2),
    ]),
    problems: ({ sold, erased }) =>
      unless(sold.selfErased === 1 && erased.size === 1, 'a conta não foi apagada'),
  },
  {
    name: 'a exclusão da conta espera um dia pelo cluster, e o aviso sobre ela também se vai',
    sequence: from([
      { kind: 'cluster', state: 'failing' },
      { kind: 'checkout', plan: 'essential', cycle: 'yearly', entry: 'form', pays: true },
      { kind: 'leave-for-good', sameTaxId: false },
      wait(1),
      wait(1),
    ]),
    problems: ({ sold, erased }) =>
      unless(sold.selfErased === 1 && erased.size === 1, 'a conta não foi apagada'),
  },
  {
    name: 'a cobrança paga sobre o uso depois de um estorno à mão tem a sua nota',
    sequence: from([
      { kind: 'checkout', plan: 'enterprise', cycle: 'monthly', entry: 'hosted', pays: true },
      { kind: 'refund', which: 'oldest' },
      wait(15),
      { kind: 'upgrade', plan: 'essential', cycle: 'monthly', withCard: true, pays: true },
      wait(15),
    ]),
    problems: ({ charges, sold }) =>
      unless(
        charges.some(
          ({ id, confirmedOn }) =>
            confirmedOn === '2027-02-02' && sold.notes.some((each) => each.charge === id),
        ),
        'nenhuma cobrança sobre o uso teve nota',
      ),
  },
];
