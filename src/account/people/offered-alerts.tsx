/** The next step after an invitation was accepted: the environment's alerts, at the address that the invitation proved. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AlertsOffer } from '#account/alerts/alerts-offer.tsx';
import { alertsQuery, useAlertsChange } from '#account/alerts/use-alerts.ts';
import { ALERTS_PAGE } from '#domain/alerts/alerts-page.ts';
import { message } from '#domain/messages/alerts.ts';
import { Section } from '#ui/section.tsx';

/** Shows nothing where there is nothing to offer, or where it could not be read. */
export function OfferedAlerts() {
  const { data } = useQuery({ ...alertsQuery, staleTime: 30_000 });
  const [taken, setTaken] = useState<string | null>(null);
  const change = useAlertsChange((done) => done.kind === 'add' && setTaken(done.email));
  const email = taken ?? data?.offer ?? null;
  if (email === null) return null;
  return (
    <Section id="avisos-titulo" title="Avisos no seu e-mail">
      {taken === null ? (
        <AlertsOffer
          email={email}
          change={{ ...change, isOwn: change.isPending }}
          onTake={() => change.isPending || change.mutate({ kind: 'add', email })}
        />
      ) : (
        <p role="status" className="max-w-prose wrap-anywhere">
          {message('alerts.offer-taken', { nome: email })}{' '}
          <a href={ALERTS_PAGE} className="font-semibold underline underline-offset-4">
            Abrir os avisos
          </a>
        </p>
      )}
    </Section>
  );
}
