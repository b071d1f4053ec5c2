/** What a server of the simulator has. Times are ISO instants; the database holds them in the server's own zone. */
export interface SimServer {
  /** Its address, as our side names it. */
  readonly account: string;
  readonly company: string;
  readonly username: string;
  readonly password: string;
  readonly currency: string;
  /** IANA zone of the machine it runs on. */
  readonly zone: string;
  /** Users who may be signed in at once. */
  readonly seats: number;
  readonly street: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
}

export interface SimProduct {
  readonly id: number;
  readonly num: string;
  readonly description: string;
  readonly price: number;
  /** Pounds; nothing where none was entered. */
  readonly pounds?: number | undefined;
  readonly modified: string;
}

export interface SimItem {
  readonly id: number;
  readonly type: number;
  readonly productId: number | undefined;
  readonly num: string;
  readonly description: string;
  readonly ordered: number;
  readonly fulfilled: number;
  readonly price: number;
  /** Code of its unit of measure. */
  readonly uom: string;
}

export interface SimCarton {
  readonly id: number;
  readonly number: number;
  readonly tracking: string;
}

export interface SimShipment {
  readonly id: number;
  readonly num: string;
  /** 10 entered, 20 packed, 30 shipped. */
  readonly status: number;
  readonly carrier: string;
  readonly shipped: string | undefined;
  readonly cartons: readonly SimCarton[];
}

export interface SimOrder {
  readonly id: number;
  readonly num: string;
  readonly status: number;
  readonly created: string;
  readonly issued: string | undefined;
  readonly modified: string;
  readonly note?: string | undefined;
  readonly po?: string | undefined;
  readonly carrier: string;
  readonly person: {
    readonly name: string;
    readonly street: string;
    readonly city: string;
    readonly state: string;
    readonly zip: string;
    readonly country: string;
    readonly phone: string;
  };
  readonly items: readonly SimItem[];
  readonly shipments: readonly SimShipment[];
}
