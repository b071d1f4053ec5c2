/** What an account of the simulator has. Times are ISO instants; ShipHero shows them to the second, without a zone. */
export interface SimWarehouse {
  readonly number: number;
  readonly name: string;
  readonly address: Readonly<Record<'address1' | 'city' | 'state' | 'zip' | 'country' | 'phone', string>>;
}

export interface SimAccount {
  /** base64("Account:<number>") */
  readonly id: string;
  readonly number: number;
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly currency: string;
  readonly is3pl: boolean;
  readonly warehouses: readonly SimWarehouse[];
}

export interface SimProduct {
  readonly number: number;
  readonly sku: string;
  readonly name: string;
  readonly price: string;
  /** Ounces. */
  readonly weight: string;
  readonly created: string;
  readonly updated: string;
}

export interface SimLine {
  readonly number: number;
  readonly productNumber: number | undefined;
  readonly sku: string;
  readonly name: string;
  readonly price: string;
  readonly quantity: number;
}

export interface SimShipment {
  readonly number: number;
  readonly warehouse: number;
  readonly created: string;
  readonly notifyStore: boolean;
  readonly labels: readonly {
    readonly carrier: string;
    readonly trackingNumber: string;
    readonly trackingUrl: string | undefined;
  }[];
  readonly lines: readonly { readonly lineNumber: number; readonly quantity: number }[];
}

export const HOLDS = [
  'fraud_hold',
  'address_hold',
  'shipping_method_hold',
  'operator_hold',
  'payment_hold',
  'client_hold',
] as const;

export interface SimOrder {
  readonly number: number;
  readonly orderNumber: string;
  readonly placed: string;
  readonly updated: string;
  /** Free text. */
  readonly status: string;
  readonly holds: readonly (typeof HOLDS)[number][];
  readonly packingNote: string | undefined;
  readonly service: string;
  readonly person: Readonly<
    Record<'first' | 'last' | 'address1' | 'address2' | 'city' | 'state' | 'zip' | 'country', string>
  >;
  /** Warehouse that the whole order was given to; undefined before that. */
  readonly allocated: number | undefined;
  readonly lines: readonly SimLine[];
  readonly shipments: readonly SimShipment[];
}

export interface SimHook {
  readonly number: number;
  readonly name: string;
  readonly shopName: string;
  readonly url: string;
  /** What its deliveries are signed with; shown once, in the answer that made it. */
  readonly secret: string;
}

/** base64("Order:7"), as ShipHero names everything. */
export const idOf = (type: string, number: number): string => Buffer.from(`${type}:${number}`).toString('base64');

/** Number of such an id; undefined for another kind or none. */
export function numberOf(type: string, id: string): number | undefined {
  const match = /^([A-Za-z]+):(\d{1,15})$/.exec(Buffer.from(id, 'base64').toString('utf8'));
  return match?.[1] === type && idOf(type, Number(match[2])) === id ? Number(match[2]) : undefined;
}

/** Units of a line that no shipment holds. */
export const pendingOf = (order: SimOrder, line: SimLine): number =>
  order.shipments
    .flatMap(({ lines }) => lines)
    .filter(({ lineNumber }) => lineNumber === line.number)
    .reduce((left, { quantity }) => left - quantity, line.quantity);
