/** A primary of its own with a migrated database, and a standby that streams from it by a line that can fall silent. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { ClientConfig } from 'pg';
import { bootstrap } from '../../src/platform/database/bootstrap.ts';
import { type DatabaseServer, embeddedConnections, withClient } from '../../src/platform/database/connection.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/platform/database/embedded-postgres.ts';
import { migrate } from '../../src/platform/database/migrator.ts';
import { dataFolder } from '../folders/data-folder.ts';
import { fastFolder } from '../global-setup.ts';

/** As on a real primary, commits are flushed before they are seen; only the disk itself is not waited for. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'replica',
  max_wal_senders: '4',
  max_connections: '60',
  shared_buffers: '32MB',
  wal_retrieve_retry_interval: '100ms',
};

export interface StandbyPair {
  readonly primary: DatabaseServer;
  readonly standby: DatabaseServer;
  /** The standby as the application reaches it. */
  readonly reached: ClientConfig;
  /** Whether what is sent to the standby and from it gets lost without a word. */
  silent(is: boolean): void;
  /** That were opened to it so far, as the application reaches it. */
  connections(): number;
  /** As the superuser. */
  onStandby(statement: string): Promise<void>;
  startStandby(): Promise<void>;
  killStandby(): void;
  close(): Promise<void>;
}

export async function makeStandbyPair(): Promise<StandbyPair> {
  const folder = dataFolder('standby', fastFolder());
  const [one, two] = [path.join(folder, 'primary'), path.join(folder, 'standby')];
  let first = await startEmbedded({ dataDir: one, settings: SETTINGS });
  const primary = embeddedConnections(first);
  await withClient(primary.admin('postgres'), (client) => client.query('CREATE DATABASE scanship'));
  await bootstrap(primary.admin());
  await migrate(primary.migrator());
  // Copied while nothing runs: the embedded server comes without pg_basebackup.
  await first.stop();
  fs.mkdirSync(two);
  await promisify(execFile)('cp', ['-a', path.join(one, 'postgres'), path.join(two, 'postgres')]);
  const data = path.join(two, 'postgres', 'data');
  fs.copyFileSync(path.join(data, 'PG_VERSION'), path.join(data, 'standby.signal'));
  const { uid, gid } = fs.statSync(data);
  fs.chownSync(path.join(data, 'standby.signal'), uid, gid);
  first = await startEmbedded({ dataDir: one, settings: SETTINGS });
  const source = `host=${first.socketFolder} port=${first.port} user=${first.superuser}`;
  const start = (): Promise<EmbeddedServer> =>
    startEmbedded({
      dataDir: two,
      settings: { ...SETTINGS, primary_conninfo: source, max_standby_streaming_delay: '0' },
    });
  let second = await start();
  const standby = embeddedConnections(second);

  const pairs: [net.Socket, net.Socket][] = [];
  let silent = false;
  let connections = 0;
  const line = net.createServer((near) => {
    const far = net.connect(`${second.socketFolder}/.s.PGSQL.${second.port}`);
    pairs.push([near, far]);
    connections += 1;
    for (const [from, onto] of [[near, far] as const, [far, near] as const]) {
      from.on('data', (bytes) => silent || onto.write(bytes)).on('error', () => undefined);
      from.on('close', () => onto.destroy());
    }
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { host: _, ...account } = standby.app();
  return {
    primary,
    standby,
    reached: { ...account, host: '127.0.0.1', port: (line.address() as net.AddressInfo).port },
    connections: () => connections,
    silent(is) {
      silent = is;
      // What was lost does not come back.
      if (!is) for (const socket of pairs.splice(0).flat()) socket.destroy();
    },
    onStandby: (statement) => withClient(standby.admin(), async (client) => void (await client.query(statement))),
    async startStandby() {
      second = await start();
    },
    killStandby: () => void process.kill(second.pid, 'SIGKILL'),
    async close() {
      line.close();
      for (const socket of pairs.flat()) socket.destroy();
      await second.stop();
      await first.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
