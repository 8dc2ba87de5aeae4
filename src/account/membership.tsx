/** For a member of another account's environment: its address, and how to leave. Only the owner sees money. */

import type { MembersView } from '#domain/api-schemas/people.ts';
import { PEOPLE_PAGE } from '#domain/people/people-page.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { catalog } from '#lib/catalog.ts';
import { Button } from '#ui/button.tsx';
import { FactList } from '#ui/fact-list.tsx';
import { Section } from '#ui/section.tsx';

const states = {
  active: 'No ar',
  suspended: 'Suspenso: fale com o dono do ambiente',
  ended: 'Encerrado pelo dono do ambiente',
} as const;

export function Membership({ view }: { readonly view: MembersView }) {
  const mayEnter = view.state === 'active' && view.isPaused !== true;
  return (
    <div className="grid max-w-prose gap-6">
      <Section id="ambiente-titulo" title="Ambiente em que você trabalha">
        <FactList
          isTight
          rows={[
            ['Endereço', shownAddress(view.url)],
            [
              'Situação',
              view.isPaused ? 'Seu acesso está parado: o plano tem menos lugares' : states[view.state],
            ],
            ['Plano', catalog.plan(view.plan).name],
            ['Monitores do plano', String(catalog.plan(view.plan).limits.monitors)],
            ...(view.owner === undefined ? [] : [['Dono', view.owner] as const]),
          ]}
        />
        <div className="flex flex-wrap gap-3">
          {mayEnter ? <Button href={`${view.url}/dashboard`}>Abrir o ambiente</Button> : null}
          <Button href={PEOPLE_PAGE} variant="secondary">
            Sair deste ambiente
          </Button>
        </div>
        <p className="text-ui leading-6 text-ink-soft">
          Mudar de plano, pagar e cancelar é com o dono do ambiente.
        </p>
      </Section>
    </div>
  );
}
