/** HAProxy: people's requests to the webs that say they are ready, and what goes past the pooler to the primary. */
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { createPart, listens, type Part } from './part.ts';

export interface ProxyOptions {
  readonly program: string;
  readonly folder: string;
  readonly logs: string;
  /** People. */
  readonly port: number;
  /** The database, past the pooler. */
  readonly databasePort: number;
  readonly controlPort: number;
  readonly webs: readonly { readonly name: string; readonly port: number }[];
}

export interface Proxy {
  readonly part: Part;
  /** Where the database is from now on; connections to where it was are ended. */
  lead(port: number): Promise<void>;
  /** Names of the webs it sends requests to. */
  up(): Promise<readonly string[]>;
}

/** Probes each second, two failures: a web that drains for 4 s or more is left before it stops listening. */
const configured = ({ port, databasePort, controlPort, webs }: ProxyOptions, primary: number): string => `
global
  maxconn 2000
  stats socket ipv4@127.0.0.1:${controlPort} level admin
defaults
  mode http
  timeout connect 3s
  timeout client 180s
  timeout server 180s
  timeout check 4s
frontend people
  bind 127.0.0.1:${port}
  option forwardfor
  http-request set-header X-Forwarded-Proto http
  http-request set-header X-Forwarded-Host %[req.hdr(host)]
  default_backend webs
backend webs
  balance roundrobin
  option redispatch 1
  retries 3
  option httpchk GET /readyz
  http-check expect status 200
  default-server check inter 1s fall 2 rise 1
${webs.map((web) => `  server ${web.name} 127.0.0.1:${web.port}`).join('\n')}
listen database
  mode tcp
  bind 127.0.0.1:${databasePort}
  timeout client 1h
  timeout server 1h
  server primary 127.0.0.1:${primary}
`;

export function createProxy(options: ProxyOptions, primary: number): Proxy {
  const file = path.join(options.folder, 'haproxy.cfg');
  const write = (port: number): void => writeFileSync(file, configured(options, port));
  write(primary);
  const part = createPart({
    name: 'haproxy',
    command: options.program,
    args: ['-db', '-f', file],
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
      // The file for the next start, the command for the running one.
      write(port);
      if (part.pid === undefined) return;
      await control(`set server database/primary addr 127.0.0.1 port ${port}`);
      await control('shutdown sessions server database/primary');
    },
    async up() {
      const rows = (await control('show stat')).split('\n').map((row) => row.split(','));
      return rows
        .filter(([proxy, , ...rest]) => proxy === 'webs' && rest[15]?.startsWith('UP'))
        .map(([, name = '']) => name);
    },
  };
}
