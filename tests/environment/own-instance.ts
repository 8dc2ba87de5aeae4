/** A customer's own Uptime Kuma, started with a `kuma.db` that an environment gave out. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { vi } from 'vitest';
import { io } from './socket-client.ts';
import { endedBy, freePorts, greeted, realInstance } from './stage.ts';

export async function startOwn(database: string, folder: string) {
  mkdirSync(folder, { recursive: true });
  copyFileSync(database, join(folder, 'kuma.db'));
  const { instance: port } = await freePorts();
  const url = `http://127.0.0.1:${port}`;
  // As on a server of one's own: nothing but the folder is set.
  const env = {
    ...process.env,
    DATA_DIR: `${folder}/`,
    UPTIME_KUMA_HOST: '127.0.0.1',
    UPTIME_KUMA_PORT: String(port),
  };
  const run = (...words: string[]) =>
    spawn(process.execPath, words, { cwd: realInstance, env, stdio: 'ignore' });
  const program = endedBy(run('server/server.js'));
  await vi.waitUntil(
    () =>
      fetch(`${url}/api/entry-page`).then(
        ({ ok }) => ok,
        () => false,
      ),
    {
      timeout: 60_000,
      interval: 200,
    },
  );
  return {
    openSocket: () => greeted(url),
    /** `npm run reset-password`, without its questions. */
    async resetPassword(password: string) {
      const [code] = await once(run('extra/reset-password.js', `--new-password=${password}`), 'exit');
      if (code !== 0) throw new Error(`reset-password ends with ${code}`);
    },
    async monitorsAs(username: string, password: string): Promise<{ id: number; name: string }[]> {
      const socket = io(url);
      await new Promise((resolve) => socket.once('connect', resolve));
      const list = new Promise<Record<string, { id: number; name: string }>>((resolve) =>
        socket.once('monitorList', resolve),
      );
      const answer = (await socket.emitWithAck('login', { username, password, token: '' })) as {
        ok: boolean;
      };
      if (!answer.ok) throw new Error('the login is refused');
      const monitors = Object.values(await list).toSorted((a, b) => a.id - b.id);
      socket.disconnect();
      return monitors;
    },
    stop: () => program.stop(),
  };
}
