/** Downloads the environment's data as a file. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { postEnvironmentCopy } from '#account/own-data/own-data-api.ts';
import { failureOf, type OwnDataFailure } from '#account/own-data/use-own-data.ts';
import type { EnvironmentCopyRequest, EnvironmentFormat } from '#domain/api-schemas/own-data.ts';
import { businessDay } from '#domain/billing/days.ts';
import { message } from '#domain/messages/moving-out.ts';
import { saveFile } from '#lib/save-file.ts';

const types = { json: 'application/json', db: 'application/vnd.sqlite3' } as const;

/** An Uptime Kuma looks for this name in its folder. */
const nameOf = (format: EnvironmentFormat, tenant: string): string =>
  format === 'db' ? 'kuma.db' : `${tenant}-${businessDay(Date.now())}.json`;

export function useEnvironmentCopy(tenant: string) {
  const [bytes, setBytes] = useState(0);
  const download = useMutation<void, OwnDataFailure, EnvironmentCopyRequest>({
    onMutate: () => setBytes(0),
    mutationFn: async (options) => {
      try {
        const file = await postEnvironmentCopy(options, setBytes);
        saveFile(nameOf(options.formato, tenant), types[options.formato], file);
      } catch (error) {
        throw failureOf(
          error,
          message('own-data.environment-failed-title'),
          message('own-data.environment-broken'),
        );
      }
    },
  });
  return { ...download, bytes };
}
