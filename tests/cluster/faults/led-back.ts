/**
 * A failover to a standby that lagged, and a restore: labels that were paid for are unknown afterwards. The installation is led through
 * both as docs/operations.md says.
 */
import path from 'node:path';
import type { Cluster } from '../cluster.ts';
import { documented } from '../documented.ts';
import { until } from '../part.ts';
import { DATABASE, OWNER, waitForStandby } from '../postgres.ts';
import { operatorWords } from '../product.ts';
import { LOST, type LostLabelsStory, tellLostLabels } from './lost-labels.ts';
import type { FaultStory } from './run-faults.ts';

const caughtUp = (cluster: Cluster): Promise<void> =>
  until(
    async () => {
      const [row] = await cluster.primary.ask<{ same: boolean }>(
        'SELECT bool_and(replay_lsn >= pg_current_wal_lsn()) AS same FROM pg_stat_replication',
      );
      return row?.same === true;
    },
    30_000,
    () => 'the standby does not catch up',
  );

const failover: LostLabelsStory = {
  name: 'failover-lost-commits',
  what: `an asynchronous standby that lacks ${LOST} paid labels takes over; their orders are bought again`,
  async before(cluster) {
    await waitForStandby(cluster.primary, undefined);
    await caughtUp(cluster);
    // From here on nothing reaches the standby, and commits do not wait for it.
    cluster.replication.set('silent');
  },
  async lose(cluster, say) {
    const begun = Date.now();
    // Fence: the machine loses its network, then its server ends. Only then is the standby promoted.
    cluster.lineOf(cluster.primary).set('refused');
    await cluster.primary.part.kill();
    await cluster.failOver();
    say(`fenced and promoted after ${((Date.now() - begun) / 1_000).toFixed(1)} s`);
  },
  after: (cluster) => cluster.rebuildStandby(),
};

const backupOf = (cluster: Cluster): string => path.join(cluster.folder, 'backup.scanship');

const restore: LostLabelsStory = {
  name: 'restore',
  what: `the database is gone; a backup from before ${LOST} paid labels is restored, and their orders are bought again`,
  async before(cluster) {
    await cluster.operate('backup', backupOf(cluster), '--with-files');
  },
  async lose(cluster, say) {
    await Promise.all(cluster.products.map(({ part }) => part.kill()));
    await cluster.primary.ask(`DROP DATABASE ${DATABASE} WITH (FORCE)`, [], 'postgres');
    await cluster.primary.ask(`CREATE DATABASE ${DATABASE} OWNER ${OWNER}`, [], 'postgres');
    const [rows = ''] = (
      await cluster.operate(...operatorWords(documented('npm start -- restore', { FILE: backupOf(cluster) })))
    )
      .split('\n')
      .filter((line) => line.includes('restored'));
    say(rows);
    for (const { part } of cluster.products) await part.start();
  },
  after: async () => undefined,
};

const storyOf = (story: LostLabelsStory): FaultStory => ({
  name: story.name,
  what: story.what,
  tell: (cluster, say) => tellLostLabels(story, cluster, say),
});

export const LED_BACK: readonly FaultStory[] = [storyOf(failover), storyOf(restore)];
