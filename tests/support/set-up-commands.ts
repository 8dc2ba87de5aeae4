/**
 * The socket commands with which an instance is set up, as measured on Uptime Kuma 2.5.3 (server/server.js): one
 * administrator, settings, and what a new connection is greeted with.
 */
export interface Administrator {
  readonly username: string;
  readonly password: string;
}

/** Where an instance keeps what it is told; the commands change it. */
export interface SetUpStore {
  administrator: Administrator | null;
  settings: Record<string, unknown>;
}

export interface CommandAnswer {
  readonly ok: boolean;
  readonly msg?: string;
  readonly data?: Record<string, unknown>;
}

const refused = (msg: string): CommandAnswer => ({ ok: false, msg });

/** Makes the commands of each new connection. */
export function setUpCommands(store: SetUpStore) {
  return () => {
    let isSignedIn = store.settings['disableAuth'] === true;
    const greeting = [
      ...(store.administrator === null ? ['setup'] : []),
      isSignedIn ? 'autoLogin' : 'loginRequired',
    ];

    const commands: Record<string, (...values: never[]) => CommandAnswer> = {
      setup(username: string, password: string) {
        if (store.administrator) return refused('Uptime Kuma has been initialized.');
        store.administrator = { username, password };
        return { ok: true };
      },
      login({ username, password }: Administrator) {
        const known = store.administrator;
        if (known?.username !== username || known.password !== password) return refused('authIncorrectCreds');
        isSignedIn = true;
        return { ok: true };
      },
      getSettings: () =>
        isSignedIn
          ? { ok: true, data: { serverTimezone: 'Etc/UTC', ...store.settings } }
          : refused('You are not logged in.'),
      setSettings(data: Record<string, unknown>, password: string) {
        if (!isSignedIn) return refused('You are not logged in.');
        const turnsOff = !store.settings['disableAuth'] && data['disableAuth'];
        if (turnsOff && password !== store.administrator?.password) return refused('Incorrect password');
        store.settings = data;
        return { ok: true };
      },
    };

    return {
      /** Names of the events that greet the connection, in order. */
      greeting,
      isSignedIn: () => isSignedIn,
      /** `undefined` for a command that is not one of these. */
      call: (name: string, ...values: unknown[]) => commands[name]?.(...(values as never[])),
    };
  };
}
