/** PgBouncer in transaction mode, in front of the primary. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Account, createPart, listens, type Part } from './part.ts';

export interface Pooler {
  readonly part: Part;
  /** Where it leads from now on; connections that are in use are given up when their transaction ends. */
  lead(port: number): void;
}

export interface PoolerOptions {
  readonly program: string;
  readonly account: Account | undefined;
  readonly folder: string;
  readonly logs: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

export function createPooler(options: PoolerOptions, to: number): Pooler {
  const file = path.join(options.folder, 'pgbouncer.ini');
  const users = path.join(options.folder, 'pgbouncer-users');
  writeFileSync(users, `"${options.user}" "${options.password}"\n`, { mode: 0o644 });
  const write = (port: number): void =>
    writeFileSync(
      file,
      `[databases]
* = host=127.0.0.1 port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${options.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = transaction
default_pool_size = 40
max_client_conn = 400
query_wait_timeout = 20
server_connect_timeout = 5
server_login_retry = 1
`,
    );
  write(to);
  const part = createPart({
    name: 'pgbouncer',
    command: options.program,
    args: [file],
    account: options.account,
    logs: options.logs,
    stopSignal: 'SIGINT',
    ready: () => listens(options.port),
  });
  return {
    part,
    lead(port) {
      write(port);
      if (part.pid !== undefined) process.kill(part.pid, 'SIGHUP');
    },
  };
}
