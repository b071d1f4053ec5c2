/** Past sales of a level priced again under rules that are not saved. Reads only. */
import type { WhatIfEvent, WhatIfResultDto } from '@scanship/contracts/money/what-if';
import type { MarkupRule } from '@scanship/domain/pricing/pricing';
import { beforeTaxes, type KeptSale, priceUnder } from '@scanship/domain/pricing/pricing-recompute';
import { splitPrice } from '@scanship/domain/money/ledger';
import { sum } from '@scanship/domain/money/money';
import type { Json } from '@scanship/domain/values/json';
import { type NotReplayable, WhatIf, type WhatIfResult } from '@scanship/domain/pricing/what-if';
import type { Database } from '../../../platform/database/database.ts';
import { rulesIn } from '../../quotes/index.ts';
import { countSales, type SalesWanted, salesOf, type SoldPurchase } from './read-sales.ts';

export interface Replay extends SalesWanted {
  readonly rules: readonly MarkupRule[];
  /** Buyers that are charged by other rules than these. */
  readonly rulesOfBuyer?: ReadonlyMap<string, readonly MarkupRule[]> | undefined;
  /** Mark-ups that the rules stand for: labels that others priced then are counted. */
  readonly whoseId: string | null;
  /** Of the rules' amounts. */
  readonly rulesCurrency: string;
}

export interface ReplayNames {
  readonly buyers: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly carrier: (slug: string) => string;
  readonly service: (slug: string, code: string) => string;
}

type RulesOf = (buyerId: string, currency: string, day: string) => Promise<readonly MarkupRule[] | undefined>;

/** Rules in the currency of a sale at the rate of its day; each pair is looked up once for each list of rules. */
function convertedRules(db: Database, replay: Replay): RulesOf {
  type Converted = Map<string, Promise<readonly MarkupRule[] | undefined>>;
  const known = new Map<readonly MarkupRule[], Converted>();
  return (buyerId, currency, day) => {
    const rules = replay.rulesOfBuyer?.get(buyerId) ?? replay.rules;
    const level = { tenantId: replay.sellerId, rules, currency: replay.rulesCurrency };
    const converted: Converted = known.get(rules) ?? new Map<string, Promise<readonly MarkupRule[] | undefined>>();
    known.set(rules, converted);
    const key = currency === level.currency ? currency : `${currency} ${day}`;
    const found = converted.get(key) ?? rulesIn(db, level, currency, day);
    converted.set(key, found);
    return found;
  };
}

/** Ids of all rules that these mark-ups ever had. */
const readRuleIds = async (db: Database, { sellerId, whoseId }: Replay): Promise<ReadonlySet<string>> => {
  const rows = await db.tenant(
    { tenantId: sellerId },
    (tx) =>
      tx
        .selectFrom('markup_rules as r')
        .innerJoin('markup_plans as p', (join) =>
          join.onRef('p.tenant_id', '=', 'r.tenant_id').onRef('p.id', '=', 'r.plan_id'),
        )
        .select('r.id')
        .where('p.tenant_id', '=', sellerId)
        .where('p.buyer_tenant_id', whoseId === null ? 'is' : '=', whoseId)
        .execute(),
    { readOnly: true },
  );
  return new Set(rows.map(({ id }) => id));
};

const idOf = (applied: Json): string | undefined => {
  if (typeof applied === 'string') return applied;
  const id = typeof applied === 'object' && applied !== null && 'id' in applied ? applied['id'] : undefined;
  return typeof id === 'string' ? id : undefined;
};

/** What the rules would need to know of a sale and nobody wrote down. */
function missingFact(kept: KeptSale, rules: readonly MarkupRule[]): NotReplayable | undefined {
  const { zones, billableGrams } = kept.purchase;
  if (zones === undefined && rules.some((rule) => rule.scope.zones)) return 'no-zone';
  if (kept.listMinor === undefined && rules.some((rule) => rule.offListBp !== undefined)) return 'no-list-price';
  const weighs = (rule: MarkupRule): boolean => rule.scope.minGrams !== undefined || rule.scope.maxGrams !== undefined;
  return billableGrams === undefined && rules.some(weighs) ? 'no-weight' : undefined;
}

/** Taxes within the real cost: as kept, else as quoted (a carrier that charged another total without lines). */
function costTax({ costTaxMinor }: SoldPurchase, kept: KeptSale): number {
  if (costTaxMinor !== null) return costTaxMinor;
  const amounts = kept.costLines.map((line) => line.amount);
  const share =
    kept.weights.length > 1
      ? (splitPrice(sum(amounts, kept.currency), kept.costLines, kept.weights)[kept.piece - 1]?.lines ?? [])
      : kept.costLines;
  return share.reduce((total, line) => (line.kind === 'tax' ? total + line.amount.minor : total), 0);
}

async function addSale(whatIf: WhatIf, sale: SoldPurchase, rulesOf: RulesOf, own: ReadonlySet<string>): Promise<void> {
  if (sale.voided) return whatIf.voided();
  const { kept } = sale;
  if (!kept) return whatIf.leaveOut('no-facts');
  const rules = await rulesOf(sale.buyerId, kept.currency, kept.purchase.day);
  if (!rules) return whatIf.leaveOut('no-exchange-rate');
  const missing = missingFact(kept, rules);
  if (missing) return whatIf.leaveOut(missing);
  const { price, lines } = priceUnder(kept, rules);
  if (sale.applied.some((each) => !own.has(idOf(each) ?? ''))) whatIf.pricedByOthers();
  whatIf.add({
    purchaseId: sale.purchaseId,
    at: sale.at.toISOString(),
    buyerId: sale.buyerId,
    carrier: kept.purchase.carrier,
    service: kept.purchase.service,
    zone: kept.purchase.zones?.at(-1) ?? '',
    grams: kept.purchase.billableGrams ?? null,
    currency: kept.currency,
    costMinor: sale.costMinor - costTax(sale, kept),
    thenMinor: sale.priceMinor - (sale.priceTaxMinor ?? 0),
    billThenMinor: sale.priceMinor,
    newMinor: beforeTaxes(lines, kept.currency).minor,
    billNewMinor: price.minor,
  });
}

async function named(result: WhatIfResult, names: ReplayNames): Promise<WhatIfResultDto> {
  const ids = new Set(result.groups.flatMap((group) => (group.dimension === 'buyer' ? [group.key] : [])));
  for (const sale of result.belowCost) ids.add(sale.buyerId);
  const buyers = await names.buyers([...ids]);
  const serviceName = (key: string): string => {
    const [slug = '', ...code] = key.split(' ');
    return `${names.carrier(slug)} · ${names.service(slug, code.join(' '))}`;
  };
  const nameOf = ({ dimension, key }: WhatIfResult['groups'][number]): string =>
    dimension === 'buyer'
      ? (buyers.get(key) ?? '')
      : dimension === 'carrier'
        ? names.carrier(key)
        : dimension === 'service'
          ? serviceName(key)
          : key;
  return {
    totals: [...result.totals],
    groups: result.groups.map((group) => ({ ...group, name: nameOf(group) })),
    groupsLeftOut: result.groupsLeftOut,
    belowCost: result.belowCost.map(({ buyerId, carrier, service, ...sale }) => ({
      purchaseId: sale.purchaseId,
      at: sale.at,
      zone: sale.zone,
      costMinor: sale.costMinor,
      thenMinor: sale.thenMinor,
      newMinor: sale.newMinor,
      currency: sale.currency,
      buyerName: buyers.get(buyerId) ?? '',
      carrierName: names.carrier(carrier),
      service: names.service(carrier, service),
    })),
    notReplayable: [...result.notReplayable],
    voided: result.voided,
    pricedByOthers: result.pricedByOthers,
  };
}

/** Progress after every page, then the result; nothing more once the asker has gone. */
export async function* replaySales(
  db: Database,
  replay: Replay,
  names: ReplayNames,
  signal: AbortSignal,
): AsyncGenerator<WhatIfEvent> {
  const total = await countSales(db, replay);
  yield { type: 'progress', done: 0, total };
  const whatIf = new WhatIf();
  const rulesOf = convertedRules(db, replay);
  const own = await readRuleIds(db, replay);
  let done = 0;
  for await (const page of salesOf(db, replay, signal)) {
    for (const sale of page) await addSale(whatIf, sale, rulesOf, own);
    done += page.length;
    yield { type: 'progress', done, total: Math.max(total, done) };
  }
  if (!signal.aborted) yield { type: 'result', result: await named(whatIf.result(), names) };
}
