/** For a member of another account's environment: whose it is, and how it stands. Only the owner sees money. */

import type { MembersView } from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages/shared.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { catalog } from '#lib/catalog.ts';
import { FactList } from '#ui/fact-list.tsx';
import { Notice } from '#ui/notice.tsx';
import { Section } from '#ui/section.tsx';

const states = {
  active: 'No ar',
  asleep: 'Dormindo',
  suspended: 'Suspenso: fale com quem o contratou',
  ended: 'Encerrado por quem o contratou',
} as const;

export function Membership({ view }: { readonly view: MembersView }) {
  return (
    <div className="grid gap-6">
      {view.isPaused ? (
        <Notice tone="warning" role="status" title="Seu acesso está parado">
          {message('gate.paused')}
        </Notice>
      ) : null}
      <Section id="vigia-titulo" title="Painel em que você trabalha">
        <FactList
          isTight
          rows={[
            ['Endereço', shownAddress(view.url)],
            ['Situação', states[view.state]],
            ['Plano', catalog.plan(view.plan).name],
            ['Monitores do plano', String(catalog.plan(view.plan).limits.monitors)],
            ...(view.owner === undefined ? [] : [['Dono', view.owner] as const]),
          ]}
        />
        <p className="text-ui leading-6 text-ink-soft">
          Mudar de plano, pagar e cancelar é com o dono. Para deixar de participar, abra{' '}
          <a href={PEOPLE_PAGE} className="font-semibold text-ink underline underline-offset-4">
            Pessoas
          </a>
          .
        </p>
      </Section>
    </div>
  );
}
