/**
 * Change to a larger plan (requirements 000 §2, §4).
 *
 * The page is public: the plans are rendered on the server; the environment's data needs the session.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { PageTerms } from '#checkout/payment/page-terms.tsx';
import { Toasts } from '#form/toasts.tsx';
import { renameAddress } from '#lib/navigate.ts';
import { readUpgradeAddress, type UpgradeAddress, upgradePath } from '#lib/upgrade-address.ts';
import { findSession } from '#session/session-store.ts';
import { NoTenant } from './no-tenant.tsx';
import { UpgradeBoard } from './upgrade-board.tsx';

const unread: UpgradeAddress = { tenant: null, plan: null, cycle: null };

export function Upgrade({ terms = <PageTerms /> }: { terms?: ReactNode }) {
  const [address, setAddress] = useState<UpgradeAddress | null>(null);
  useEffect(() => {
    let isGone = false;
    void openedAddress().then((opened) => isGone || setAddress(opened));
    return () => {
      isGone = true;
    };
  }, []);
  return (
    <>
      {address !== null && address.tenant === null ? (
        <NoTenant />
      ) : (
        <UpgradeBoard key={String(address === null)} opening={address ?? unread} terms={terms} />
      )}
      <Toasts />
    </>
  );
}

/** Adds the account's environment to an address without one. */
async function openedAddress(): Promise<UpgradeAddress> {
  const read = readUpgradeAddress(window.location.search);
  if (read.tenant !== null) return read;
  const session = await findSession();
  if (session.status === 'visitor' || session.tenant === null) return read;
  renameAddress(upgradePath(session.tenant, read));
  return { ...read, tenant: session.tenant };
}
