/** HAProxy: people's requests to the webs that say they are ready, and what goes past the pooler to the primary. */
import net from 'node:net';
import { deployed } from './deployed.ts';
import { documented } from './documented.ts';
import { createPart, listens, type Part } from './part.ts';

export interface ProxyOptions {
  readonly program: string;
  readonly logs: string;
  /** People. */
  readonly port: number;
  /** The database, past the pooler. */
  readonly databasePort: number;
  /** The standby, for reading. */
  readonly readingPort: number;
  readonly controlPort: number;
  readonly webPorts: readonly number[];
}

export interface Proxy {
  readonly part: Part;
  /** Where the database is from now on; connections to where it was are ended. */
  lead(port: number): Promise<void>;
  /** Where its standby is from now on. */
  leadReading(port: number): Promise<void>;
  /** Names of the webs it sends requests to. */
  up(): Promise<readonly string[]>;
}

export function createProxy(options: ProxyOptions, primary: number, standby: number): Proxy {
  const at = (port: number | undefined): string => `127.0.0.1:${port}`;
  let leadsTo = primary;
  let readsOn = standby;
  const part = createPart({
    name: 'haproxy',
    command: options.program,
    args: ['-db', '-f', deployed('haproxy.cfg')],
    env: () => ({
      PEOPLE: at(options.port),
      DATABASE: at(options.databasePort),
      CONTROL: at(options.controlPort),
      WEB_1: at(options.webPorts[0]),
      WEB_2: at(options.webPorts[1]),
      PRIMARY: at(leadsTo),
      READING: at(options.readingPort),
      STANDBY: at(readsOn),
    }),
    logs: options.logs,
    ready: () => listens(options.port),
  });
  const control = (command: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = net.connect(options.controlPort, '127.0.0.1', () => socket.end(`${command}\n`));
      let text = '';
      socket.on('data', (bytes) => (text += bytes.toString()));
      socket.once('error', reject).once('close', () => resolve(text));
    });
  return {
    part,
    async lead(port) {
      // For the next start, and the running one by its command.
      leadsTo = port;
      if (part.pid === undefined) return;
      await control(documented('set server database/primary addr', { '...': `127.0.0.1 port ${port}` }));
      await control(documented('shutdown sessions server'));
    },
    async leadReading(port) {
      readsOn = port;
      if (part.pid === undefined) return;
      await control(documented('set server reading/standby addr', { '...': `127.0.0.1 port ${port}` }));
    },
    async up() {
      const rows = (await control('show stat')).split('\n').map((row) => row.split(','));
      return rows
        .filter(([proxy, , ...rest]) => proxy === 'webs' && rest[15]?.startsWith('UP'))
        .map(([, name = '']) => name);
    },
  };
}
