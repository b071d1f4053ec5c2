/** What one stream has not been told yet, summed up: however much happens and however slowly it is read, it stays small. */
import { type LiveBatch, type LiveTopic, MOST_NAMED } from '@scanship/contracts/live';
import type { StoredTab, TenantNotice } from './notices.ts';

const MOST_BATCHES = 50;
const MOST_STORES = 100;

/** Everything of one moment, ready to be told. */
export interface News {
  readonly orders?: {
    readonly added: readonly string[];
    readonly changed: readonly string[];
    readonly more: boolean;
    readonly counts: Readonly<Record<string, number>>;
  };
  readonly batches?: { readonly batches: readonly LiveBatch[]; readonly more: boolean };
  readonly exceptions?: true;
  readonly printing?: true;
  readonly stores?: { readonly storeIds: readonly string[]; readonly more: boolean };
}

const shownTab = (tab: string): string => (tab === 'manual_fulfilled' ? 'manual-fulfilled' : tab);

export class Pending {
  private added = new Set<string>();
  private changed = new Set<string>();
  private more = false;
  private tabs = new Map<StoredTab, number>();
  private orders = false;
  private batches = new Map<string, LiveBatch>();
  private moreBatches = false;
  private exceptions = false;
  private printing = false;
  private stores = new Set<string>();
  private moreStores = false;

  add(notice: TenantNotice, topics: ReadonlySet<LiveTopic>): boolean {
    if (!topics.has(notice.topic)) return false;
    switch (notice.topic) {
      case 'orders':
        this.orders = true;
        this.more ||= notice.more;
        for (const id of notice.added) this.name(this.added, id);
        // One that is new needs no second line.
        for (const id of notice.changed) if (!this.added.has(id)) this.name(this.changed, id);
        for (const [tab, n] of Object.entries(notice.tabs) as [StoredTab, number][])
          this.tabs.set(tab, (this.tabs.get(tab) ?? 0) + n);
        return true;
      case 'batches':
        if (this.batches.size >= MOST_BATCHES && !this.batches.has(notice.batch.id)) this.moreBatches = true;
        else this.batches.set(notice.batch.id, notice.batch);
        return true;
      case 'exceptions':
        this.exceptions = true;
        return true;
      case 'printing':
        this.printing = true;
        return true;
      case 'stores':
        if (this.stores.size >= MOST_STORES) this.moreStores = true;
        else this.stores.add(notice.storeId);
        return true;
    }
  }

  private name(set: Set<string>, id: string): void {
    if (set.size < MOST_NAMED || set.has(id)) set.add(id);
    else this.more = true;
  }

  get empty(): boolean {
    return !this.orders && !this.exceptions && !this.printing && this.batches.size === 0 && this.stores.size === 0;
  }

  /** Hands out what there is and begins anew. */
  take(): News {
    const news: News = {
      ...(this.orders
        ? { orders: { added: [...this.added], changed: [...this.changed], more: this.more, counts: this.counts() } }
        : {}),
      ...(this.batches.size > 0 ? { batches: { batches: [...this.batches.values()], more: this.moreBatches } } : {}),
      ...(this.exceptions ? { exceptions: true } : {}),
      ...(this.printing ? { printing: true } : {}),
      ...(this.stores.size > 0 ? { stores: { storeIds: [...this.stores], more: this.moreStores } } : {}),
    };
    this.clear();
    return news;
  }

  clear(): void {
    this.added = new Set();
    this.changed = new Set();
    this.more = false;
    this.tabs = new Map();
    this.orders = false;
    this.batches = new Map();
    this.moreBatches = false;
    this.exceptions = false;
    this.printing = false;
    this.stores = new Set();
    this.moreStores = false;
  }

  /** "all" is everything but archived (decisions 23). */
  private counts(): Record<string, number> {
    const counts: Record<string, number> = {};
    let all = 0;
    for (const [tab, n] of this.tabs) {
      if (tab !== 'archived') all += n;
      if (n !== 0) counts[shownTab(tab)] = n;
    }
    return all === 0 ? counts : { ...counts, all };
  }
}
