/** What examples would cost a buyer under rules that are not saved. */
import type { MarkupRuleInput, previewMarkups, PreviewedPrice } from '@scanship/contracts/money/markups';
import type { DataOf, BodyOf } from '@scanship/contracts/call';
import { money, partsPerMillion, zero } from '@scanship/domain/money/money';
import { type MarkupRule, priceChain, type PricedPurchase } from '@scanship/domain/pricing/pricing';
import type { PriceLine } from '@scanship/domain/shipping/shipment';
import type { Database } from '../../platform/database/database.ts';
import { rulesFor, toRule } from '../carriers/index.ts';
import { rulesIn } from '../quotes/index.ts';
import { type CostedRate, plain } from './examples.ts';

type Body = BodyOf<typeof previewMarkups>;
type Typed = Extract<Body['examples'][number], { kind: 'typed' }>;
export type Prices = DataOf<typeof previewMarkups>['prices'];

interface Level {
  readonly tenantId: string;
  readonly currency: string;
}

/** A rule that is not stored, named by its place. */
export const draftRule = (rule: MarkupRuleInput, index: number): MarkupRule => ({
  id: String(index),
  position: index + 1,
  scope: rule.scope,
  percentBp: rule.percentBp,
  offListBp: rule.offListBp ?? undefined,
  fixedMinor: rule.fixedMinor,
  floorMinor: rule.floorMinor ?? undefined,
  capMinor: rule.capMinor ?? undefined,
  validFrom: rule.firstDay ?? undefined,
  validTo: rule.lastDay ?? undefined,
});

interface Example {
  readonly lines: readonly PriceLine[];
  readonly currency: string;
  readonly purchase: PricedPurchase;
}

const typedExample = (typed: Typed, today: string): Example => {
  const { currency } = typed;
  const before = money(typed.costMinor, currency);
  return {
    currency,
    lines: [
      { kind: 'base', code: 'freight', label: 'Shipping', amount: before },
      ...(typed.taxPpm === 0
        ? []
        : [
            {
              kind: 'tax' as const,
              code: 'tax',
              label: 'Tax',
              ratePpm: typed.taxPpm,
              amount: partsPerMillion(before, typed.taxPpm),
            },
          ]),
    ],
    purchase: {
      carrier: typed.carrier,
      service: typed.service,
      zones: typed.zones,
      billableGrams: typed.grams ?? undefined,
      listMinor: typed.listMinor,
      day: typed.day ?? today,
    },
  };
};

/** A rate's day may be over; what it would cost is asked for today. */
const quotedExample = (rate: CostedRate, today: string): Example => ({
  currency: rate.cost.currency,
  lines: rate.lines,
  purchase: {
    carrier: rate.example.carrier,
    service: rate.example.service,
    zones: rate.example.zones,
    billableGrams: rate.example.grams ?? undefined,
    listMinor: rate.example.list?.minor,
    day: rate.day > today ? rate.day : today,
  },
});

/**
 * @param rateOf the rate an example names; undefined when it is not one of the buyer's
 */
export async function previewPrices(
  db: Database,
  level: Level,
  body: Pick<Body, 'buyerId' | 'rules' | 'examples'>,
  today: string,
  rateOf: (quoteId: string, rateId: string) => Promise<CostedRate | undefined>,
): Promise<Prices> {
  const rows = await db.tenant({ tenantId: level.tenantId }, (tx) => rulesFor(tx, body.buyerId), { readOnly: true });
  const now = { ...level, currency: rows[0]?.currency ?? level.currency, rules: rows.map(toRule) };
  const edited = { ...level, rules: body.rules.map(draftRule) };
  const prices: PreviewedPrice[] = [];
  for (const each of body.examples) {
    const rate = each.kind === 'rate' ? await rateOf(each.quoteId, each.rateId) : undefined;
    const example = each.kind === 'typed' ? typedExample(each, today) : rate ? quotedExample(rate, today) : undefined;
    if (!example) {
      prices.push(unpriced(level.currency, 'This rate is not there any more.'));
      continue;
    }
    const { currency, lines, purchase } = example;
    const [before, after] = await Promise.all([now, edited].map((one) => rulesIn(db, one, currency, purchase.day)));
    if (!before || !after) {
      prices.push(
        unpriced(
          currency,
          `No exchange rate is known between ${level.currency} and ${currency}; such offers are left out of quotes.`,
        ),
      );
      continue;
    }
    const bookOf = (rules: readonly MarkupRule[]) => {
      const [book] = priceChain(lines, currency, purchase, [{ tenant: level.tenantId, rules }]);
      if (!book) throw new Error('a chain of one level has one book');
      return book;
    };
    const book = bookOf(after);
    prices.push({
      costLines: plain(book.costLines),
      cost: { ...book.cost },
      priceLines: plain(book.priceLines),
      price: { ...book.price },
      priceNow: { ...bookOf(before).price },
      applied: book.ruleIds.map(Number),
      problem: null,
    });
  }
  return prices;
}

const unpriced = (currency: string, problem: string): PreviewedPrice => ({
  costLines: [],
  cost: zero(currency),
  priceLines: [],
  price: zero(currency),
  priceNow: zero(currency),
  applied: [],
  problem,
});
