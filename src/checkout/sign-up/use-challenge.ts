/** Gets a challenge token from the frame, one per submission. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { ChallengeNews } from '#domain/api-schemas/challenge.ts';
import { settings } from '#lib/settings.ts';

/** How long a person may take to tick the box before an error is shown. */
const PATIENCE_MS = 20_000;

/** `pending`: not solved yet. `unavailable`: the challenge cannot be shown. */
export class ChallengeError extends Error {
  override readonly name = 'ChallengeError';
  readonly reason: 'pending' | 'unavailable';

  constructor(reason: ChallengeError['reason']) {
    super(`challenge: ${reason}`);
    this.reason = reason;
  }
}

export interface Challenge {
  /** Whether the form shows the frame. */
  readonly isOn: boolean;
  readonly frame: RefObject<HTMLIFrameElement | null>;
  /** Changes when the frame must reload. */
  readonly round: number;
  /** An unused token; `undefined` when the form needs none. @throws ChallengeError */
  take(): Promise<string | undefined>;
  /** Call after a refusal: the token is used up, and a new one needs a new frame. */
  renew(): void;
}

/** @param isOn The server requires a challenge for this order. */
export function useChallenge(isOn: boolean): Challenge {
  const frame = useRef<HTMLIFrameElement>(null);
  const [round, setRound] = useState(0);
  const latest = useRef<ChallengeNews | null>(null);
  const onNews = useRef<(() => void) | null>(null);

  useEffect(() => {
    latest.current = null;
    if (!isOn) return;
    function hear({ origin, source, data }: MessageEvent): void {
      if (origin !== settings.challengeUrl || source !== frame.current?.contentWindow) return;
      const read = ChallengeNews.safeParse(data);
      if (!read.success) return;
      latest.current = read.data;
      onNews.current?.();
    }
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [isOn]);

  /** Waits until the frame reports success or failure, or until the time is up. */
  const decided = (): Promise<void> =>
    new Promise((resolve) => {
      const isDecided = (): boolean => latest.current !== null && latest.current.desafio !== 'vencido';
      const timer = setTimeout(resolve, PATIENCE_MS);
      onNews.current = () => {
        if (!isDecided()) return;
        clearTimeout(timer);
        onNews.current = null;
        resolve();
      };
      onNews.current();
    });

  function renew(): void {
    latest.current = null;
    setRound((count) => count + 1);
  }

  async function take(): Promise<string | undefined> {
    if (!isOn) return undefined;
    await decided();
    const news = latest.current;
    latest.current = null;
    if (news?.desafio === 'resolvido') return news.token;
    throw new ChallengeError(news?.desafio === 'falhou' ? 'unavailable' : 'pending');
  }

  return { isOn, frame, round, take, renew };
}
