/** What an organization of the simulator has. Times are milliseconds since 1970; prices are in major units, as Zoho tells them. */
export interface SimOrganization {
  /** Data centre and organization, as the connector names the store. */
  readonly account: string;
  readonly id: string;
  readonly centre: 'us' | 'ca';
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly currency: string;
  readonly currencySymbol: string;
  readonly timeZone: string;
  readonly address: {
    readonly street_address1: string;
    readonly street_address2: string;
    readonly city: string;
    readonly state: string;
    readonly country: string;
    readonly zip: string;
  };
}

export interface SimItem {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly rate: number;
  readonly upc?: number | undefined;
  /** 0: not entered. */
  readonly weightKg: number;
  /** Centimetres. */
  readonly size?: readonly [number, number, number] | undefined;
  readonly created: number;
  readonly modified: number;
}

export interface SimAddress {
  readonly attention?: string | undefined;
  readonly address: string;
  readonly street2?: string | undefined;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly country: string;
}

export interface SimLine {
  readonly id: string;
  readonly itemId: string;
  readonly sku: string;
  readonly name: string;
  readonly rate: number;
  readonly quantity: number;
}

export interface SimPackage {
  readonly id: string;
  readonly number: string;
  /** YYYY-MM-DD */
  readonly date: string;
  readonly lines: readonly { readonly lineId: string; readonly quantity: number }[];
  readonly deleted: boolean;
  readonly shipment?:
    | {
        readonly id: string;
        readonly number: string;
        readonly date: string;
        readonly method: string;
        readonly trackingNumber: string;
        readonly notes: string;
        readonly mailed: boolean;
      }
    | undefined;
}

export const STATUSES = ['draft', 'pending_approval', 'confirmed', 'onhold', 'void'] as const;

export interface SimOrder {
  readonly id: string;
  readonly number: string;
  readonly reference: string;
  readonly created: number;
  readonly modified: number;
  readonly status: (typeof STATUSES)[number];
  readonly customer: string;
  readonly person?: { readonly name: string; readonly email: string; readonly phone: string } | undefined;
  readonly shipTo: SimAddress;
  readonly notes: string;
  readonly deliveryMethod: string;
  readonly shippingCharge: number;
  readonly lines: readonly SimLine[];
  readonly packages: readonly SimPackage[];
}

const unitsOf = (packages: readonly SimPackage[], lineId: string): number =>
  packages.flatMap(({ lines }) => lines).reduce((sum, line) => (line.lineId === lineId ? sum + line.quantity : sum), 0);

const standing = ({ packages }: SimOrder): SimPackage[] => packages.filter(({ deleted }) => !deleted);

export const packedUnits = (order: SimOrder, lineId: string): number => unitsOf(standing(order), lineId);

export const shippedUnits = (order: SimOrder, lineId: string): number =>
  unitsOf(
    standing(order).filter(({ shipment }) => shipment !== undefined),
    lineId,
  );

/** As Zoho shows it: of a confirmed order the quantities decide. */
export function statusOf(order: SimOrder): string {
  if (order.status !== 'confirmed') return order.status;
  const shipped = order.lines.reduce((sum, { id }) => sum + shippedUnits(order, id), 0);
  const ordered = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return shipped === 0 ? 'confirmed' : shipped < ordered ? 'partially_shipped' : 'shipped';
}
