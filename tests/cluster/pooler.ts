/** PgBouncer in transaction mode, in front of the primary. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { filledIn } from './deployed.ts';
import { documented } from './documented.ts';
import { type Account, createPart, listens, type Part } from './part.ts';

export interface Pooler {
  readonly part: Part;
  /**
   * Where it leads from now on. It is started anew: told to read its settings again it would keep connections to where it led
   * before until their transactions end, which may be never.
   */
  lead(port: number): Promise<void>;
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
  const [, template = ''] = /^envsubst < deploy\/cluster\/(\S+) > /.exec(documented('envsubst')) ?? [];
  const write = (port: number): void =>
    writeFileSync(
      file,
      filledIn(template, {
        HOST: '127.0.0.1',
        PORT: String(options.port),
        PRIMARY_HOST: '127.0.0.1',
        PRIMARY_PORT: String(port),
        USERS: users,
      }),
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
    async lead(port) {
      write(port);
      await part.kill();
      await part.start();
    },
  };
}
