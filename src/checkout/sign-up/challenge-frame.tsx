/** The frame that shows the challenge of a free order. */
import { CHALLENGE_THEME, challengeEndpoint } from '#domain/api-schemas/challenge.ts';
import { message } from '#domain/messages/checkout.ts';
import { settings } from '#lib/settings.ts';
import type { Challenge } from './use-challenge.ts';

function frameAddress(): string {
  const url = new URL(challengeEndpoint, settings.challengeUrl);
  const { theme } = document.documentElement.dataset;
  if (theme !== undefined) url.searchParams.set(CHALLENGE_THEME, theme);
  return url.href;
}

export function ChallengeFrame({ challenge: { isOn, frame, round } }: { challenge: Challenge }) {
  if (!isOn) return null;
  return (
    <section aria-labelledby="desafio-titulo" className="grid gap-2">
      <h3 id="desafio-titulo" className="text-base font-semibold">
        {message('challenge.title')}
      </h3>
      {/* Another origin: its scripts cannot reach this page or navigate it away. */}
      <iframe
        key={round}
        ref={frame}
        src={frameAddress()}
        title={message('challenge.title')}
        sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
        referrerPolicy="origin"
        className="h-[4.25rem] w-full border-0 max-[24rem]:h-[9rem]"
      />
      <p className="text-[0.9375rem] leading-6 text-ink-soft">
        {message('challenge.why')}{' '}
        <a href="/privacidade.html" target="_blank" rel="noopener" className="text-signal underline">
          Privacidade<span className="sr-only"> (abre em outra aba)</span>
        </a>
      </p>
    </section>
  );
}
