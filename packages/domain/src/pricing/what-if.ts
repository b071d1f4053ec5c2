/**
 * Sums of a replay: what a level's sales of a time brought, and what they would have brought under other mark-ups. All
 * amounts are of one level's own book: its cost, its price. Before taxes, except bills, which buyers pay with them.
 */

export const WHAT_IF_DIMENSIONS = ['buyer', 'carrier', 'service', 'zone', 'weight'] as const;
export type WhatIfDimension = (typeof WHAT_IF_DIMENSIONS)[number];

/** Why a sale cannot be priced again. */
export const NOT_REPLAYABLE = ['no-facts', 'no-zone', 'no-weight', 'no-list-price', 'no-exchange-rate'] as const;
export type NotReplayable = (typeof NOT_REPLAYABLE)[number];

/** Upper ends of the weight bands in grams, included; what is heavier is in the last. */
export const WEIGHT_BANDS = [500, 1000, 2000, 5000, 10_000, 20_000, 30_000] as const;

/** Index of the band of a weight, from 0; `WEIGHT_BANDS.length` above all of them. */
export const weightBand = (grams: number): number => {
  const found = WEIGHT_BANDS.findIndex((most) => grams <= most);
  return found === -1 ? WEIGHT_BANDS.length : found;
};

/** One purchase, priced again. Minor units of `currency`. */
export interface ReplayedSale {
  readonly purchaseId: string;
  /** ISO time it was bought. */
  readonly at: string;
  readonly buyerId: string;
  readonly carrier: string;
  readonly service: string;
  /** Narrowest zone of the destination. */
  readonly zone: string;
  /** Null: not known. */
  readonly grams: number | null;
  readonly currency: string;
  /** What the level really paid. */
  readonly costMinor: number;
  /** What it really charged, before and with taxes. */
  readonly thenMinor: number;
  readonly billThenMinor: number;
  /** What it would charge. */
  readonly newMinor: number;
  readonly billNewMinor: number;
}

export interface WhatIfSums {
  labels: number;
  costMinor: number;
  thenMinor: number;
  newMinor: number;
  billThenMinor: number;
  billNewMinor: number;
  /** Labels that cost more than they would be sold for. */
  belowCost: number;
}

export interface WhatIfGroup extends Readonly<WhatIfSums> {
  readonly dimension: WhatIfDimension;
  /** Tenant, carrier, "carrier service", zone, or index of the weight band. */
  readonly key: string;
  readonly currency: string;
}

export interface WhatIfResult {
  readonly totals: readonly (Readonly<WhatIfSums> & { readonly currency: string })[];
  readonly groups: readonly WhatIfGroup[];
  /** Groups beyond the most that are told. */
  readonly groupsLeftOut: number;
  /** Worst first. */
  readonly belowCost: readonly ReplayedSale[];
  readonly notReplayable: readonly { readonly reason: NotReplayable; readonly labels: number }[];
  /** Cancelled and credited: nobody pays for them under any mark-up. */
  readonly voided: number;
  /** Labels of the totals that rules of other mark-ups priced when they were bought. */
  readonly pricedByOthers: number;
}

const MOST_GROUPS = 200;
const MOST_BELOW = 50;

const nothing = (): WhatIfSums => ({
  labels: 0,
  costMinor: 0,
  thenMinor: 0,
  newMinor: 0,
  billThenMinor: 0,
  billNewMinor: 0,
  belowCost: 0,
});

function put(sums: WhatIfSums, sale: ReplayedSale): void {
  sums.labels += 1;
  sums.costMinor += sale.costMinor;
  sums.thenMinor += sale.thenMinor;
  sums.newMinor += sale.newMinor;
  sums.billThenMinor += sale.billThenMinor;
  sums.billNewMinor += sale.billNewMinor;
  if (sale.newMinor < sale.costMinor) sums.belowCost += 1;
}

const keyOf = (dimension: WhatIfDimension, sale: ReplayedSale): string | undefined => {
  switch (dimension) {
    case 'buyer':
      return sale.buyerId;
    case 'carrier':
      return sale.carrier;
    case 'service':
      return `${sale.carrier} ${sale.service}`;
    case 'zone':
      return sale.zone;
    case 'weight':
      return sale.grams === null ? undefined : String(weightBand(sale.grams));
  }
};

const loss = (sale: ReplayedSale): number => sale.costMinor - sale.newMinor;
const change = (sums: Readonly<WhatIfSums>): number => Math.abs(sums.newMinor - sums.thenMinor);

/** Adds sales one by one; holds sums only, so any number of them takes the same room. */
export class WhatIf {
  readonly #totals = new Map<string, WhatIfSums>();
  readonly #groups = new Map<string, { of: Pick<WhatIfGroup, 'dimension' | 'key' | 'currency'>; sums: WhatIfSums }>();
  readonly #left = new Map<NotReplayable, number>();
  #below: ReplayedSale[] = [];
  #voided = 0;
  #others = 0;

  add(sale: ReplayedSale): void {
    const { currency } = sale;
    const total = this.#totals.get(currency) ?? nothing();
    this.#totals.set(currency, total);
    put(total, sale);
    for (const dimension of WHAT_IF_DIMENSIONS) {
      const key = keyOf(dimension, sale);
      if (key === undefined) continue;
      const name = `${dimension} ${currency} ${key}`;
      let group = this.#groups.get(name);
      if (!group) {
        group = { of: { dimension, key, currency }, sums: nothing() };
        this.#groups.set(name, group);
      }
      put(group.sums, sale);
    }
    if (loss(sale) > 0) {
      this.#below.push(sale);
      // Cut back now and then: only the worst are told.
      if (this.#below.length > MOST_BELOW * 20) this.#below = this.#worst();
    }
  }

  leaveOut(reason: NotReplayable): void {
    this.#left.set(reason, (this.#left.get(reason) ?? 0) + 1);
  }

  voided(): void {
    this.#voided += 1;
  }

  pricedByOthers(): void {
    this.#others += 1;
  }

  #worst(): ReplayedSale[] {
    return this.#below.toSorted((a, b) => loss(b) - loss(a) || (a.at < b.at ? -1 : 1)).slice(0, MOST_BELOW);
  }

  result(): WhatIfResult {
    const all = [...this.#groups.values()].map(({ of, sums }): WhatIfGroup => ({ ...of, ...sums }));
    const told = WHAT_IF_DIMENSIONS.flatMap((dimension) =>
      all
        .filter((group) => group.dimension === dimension)
        .toSorted((a, b) => change(b) - change(a) || b.thenMinor - a.thenMinor || (a.key < b.key ? -1 : 1))
        .slice(0, MOST_GROUPS),
    );
    return {
      totals: [...this.#totals].map(([currency, sums]) => ({ ...sums, currency })),
      groups: told,
      groupsLeftOut: all.length - told.length,
      belowCost: this.#worst(),
      notReplayable: [...this.#left].map(([reason, labels]) => ({ reason, labels })),
      voided: this.#voided,
      pricedByOthers: this.#others,
    };
  }
}
