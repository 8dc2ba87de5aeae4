/** Downloads the environment's data as a file. */
import { useState } from 'react';
import { useOwnDataRequest } from '#account/own-data/use-own-data.ts';
import {
  type EnvironmentCopyRequest,
  type EnvironmentFormat,
  environmentCopyEndpoint,
} from '#domain/api-schemas/own-data.ts';
import { businessDay } from '#domain/billing/days.ts';
import { message } from '#domain/messages/moving-out.ts';
import { postForFile } from '#lib/api-file.ts';
import { saveFile } from '#lib/save-file.ts';

/** A whole history over a slow line. */
const FILE_TIMEOUT_MS = 30 * 60_000;

const types = { json: 'application/json', db: 'application/vnd.sqlite3' } as const;

/** An Uptime Kuma looks for this name in its folder. */
const nameOf = (format: EnvironmentFormat, tenant: string): string =>
  format === 'db' ? 'kuma.db' : `${tenant}-${businessDay(Date.now())}.json`;

export function useEnvironmentCopy(tenant: string) {
  const [bytes, setBytes] = useState(0);
  const download = useOwnDataRequest(
    async (body: EnvironmentCopyRequest) => {
      setBytes(0);
      const file = await postForFile(environmentCopyEndpoint, {
        body,
        onBytes: setBytes,
        timeoutMs: FILE_TIMEOUT_MS,
      });
      saveFile(nameOf(body.formato, tenant), types[body.formato], file);
    },
    { title: message('own-data.environment-failed-title'), unclear: message('own-data.environment-broken') },
  );
  return { ...download, bytes };
}
