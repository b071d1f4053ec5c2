/** Tells other modules, inside the transaction, that a shipment was bought or voided. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { carrierOfParcel } from './carrier-names.ts';
import type { GrantsPort, ShipmentFollower, ShippedOrder } from './ports.ts';

export interface Told {
  readonly tenantId: string;
  readonly userId: string | null;
  readonly followers: readonly ShipmentFollower[];
  readonly grants: Pick<GrantsPort, 'describe'>;
}

interface ShipmentFacts {
  readonly id: string;
  readonly slug: string;
  readonly serviceName: string;
  readonly test: boolean;
  readonly replacesId: string | null;
}

interface ParcelRecord {
  readonly no: number;
  readonly tracking_number: string;
  readonly state: string;
  readonly vendor_ids: {
    readonly parcels?: readonly { readonly number: number; readonly trackingUrl?: string }[];
  } | null;
}

async function numberedParcels(tx: Tx, tenantId: string, shipmentId: string): Promise<readonly ParcelRecord[]> {
  const found = await sql<ParcelRecord>`SELECT c.no, c.tracking_number, p.state, p.vendor_ids
    FROM parcels AS c JOIN purchases AS p ON p.tenant_id = c.tenant_id AND p.id = c.purchase_id
    WHERE c.tenant_id = ${tenantId} AND c.shipment_id = ${shipmentId} AND c.tracking_number IS NOT NULL ORDER BY c.no`.execute(
    tx,
  );
  return found.rows;
}

/** The same with the name of the account they were bought on. */
async function boughtParcels(
  tx: Tx,
  tenantId: string,
  shipmentId: string,
): Promise<{ readonly accountName: string | null; readonly parcels: readonly ParcelRecord[] }> {
  const { rows } = await sql<{ name: string | null } & { [K in keyof ParcelRecord]: ParcelRecord[K] | null }>`
    SELECT g.name, c.no, c.tracking_number, p.state, p.vendor_ids FROM shipments AS s
    LEFT JOIN account_grants AS g ON g.tenant_id = s.tenant_id AND g.id = s.grant_id
    LEFT JOIN parcels AS c ON c.tenant_id = s.tenant_id AND c.shipment_id = s.id AND c.tracking_number IS NOT NULL
    LEFT JOIN purchases AS p ON p.tenant_id = c.tenant_id AND p.id = c.purchase_id
    WHERE s.tenant_id = ${tenantId} AND s.id = ${shipmentId} ORDER BY c.no`.execute(tx);
  return {
    accountName: rows[0]?.name ?? null,
    parcels: rows.flatMap(({ no, tracking_number, state, vendor_ids }) =>
      no === null || tracking_number === null || state === null ? [] : [{ no, tracking_number, state, vendor_ids }],
    ),
  };
}

export async function tellBought(
  tx: Tx,
  shipment: ShipmentFacts,
  orders: readonly ShippedOrder[],
  told: Told,
): Promise<void> {
  if (told.followers.length === 0) return;
  const { parcels, accountName } = await boughtParcels(tx, told.tenantId, shipment.id);
  const carrier = carrierOfParcel(told.grants, { ...shipment, accountName });
  for (const follower of told.followers)
    await follower.onShipmentBought?.(tx, {
      tenantId: told.tenantId,
      shipmentId: shipment.id,
      orders,
      parcels: parcels.map((parcel) => ({
        number: parcel.no,
        trackingNumber: parcel.tracking_number,
        trackingUrl: parcel.vendor_ids?.parcels?.find((each) => each.number === parcel.no)?.trackingUrl,
      })),
      carrier,
      serviceName: shipment.serviceName,
      test: shipment.test,
      replacesId: shipment.replacesId ?? undefined,
      userId: told.userId,
    });
}

export async function tellVoided(
  tx: Tx,
  shipment: ShipmentFacts,
  orders: readonly ShippedOrder[],
  whole: boolean,
  told: Told,
): Promise<void> {
  if (told.followers.length === 0) return;
  const parcels = await numberedParcels(tx, told.tenantId, shipment.id);
  for (const follower of told.followers)
    await follower.onShipmentVoided?.(tx, {
      tenantId: told.tenantId,
      shipmentId: shipment.id,
      orders,
      whole,
      voidedParcels: parcels
        .filter((parcel) => parcel.state === 'voided')
        .map((parcel) => ({ number: parcel.no, trackingNumber: parcel.tracking_number })),
      userId: told.userId,
    });
}
