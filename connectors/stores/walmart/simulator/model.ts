/** What a seller of the simulator has. Times are milliseconds, in whole seconds as Walmart's filters are. */
export interface SimAddress {
  readonly name: string;
  readonly address1: string;
  readonly address2?: string | undefined;
  readonly city: string;
  readonly state: string;
  readonly postalCode: string;
  /** Three letters. */
  readonly country: string;
  readonly addressType: string;
}

export interface SimTracking {
  readonly shipDateTime: number;
  readonly carrierName: { readonly carrier?: string | undefined; readonly otherCarrier?: string | undefined };
  readonly methodCode: string;
  readonly trackingNumber: string;
  readonly trackingURL?: string | undefined;
}

export interface SimStatus {
  readonly status: 'Created' | 'Acknowledged' | 'Shipped' | 'Cancelled';
  readonly quantity: number;
  readonly tracking?: SimTracking | undefined;
}

export interface SimLine {
  readonly number: string;
  readonly sku: string;
  readonly title: string;
  /** Of one unit, in minor units of the market's currency. */
  readonly priceMinor: number;
  readonly quantity: number;
  readonly weight?: { readonly value: string; readonly unit: string } | undefined;
  readonly statuses: readonly SimStatus[];
  readonly statusAt: number;
  /** The buyer asked to cancel. */
  readonly cancelAsked: boolean;
}

/** One call to the shipping address. */
export interface SimReport {
  readonly numbers: readonly string[];
  readonly units: number;
}

export interface SimOrder {
  readonly id: string;
  readonly customerOrderId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly method: string;
  readonly program?: string | undefined;
  readonly address: SimAddress;
  readonly phone: string;
  readonly email: string;
  readonly shipBy: number;
  readonly deliverBy: number;
  readonly shippingMinor: number;
  readonly fulfilledBy: 'SellerFulfilled' | 'WFSFulfilled';
  readonly lines: readonly SimLine[];
  readonly reports: readonly SimReport[];
}

export interface SimItem {
  readonly sku: string;
  readonly title: string;
  readonly upc: string;
  readonly priceMinor: number;
  readonly lifecycle: 'ACTIVE' | 'RETIRED';
}

export interface SimSubscription {
  readonly id: string;
  readonly eventType: string;
  readonly eventVersion: string;
  readonly resourceName: string;
  readonly eventUrl: string;
  readonly status: string;
  readonly authDetails?: Readonly<Record<string, string>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface SellerAbout {
  readonly partnerId: string;
  readonly name: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly country: string;
  readonly node: {
    readonly id: string;
    readonly name: string;
    readonly timeZone: string;
    readonly address: SimAddress;
  };
}

export const wholeSecond = (moment: Date): number => Math.floor(moment.getTime() / 1_000) * 1_000;

export const unitsIn = (line: SimLine, status: SimStatus['status']): number =>
  line.statuses.filter((one) => one.status === status).reduce((sum, one) => sum + one.quantity, 0);
