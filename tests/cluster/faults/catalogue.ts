/** What breaks, each by its name. Every fault mends what it broke, as an operator does, before it returns. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../cluster.ts';
import type { Line } from '../relay.ts';
import type { Part } from '../part.ts';
import { findFakeTime } from '../programs.ts';

export interface Fault {
  readonly name: string;
  readonly what: string;
  /** No request may fail. */
  readonly unnoticed?: boolean;
  /** Why it cannot be tried on this machine. */
  readonly missing?: () => string | undefined;
  run(cluster: Cluster, say: (line: string) => void): Promise<void>;
}

/** So long it takes until somebody, or a supervisor, starts what ended. */
const AWAY_MS = 3_000;
const RESTARTS = 10;

/** As a supervisor does it: what ends at its start, because something that it needs is still away, is started again. */
async function startAgain(part: Part): Promise<void> {
  for (let n = 1; ; n += 1)
    try {
      return await part.start();
    } catch (error) {
      if (n === RESTARTS || part.pid !== undefined) throw error;
      await sleep(1_000);
    }
}

const killed = async (...parts: readonly Part[]): Promise<void> => {
  await Promise.all(parts.map((part) => part.kill()));
  await sleep(AWAY_MS);
  await Promise.all(parts.map(startAgain));
};

const partOf = (cluster: Cluster, name: string): Part => {
  const parts = [
    ...cluster.products.map(({ part }) => part),
    cluster.pooler.part,
    cluster.proxy.part,
    cluster.simulators,
    cluster.primary.part,
    cluster.standby.part,
  ];
  const found = parts.find((part) => part.name === name);
  if (!found) throw new Error(`there is no part ${name}`);
  return found;
};

const kill = (...names: readonly string[]): Fault => ({
  name: `kill-${names.join('-and-')}`,
  what: `kill -9 of ${names.join(' and ')} at once`,
  run: (cluster) => killed(...names.map((name) => partOf(cluster, name))),
});

const line = (name: string, what: string, set: Line, seconds: number, machines: readonly number[]): Fault => ({
  name,
  what: `${what}, ${seconds} s`,
  async run(cluster) {
    const lines = machines.flatMap((at) => cluster.machines[at]?.lines ?? []);
    for (const each of lines) each.set(set);
    await sleep(seconds * 1_000);
    for (const each of lines) each.set('open');
  },
});

const fakeTimeMissing = (): string | undefined =>
  findFakeTime() === undefined ? 'apt-get install libfaketime' : undefined;
/** Time spans stay what they are: only what the clock shows is another. */
const fakeTime = (): Readonly<Record<string, string>> => ({
  LD_PRELOAD: findFakeTime() ?? '',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});

export const FAULTS: readonly Fault[] = [
  kill('web-1'),
  kill('worker-1'),
  kill('pgbouncer'),
  kill('haproxy'),
  kill('simulators'),
  kill('web-1', 'worker-2'),
  kill('worker-1', 'worker-2'),
  kill('web-2', 'pgbouncer'),
  kill('web-1', 'haproxy'),
  {
    name: 'kill-primary',
    what: 'kill -9 of the primary, started again over what it had written',
    run: (cluster) => killed(cluster.primary.part),
  },
  {
    name: 'kill-standby',
    what: 'kill -9 of the synchronous standby: commits wait until it is back',
    run: (cluster) => killed(cluster.standby.part),
  },
  {
    name: 'web-hangs',
    what: 'a web stops answering without ending (SIGSTOP), 8 s',
    async run(cluster) {
      const part = partOf(cluster, 'web-1');
      part.freeze();
      await sleep(8_000);
      part.thaw();
    },
  },
  line('network-broken', 'the network between one machine and the database refuses', 'refused', 10, [0]),
  line('network-silent', 'the network between one machine and the database is cut without a word', 'silent', 20, [0]),
  line(
    'network-silent-all',
    'the network between both machines and the database is cut without a word',
    'silent',
    10,
    [0, 1],
  ),
  line('network-slow', 'each way to the database takes 40 ms more on both machines', 40, 15, [0, 1]),
  {
    name: 'pooler-vanishes',
    what: 'the pooler’s machine vanishes and another takes its address: no connection is ended, none is answered',
    async run(cluster) {
      for (const { lines } of cluster.machines) for (const each of lines) each.forget();
    },
  },
  {
    name: 'no-connections',
    what: 'somebody else takes every connection of the primary, 10 s',
    async run(cluster) {
      const held = await cluster.takeConnections();
      await sleep(10_000);
      await held.release();
    },
  },
  {
    name: 'storage-away',
    what: 'the S3 storage is away, 20 s',
    async run(cluster) {
      await cluster.storage.stop();
      await sleep(20_000);
      await cluster.storage.start();
    },
  },
  {
    name: 'clocks-apart',
    what: 'one machine’s clock is a minute ahead of the other’s and of the database’s',
    missing: fakeTimeMissing,
    async run(cluster) {
      const [machine] = cluster.machines;
      const parts = machine ? [machine.web, machine.worker] : [];
      const restart = async (more: Readonly<Record<string, string>>): Promise<void> => {
        for (const each of parts) {
          await each.part.stop();
          each.more = more;
          await each.part.start();
        }
      };
      await restart({ ...fakeTime(), FAKETIME: '+60s' });
      await sleep(15_000);
      await restart({});
    },
  },
  {
    name: 'database-clock-jumps',
    what: 'the clock of the database jumps ninety seconds ahead and, 15 s later, back again',
    missing: fakeTimeMissing,
    async run(cluster) {
      const { primary } = cluster;
      const file = path.join(cluster.folder, 'database-clock');
      const restart = async (more: Readonly<Record<string, string>>): Promise<void> => {
        await primary.part.stop();
        primary.more = more;
        await primary.part.start();
      };
      writeFileSync(file, '+0s');
      await restart({ ...fakeTime(), FAKETIME_TIMESTAMP_FILE: file, FAKETIME_CACHE_DURATION: '1' });
      await sleep(5_000);
      writeFileSync(file, '+90s');
      await sleep(15_000);
      writeFileSync(file, '+0s');
      await sleep(5_000);
      await restart({});
    },
  },
  {
    name: 'roll',
    what: 'webs and workers are stopped and started one after the other',
    unnoticed: true,
    async run(cluster) {
      for (const { part } of cluster.products) {
        await part.stop();
        if (!part.said().trimEnd().endsWith('Stopped.')) throw new Error(`${part.name} did not stop in order`);
        await part.start();
        // Until the proxy has seen that it is back.
        await sleep(2_500);
      }
    },
  },
  {
    name: 'failover-synchronous',
    what: 'the primary ends for good; its synchronous standby takes over',
    async run(cluster, say) {
      await cluster.primary.part.kill();
      // It is fenced: it ended, and nobody starts it again.
      await cluster.failOver();
      say('promoted; a new standby is made');
      await cluster.rebuildStandby();
    },
  },
  {
    name: 'failover-silent',
    what: 'the primary’s machine vanishes without a word (no connection is ended); its synchronous standby takes over',
    async run(cluster, say) {
      const old = cluster.primary;
      cluster.lineOf(old).set('silent');
      cluster.replication.set('silent');
      await sleep(5_000);
      // It is fenced: whatever it still says reaches nobody, and pooler and proxy give up what they had open to it.
      await cluster.failOver();
      say('promoted; a new standby is made');
      await old.part.kill();
      await cluster.rebuildStandby();
    },
  },
];
