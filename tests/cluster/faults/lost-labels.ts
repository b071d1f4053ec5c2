/** Labels that were paid for and are unknown here afterwards: bought before, lost by whatever happens, bought again. */
import { randomUUID } from 'node:crypto';
import { listAccounts } from '@scanship/contracts/carriers/carriers';
import { confirmNothingMissing } from '@scanship/contracts/carriers/label-reconciliation';
import { addOrder } from '@scanship/contracts/orders/orders';
import { buy, findCustomer, quote, type Wish } from '../../faults/shopper.ts';
import { orderTo } from '../../support/demo.ts';
import type { Seller } from '../../support/seller.ts';
import type { Cluster } from '../cluster.ts';
import { until } from '../part.ts';
import { signIn } from './load.ts';
import type { FaultResult } from './run-faults.ts';
import { settleAndJudge } from './verdict.ts';

/** Those that take our key, can be asked for our reference, or list what they sold. The others sell a second label (decision 0243). */
const CARRIERS = ['testline-express', 'testline-ground', 'testline-freight'];
const KEPT = 3;
export const LOST = 6;

export interface LostLabelsStory {
  readonly name: string;
  readonly what: string;
  /** After it the first labels are known for good, the next ones will not be. */
  before(cluster: Cluster, say: (line: string) => void): Promise<void>;
  /** Loses what came after `before`; everything runs again when it returns. */
  lose(cluster: Cluster, say: (line: string) => void): Promise<void>;
  /** Puts the cluster back in its shape. */
  after(cluster: Cluster): Promise<void>;
}

export async function tellLostLabels(
  story: LostLabelsStory,
  cluster: Cluster,
  say: (line: string) => void,
): Promise<FaultResult> {
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
  const refsOf = async (orders: readonly string[]): Promise<readonly string[]> => {
    const rows = await cluster.ask<{ ref: string }>(
      `SELECT DISTINCT p.carrier_ref AS ref FROM purchases AS p JOIN shipment_items AS i USING (tenant_id, shipment_id)
       WHERE i.order_id = ANY($1) ORDER BY 1`,
      [orders],
    );
    return rows.map(({ ref }) => ref);
  };

  const orders: string[] = [];
  for (let n = 0; n < KEPT + LOST; n += 1) {
    const body = orderTo(`S-${story.name}-${randomUUID().slice(0, 8)}`);
    orders.push((await seller.must(addOrder, { body, idempotencyKey: randomUUID() })).id);
  }
  for (const [at, order] of orders.slice(0, KEPT).entries()) await ship(order, at);
  await story.before(cluster, say);
  const lost = orders.slice(KEPT);
  for (const [at, order] of lost.entries()) await ship(order, at);
  const named = await refsOf(lost);
  say(`${named.length} labels bought that will be lost`);
  await seller.close();

  const begun = Date.now();
  await story.lose(cluster, say);
  const left = await refsOf(lost);
  const breaches: string[] = left.length === 0 ? [] : [`${left.length} labels were not lost: nothing is proved`];
  const [held = ''] = (await cluster.operate('after-restore')).split('\n');
  say(held);
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
  const renamed = await refsOf(lost);
  if (renamed.join() !== named.join())
    breaches.push(`other names than before: ${renamed.join()} instead of ${named.join()}`);
  await seller.close();
  await story.after(cluster);
  return {
    name: story.name,
    what: story.what,
    breaches: [...breaches, ...verdict.breaches],
    recoverSeconds: (recovered - begun) / 1_000,
    faultSeconds: (recovered - begun) / 1_000,
    settleSeconds: verdict.settleSeconds,
    missed: 0,
    labels: lost.length,
  };
}

async function signInWhenAnswered(cluster: Cluster): Promise<Seller> {
  let seller: Seller | undefined;
  await until(
    async () => {
      seller = await signIn(cluster, 'aurora').catch(() => undefined);
      return seller !== undefined;
    },
    120_000,
    () => 'nobody can sign in afterwards',
  );
  if (!seller) throw new Error('nobody signed in');
  return seller;
}
