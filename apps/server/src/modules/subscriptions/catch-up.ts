/** Periods that are over are closed and the next ones begun, one after the other, however many they are. */
import { endPeriod } from '@scanship/domain/money/subscription';
import { actAs, type Tx } from '../../platform/database/database.ts';
import { charge, price } from './charge.ts';
import { type Held, saveSubscription, setCurrentPlan } from './subscription-rows.ts';
import { type NewestTerms, newestTerms } from './terms.ts';
import { countLabels } from './usage.ts';

export interface CatchUpOptions {
  readonly now: Date;
  /** Test labels count. */
  readonly withTest: boolean;
  /** For fault tests: called between booking and going on. */
  readonly onPoint?: ((point: 'booked') => void) | undefined;
}

/** What the seller offers now. Runs as the customer and ends so. */
export async function termsOfSeller(tx: Tx, held: Pick<Held, 'customerId' | 'sellerId'>): Promise<NewestTerms> {
  await actAs(tx, { role: 'app_tenant', tenantId: held.sellerId });
  const newest = await newestTerms(tx, held.sellerId);
  await actAs(tx, { role: 'app_tenant', tenantId: held.customerId });
  return newest;
}

/** A locked subscription, brought up to now. Runs as the customer and ends so. */
export async function catchUp(tx: Tx, locked: Held, options: CatchUpOptions): Promise<Held> {
  let held = locked;
  if (held.state === 'closed' || options.now < held.periodEndAt) return held;
  const newest = await termsOfSeller(tx, held);
  while (options.now >= held.periodEndAt) {
    const was = held.subscription;
    const used = await countLabels(
      tx,
      held.customerId,
      { from: held.periodStartAt, until: held.periodEndAt },
      options.withTest,
    );
    // Whoever may not work pays nothing for the term that begins meanwhile.
    const ended = endPeriod(was, newest, { used, free: held.state === 'suspended' || held.moved });
    const { currency } = was.terms;
    if (ended.overage)
      await charge(
        tx,
        held,
        { key: `overage/${was.period.start}`, kind: 'overage' },
        await price(tx, held, [ended.overage], currency, options.now),
        options.now,
      );
    const { terms, term } = ended.subscription;
    if (ended.lines.length > 0)
      await charge(
        tx,
        held,
        { key: `fee/${term.start}`, kind: 'fee' },
        await price(tx, held, ended.lines, terms.currency, options.now),
        options.now,
      );
    options.onPoint?.('booked');
    if (terms.code !== was.terms.code || terms.no !== was.terms.no) await setCurrentPlan(tx, held, terms);
    held = await saveSubscription(tx, held, ended.subscription, options.now);
  }
  return held;
}
