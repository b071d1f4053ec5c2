/** What the packing table shows, what it needs of the world, and what it is told. */
import type { ScannedOrder, ScanQuote, ScanSettingDto, ScanShipped } from '@scanship/contracts/printing/scan-ship';
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import type { ScanCommand } from '@scanship/domain/scan-ship/scan-commands';
import type { ScaleRefusal } from '../../shipping/scale/scale.ts';
import type { Feedback } from './feedback.ts';
import type { Journal } from './journal.ts';

/** How the order on the table is to be shipped, as far as it differs from the settings. */
export interface Details {
  readonly packageId: string | null;
  readonly weightGrams: number | null;
  readonly quote: ScanQuote | null;
  readonly override: string | null;
}
export interface ShipWish extends Details {
  readonly order: ScannedOrder;
  readonly counts: ReadonlyMap<number, number>;
}

export interface Quotes {
  readonly quotes: readonly ScanQuote[];
  readonly problems: readonly { readonly carrierName: string; readonly message: string }[];
}

/** What the table needs of the world. Failures are thrown; `isCutOff` tells those of the line from those of the server. */
export interface StationCalls {
  lookUp(code: string): Promise<readonly ScannedOrder[]>;
  /** The order lies on the table: carriers may be asked. */
  choose(order: ScannedOrder, details: Details): Promise<void>;
  ship(wish: ShipWish, key: string): Promise<ScanShipped>;
  rate(wish: ShipWish): Promise<Quotes>;
  /** Of a shipment whose carrier had not answered. */
  shipment(id: string): Promise<ShipmentSummary>;
  void(shipmentId: string, key: string): Promise<ShipmentSummary>;
  hold(orderId: string, reason: string): Promise<void>;
  /** Opens what is to be shown of a shipment; `again` also prints what was printed. */
  papers(shipped: ScanShipped, again: boolean): Promise<void>;
  closePapers(): void;
  /** Grams on the scale, or why there are none. */
  weigh(): Promise<number | ScaleRefusal>;
  isCutOff(error: unknown): boolean;
  newKey(): string;
  now(): number;
}

export type Phase = 'idle' | 'choosing' | 'packing' | 'countdown' | 'shipping';

export interface TableView {
  readonly phase: Phase;
  readonly order: ScannedOrder | undefined;
  readonly choices: readonly ScannedOrder[];
  readonly counts: ReadonlyMap<number, number>;
  readonly details: Details;
  readonly quotes: Quotes | 'asking' | undefined;
  /** Of the countdown. */
  readonly secondsLeft: number;
  readonly feedback: Feedback | undefined;
  /** The last shipment of this table, while it can be taken back. */
  readonly last: ScanShipped | undefined;
  readonly journal: Journal;
  readonly online: boolean;
  /** A look-up or another call is on its way. */
  readonly busy: boolean;
}

export interface Station {
  readonly view: () => TableView;
  readonly subscribe: (listener: () => void) => () => void;
  /** A code of the scanner, the camera or the keyboard. */
  scan(code: string): void;
  command(command: ScanCommand): void;
  /** One of several matches. */
  pick(order: ScannedOrder): void;
  /** Stops the countdown; nothing is bought. @returns whether there was one */
  stop(): boolean;
  set(change: Partial<Details>): void;
  /** Counts a unit that has no code. */
  countByHand(line: number): void;
  askQuotes(): void;
  weigh(): void;
  applySetting(setting: ScanSettingDto): void;
  /** Orders known beforehand: a scan of theirs needs no look-up while they are fresh. */
  preload(code: string, orders: readonly ScannedOrder[]): void;
  /** The line is back: what waits is replayed at once. */
  lineIsBack(): void;
  close(): void;
}

export const NO_DETAILS: Details = { packageId: null, weightGrams: null, quote: null, override: null };
/** An empty table. */
export const IDLE: Omit<TableView, 'journal' | 'online' | 'last'> = {
  phase: 'idle',
  order: undefined,
  choices: [],
  counts: new Map(),
  details: NO_DETAILS,
  quotes: undefined,
  secondsLeft: 0,
  feedback: undefined,
  busy: false,
};

/** Fulfilled ones are left out of what is offered (product-spec section 4). */
export const DONE: ReadonlySet<ScannedOrder['fulfillmentStatus']> = new Set([
  'Fulfilled',
  'Manual-Fulfilled',
  'Cancelled',
]);
/** Of a command barcode, which says no more. Kept with the order, in the language of its history. */
export const HELD_BY_SCAN = 'Put aside at the packing table';
