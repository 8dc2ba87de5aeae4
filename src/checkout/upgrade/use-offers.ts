/** Reads the offers for a tenant, and reads them again when they may have changed. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { UpgradeOffers } from '#domain/api-schemas/upgrade.ts';
import type { Failure } from '#form/failure.ts';
import { useBackOnline } from '#lib/use-back-online.ts';
import { useOnReturn } from '#lib/use-on-return.ts';
import { signInIfExpired } from '#session/expired.ts';
import { getUpgradeOffers } from './upgrade-api.ts';

export interface OffersRead {
  /** The last offers; kept while they are read again and after a failure. */
  readonly offers: UpgradeOffers | null;
  /** Why the last read failed; `null` during a read and after a success. */
  readonly error: unknown;
  readonly isReading: boolean;
  /** Resolves when the new offers or the error are in place. Never throws. */
  reread(): Promise<void>;
}

type Read = Pick<OffersRead, 'offers' | 'error' | 'isReading'>;

/** @param tenant `null` while there is nothing to read. */
export function useOffers(tenant: string | null): OffersRead {
  const [read, setRead] = useState<Read>({ offers: null, error: null, isReading: tenant !== null });
  const question = useRef<AbortController>(undefined);

  const reread = useCallback(async (): Promise<void> => {
    if (tenant === null) return;
    question.current?.abort();
    const asked = new AbortController();
    question.current = asked;
    const { signal } = asked;
    setRead(({ offers }) => ({ offers, error: null, isReading: true }));
    try {
      const offers = await getUpgradeOffers(tenant, signal);
      if (!signal.aborted) setRead({ offers, error: null, isReading: false });
    } catch (error) {
      if (signal.aborted) return;
      setRead(({ offers }) => ({ offers, error, isReading: false }));
      await signInIfExpired(error);
    }
  }, [tenant]);

  useEffect(() => {
    void reread();
    return () => question.current?.abort();
  }, [reread]);
  // Perhaps from before a payment.
  useOnReturn(() => void reread());

  // The customer may have paid in another tab.
  const isBlocked = read.offers?.espera !== undefined || read.offers?.impedimento !== undefined;
  useEffect(() => {
    if (!isBlocked) return;
    const onSight = () => document.visibilityState === 'visible' && void reread();
    document.addEventListener('visibilitychange', onSight);
    return () => document.removeEventListener('visibilitychange', onSight);
  }, [isBlocked, reread]);

  useBackOnline(read.error !== null, () => void reread());

  return { ...read, reread };
}

/** True when the server's figures differ from those that were shown. */
export function isQuoteChanged({ outcome }: Failure): boolean {
  return outcome.kind === 'refused' && outcome.code === 'quote-changed';
}
