/** What a buyer says of a parcel: an exception at the seller, once for each parcel. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type ExceptionSource, raiseException } from '../exceptions/index.ts';
import type { LinkedOrder } from './links.ts';

const PREFIX = 'buyer';
const keyOf = (parcel: string): string => `${PREFIX}:${parcel}`;

/** Keys of the parcels that were reported, whether somebody has dealt with it or not. */
export async function reportedParcels(
  tx: Tx,
  tenantId: string,
  shipments: readonly { readonly id: string }[],
): Promise<ReadonlySet<string>> {
  if (shipments.length === 0) return new Set();
  const prefixes = shipments.map(({ id }) => keyOf(`${id}.`));
  const { rows } = await sql<{ key: string }>`SELECT e.key FROM unnest(${prefixes}::text[]) AS p (start)
    JOIN exceptions AS e ON e.tenant_id = ${tenantId} AND e.key ^@ p.start`.execute(tx);
  return new Set(rows.map(({ key }) => key.slice(PREFIX.length + 1)));
}

export interface ReportedParcel {
  /** "shipment.parcel" */
  readonly key: string;
  readonly shipmentId: string;
  readonly orderNumber: string;
  readonly trackingNumber: string | null;
}

/** Repeatable: what a person of the seller called handled is not opened again by the same button. */
export const reportMissing = (tx: Tx, { tenantId, orderId }: LinkedOrder, parcel: ReportedParcel): Promise<void> => {
  const name = parcel.trackingNumber ?? parcel.orderNumber;
  return raiseException(tx, tenantId, {
    key: keyOf(parcel.key),
    kind: 'tracking',
    reason: 'not-received',
    summary: `The buyer says that parcel ${name} of order ${parcel.orderNumber} did not arrive.`,
    nextStep: 'Ask the carrier where it left the parcel, and write to the buyer.',
    actions: ['mark-lost', 'contact-carrier', 'mark-handled', 'open-order', 'open-shipment'],
    subject: {
      order: { id: orderId, name: parcel.orderNumber },
      shipment: { id: parcel.shipmentId, name },
    },
  });
};

/** Only a person ends what a buyer said, so there is nothing to compare the inbox with. */
export const buyerExceptions: ExceptionSource = {
  prefixes: [PREFIX],
  causes: () => Promise.resolve({ causes: [], complete: false }),
};
