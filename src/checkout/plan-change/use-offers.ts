/** Reads the offers for a tenant, and reads them again when they may have changed. */
import { useEffect } from 'react';
import { UpgradeOffers, upgradePath } from '#domain/api-schemas/plan-change.ts';
import type { Failure } from '#form/failure.ts';
import { ask } from '#lib/api.ts';
import { useOnReturn } from '#lib/use-on-return.ts';
import { type Read, useRead } from '#lib/use-read.ts';

export interface OffersRead extends Pick<Read<UpgradeOffers>, 'isReading' | 'reread'> {
  /** The last offers; kept while they are read again and after a failure. */
  readonly offers: UpgradeOffers | null;
  /** Why the last read failed; `null` during a read and after a success. */
  readonly error: unknown;
}

/** `GET /api/tenants/{tenant}/upgrade`. */
const readOffers = (signal: AbortSignal, tenant: string) =>
  ask(upgradePath(tenant), UpgradeOffers, { signal });

/** @param tenant `null` while there is nothing to read. */
export function useOffers(tenant: string | null): OffersRead {
  const { data: offers = null, error, isReading, reread } = useRead(tenant, readOffers);
  // Perhaps from before a payment.
  useOnReturn(() => void reread());
  // The customer may have paid in another tab.
  const isBlocked = offers?.waiting !== undefined || offers?.obstacle !== undefined;
  useEffect(() => {
    if (!isBlocked) return;
    const onSight = () => document.visibilityState === 'visible' && void reread();
    document.addEventListener('visibilitychange', onSight);
    return () => document.removeEventListener('visibilitychange', onSight);
  }, [isBlocked, reread]);
  return { offers, error: isReading ? null : error, isReading, reread };
}

/** True when the server's figures differ from those that were shown. */
export function isQuoteChanged({ outcome }: Failure): boolean {
  return outcome.kind === 'refused' && outcome.code === 'quote-changed';
}
