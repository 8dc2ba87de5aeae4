/** What may be bought for a tenant, read once the page knows whose it is, and anew where the server says it changed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UpgradeOffers } from '#domain/contracts/upgrade.ts';
import { signInIfExpired } from '#features/session/expired.ts';
import type { Failure } from '#features/submit/failure.ts';
import { getUpgradeOffers } from '#lib/api.ts';
import { useBackOnline } from '#lib/use-back-online.ts';

export interface OffersRead {
  /** What was read last; stays while it is read anew, and where that fails. */
  readonly offers: UpgradeOffers | null;
  /** Why the last reading failed; `null` while one is under way and after one that did not. */
  readonly error: unknown;
  readonly isReading: boolean;
  /** Resolves when the page holds what the server says now, or why it could not be had. Never throws. */
  reread(): Promise<void>;
}

type Told = Pick<OffersRead, 'offers' | 'error' | 'isReading'>;

/** @param tenant `null` while nothing is to be asked. */
export function useOffers(tenant: string | null): OffersRead {
  const [told, setTold] = useState<Told>({ offers: null, error: null, isReading: tenant !== null });
  const question = useRef<AbortController>(undefined);

  const reread = useCallback(async (): Promise<void> => {
    if (tenant === null) return;
    question.current?.abort();
    const asked = new AbortController();
    question.current = asked;
    const { signal } = asked;
    setTold(({ offers }) => ({ offers, error: null, isReading: true }));
    try {
      const offers = await getUpgradeOffers(tenant, signal);
      if (!signal.aborted) setTold({ offers, error: null, isReading: false });
    } catch (error) {
      if (signal.aborted) return;
      setTold(({ offers }) => ({ offers, error, isReading: false }));
      await signInIfExpired(error);
    }
  }, [tenant]);

  useEffect(() => {
    void reread();
    // "Voltar" brings the page back as it was left, perhaps before something was paid.
    const onReturn = (event: PageTransitionEvent) => event.persisted && void reread();
    window.addEventListener('pageshow', onReturn);
    return () => {
      window.removeEventListener('pageshow', onReturn);
      question.current?.abort();
    };
  }, [reread]);

  // Somebody who comes back from paying elsewhere finds what may be bought then.
  const isBlocked = told.offers?.espera !== undefined || told.offers?.impedimento !== undefined;
  useEffect(() => {
    if (!isBlocked) return;
    const onSight = () => document.visibilityState === 'visible' && void reread();
    document.addEventListener('visibilitychange', onSight);
    return () => document.removeEventListener('visibilitychange', onSight);
  }, [isBlocked, reread]);

  useBackOnline(told.error !== null, () => void reread());

  return { ...told, reread };
}

/** True where the server holds other figures than those that were shown. */
export function isQuoteChanged({ outcome }: Failure): boolean {
  return outcome.kind === 'refused' && outcome.code === 'quote-changed';
}
