/**
 * A failover to a standby that lagged: labels were paid for that are unknown afterwards. The installation is led through it as
 * docs/operations.md says: fence, promote, `after-restore`, ask or compare, ship on. Orders whose label was lost are bought again.
 */
import { randomUUID } from 'node:crypto';
import { confirmNothingMissing } from '@scanship/contracts/carriers/label-reconciliation';
import { listAccounts } from '@scanship/contracts/carriers/carriers';
import { addOrder } from '@scanship/contracts/orders/orders';
import { buy, findCustomer, quote, type Wish } from '../../faults/shopper.ts';
import { orderTo } from '../../support/demo.ts';
import type { Seller } from '../../support/seller.ts';
import type { Cluster } from '../cluster.ts';
import { until } from '../part.ts';
import { waitForStandby } from '../postgres.ts';
import { signIn } from './load.ts';
import { type FaultResult, type FaultStory } from './run-faults.ts';
import { settleAndJudge } from './verdict.ts';

/** Those that take our key, can be asked for our reference, or list what they sold. The others sell a second label (decision 0243). */
const CARRIERS = ['testline-express', 'testline-ground', 'testline-freight'];
const KEPT = 3;
const LOST = 6;

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

export const lostCommits: FaultStory = {
  name: 'failover-lost-commits',
  what: `an asynchronous standby that lacks ${LOST} paid labels takes over; their orders are bought again`,
  async tell(cluster, say): Promise<FaultResult> {
    const customer = await findCustomer(cluster);
    const grants = customer.grants.filter(({ slug }) => CARRIERS.includes(slug));
    let seller = await signIn(cluster, 'aurora');
    const wish = async (orderId: string, at: number): Promise<Wish> => {
      const grant = grants[at % grants.length];
      const found = grant && (await quote(seller, orderId, grant.id, 1));
      if (!found) throw new Error(`${grant?.slug} offers nothing for a parcel it must take`);
      return { orderId, ...found, key: randomUUID() };
    };
    const ship = async (orderId: string, at: number): Promise<void> => {
      const answer = await buy(seller, await wish(orderId, at));
      if (answer.what === 'refused') throw new Error(`not bought: ${answer.code}`);
    };
    const orders: string[] = [];
    for (let n = 0; n < KEPT + LOST; n += 1) {
      const { id } = await seller.must(addOrder, { body: orderTo(`S-lost-${n}`), idempotencyKey: randomUUID() });
      orders.push(id);
    }
    for (const [at, order] of orders.slice(0, KEPT).entries()) await ship(order, at);
    await waitForStandby(cluster.primary, undefined);
    await caughtUp(cluster);

    // From here on nothing reaches the standby, and commits do not wait for it.
    cluster.replication.set('silent');
    const lost = orders.slice(KEPT);
    for (const [at, order] of lost.entries()) await ship(order, at);
    const refsOf = async (): Promise<string[]> =>
      (
        await cluster.ask<{ carrier_ref: string }>(
          `SELECT DISTINCT p.carrier_ref FROM purchases AS p JOIN shipment_items AS i USING (tenant_id, shipment_id)
           WHERE i.order_id = ANY($1) ORDER BY 1`,
          [lost],
        )
      ).map((row) => row.carrier_ref);
    const before = await refsOf();
    say(`${before.length} labels bought that the standby does not have`);

    const begun = Date.now();
    // Fence: the machine loses its network, then its server ends. Only then is the standby promoted.
    cluster.lineOf(cluster.primary).set('refused');
    await cluster.primary.part.kill();
    await cluster.failOver();
    say(`fenced and promoted after ${((Date.now() - begun) / 1_000).toFixed(1)} s`);
    const unknown = (await refsOf()).length;
    const breaches: string[] = unknown === 0 ? [] : [`${unknown} labels were not lost: nothing is proved`];
    const [held = ''] = (await cluster.operate('after-restore')).split('\n');
    say(held);
    await seller.close();
    seller = await signInWhenAnswered(cluster);
    const early = await buy(seller, await wish(lost[0] ?? '', 0));
    if (early.what !== 'refused' && early.what !== 'cut-off')
      breaches.push(`bought before the account was asked or compared: ${early.what}`);

    // People compare and confirm account by account.
    for (const user of ['maple', 'aurora', 'boreal', 'corner'] as const) {
      const person = await signIn(cluster, user);
      const { accounts } = await person.must(listAccounts);
      for (const { id } of accounts) await person.call(confirmNothingMissing, { params: { id } });
      await person.close();
    }
    const recovered = Date.now();
    for (const [at, order] of lost.entries()) await ship(order, at);
    const verdict = await settleAndJudge(cluster, [seller]);
    const after = await refsOf();
    if (after.join() !== before.join())
      breaches.push(`other names than before: ${after.join()} instead of ${before.join()}`);
    await seller.close();
    say('a new standby is made');
    await cluster.rebuildStandby();
    return {
      name: this.name,
      what: this.what,
      breaches: [...breaches, ...verdict.breaches],
      recoverSeconds: (recovered - begun) / 1_000,
      faultSeconds: (recovered - begun) / 1_000,
      settleSeconds: verdict.settleSeconds,
      missed: 0,
      labels: lost.length,
    };
  },
};

async function signInWhenAnswered(cluster: Cluster): Promise<Seller> {
  let seller: Seller | undefined;
  await until(
    async () => {
      seller = await signIn(cluster, 'aurora').catch(() => undefined);
      return seller !== undefined;
    },
    120_000,
    () => 'nobody can sign in after the failover',
  );
  if (!seller) throw new Error('nobody signed in');
  return seller;
}
