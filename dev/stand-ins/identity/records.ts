/**
 * Storage of the OIDC library's sessions, grants, codes and refresh tokens, so that sign-ins survive a restart.
 *
 * Records are stored under a hash of their id and without the id, so that the file contains no usable token or cookie.
 */
import { createHash } from 'node:crypto';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { IdentityStore, StoredRecord } from './store.ts';

/** A signed-in browser. */
export interface SessionSummary {
  /** Session id as in the token's `sid`. */
  readonly id: string;
  readonly userId: string;
  readonly signedInAt: string;
}

const keyOf = (model: string, id: string): string =>
  `${model}:${createHash('sha256').update(id).digest('base64url')}`;

function isAlive(record: StoredRecord | undefined): record is StoredRecord {
  return record !== undefined && (record.endsAt === null || record.endsAt > Date.now());
}

/** The library's adapter factory over the store. */
export function createRecords(store: IdentityStore): (model: string) => Adapter {
  const { records } = store.state;

  function dropEnded(): void {
    for (const [key, record] of Object.entries(records)) if (!isAlive(record)) delete records[key];
  }

  function findBy(model: string, field: 'uid' | 'userCode', value: string): AdapterPayload | undefined {
    return Object.values(records).find(
      (record) => record.model === model && record.payload[field] === value && isAlive(record),
    )?.payload;
  }

  return (model) => ({
    async upsert(id, { jti: _jti, ...payload }, expiresIn) {
      dropEnded();
      const endsAt = expiresIn === undefined ? null : Date.now() + expiresIn * 1000;
      records[keyOf(model, id)] = { model, payload, endsAt };
      store.save();
    },
    async find(id) {
      const record = records[keyOf(model, id)];
      return isAlive(record) ? { ...record.payload, jti: id } : undefined;
    },
    findByUid: async (uid) => findBy(model, 'uid', uid),
    findByUserCode: async (userCode) => findBy(model, 'userCode', userCode),
    async consume(id) {
      const record = records[keyOf(model, id)];
      if (record) record.payload = { ...record.payload, consumed: Math.floor(Date.now() / 1000) };
      store.save();
    },
    async destroy(id) {
      delete records[keyOf(model, id)];
      store.save();
    },
    async revokeByGrantId(grantId) {
      dropGrant(store, grantId);
      store.save();
    },
  });
}

/** Models that end with their grant. A running login also names its grant, but stays. */
const givenUnderGrant: ReadonlySet<string> = new Set(['AuthorizationCode', 'RefreshToken']);

/** Removes a grant with all its codes and refresh tokens. */
function dropGrant(store: IdentityStore, grantId: string): void {
  const { records } = store.state;
  delete records[keyOf('Grant', grantId)];
  for (const [key, { model, payload }] of Object.entries(records)) {
    if (givenUnderGrant.has(model) && payload.grantId === grantId) delete records[key];
  }
}

/** All current sessions. */
export function listSessions(store: IdentityStore): SessionSummary[] {
  return Object.values(store.state.records).flatMap((record) => {
    const { uid, accountId, loginTs } = record.payload;
    if (record.model !== 'Session' || !isAlive(record) || !uid || !accountId) return [];
    return [{ id: uid, userId: accountId, signedInAt: new Date((loginTs ?? 0) * 1000).toISOString() }];
  });
}

/** When the password of a session was last typed, in seconds; 0 for an ended session. */
export function signedInAt(store: IdentityStore, sessionId: string): number {
  const records = Object.values(store.state.records);
  return (
    records.find(({ model, payload }) => model === 'Session' && payload.uid === sessionId)?.payload.loginTs ??
    0
  );
}

/** Ends a browser's session with its grants and refresh tokens. Succeeds when it has already ended. */
export function endSession(store: IdentityStore, sessionId: string): void {
  const { records } = store.state;
  for (const [key, { model, payload }] of Object.entries(records)) {
    if (model !== 'Session' || payload.uid !== sessionId) continue;
    delete records[key];
    for (const { grantId } of Object.values(payload.authorizations ?? {}))
      if (grantId) dropGrant(store, grantId);
  }
  store.save();
}
