/** Claims and what there is to prove them, read from where it lies. */
import type { DataOf, QueryOf } from '@scanship/contracts/call';
import type { ClaimDetail, ClaimRow, listClaims } from '@scanship/contracts/shipping/claims';
import { type ClaimKind, type ClaimState, claimWindow } from '@scanship/domain/shipping/claims';
import type { Address } from '@scanship/domain/addresses/address';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { actView, type ClaimKit, filingOf, parcelsOf, readActs } from './filing.ts';
import { photosOf, returnPhotosOf } from './photos.ts';

const PAGE = 50;
/** More than any parcel has that is worth a look; a paper stays a paper. */
const MOST_SCANS = 60;
const MOST_SAID = 40;

interface Row {
  readonly id: string;
  readonly kind: ClaimKind;
  readonly state: ClaimState;
  readonly shipment_id: string;
  readonly order_id: string;
  readonly number: string;
  readonly slug: string;
  readonly tracking_number: string | null;
  readonly amount_minor: number;
  readonly currency: string;
  readonly paid_minor: number | null;
  readonly paid_currency: string | null;
  readonly sent: string | null;
  readonly promised: string | null;
  readonly domestic: boolean;
  readonly created_at: Date;
}

const COLUMNS = sql`c.id, c.kind, c.state, c.shipment_id, c.order_id, o.number, coalesce(s.slug, '') AS slug, c.amount_minor,
  c.currency, c.paid_minor, c.paid_currency, c.created_at, s.promised_day::text AS promised,
  coalesce(s.ship_date, s.bought_at::date)::text AS sent,
  coalesce(s.from_address ->> 'countryCode' = s.to_address ->> 'countryCode', false) AS domestic,
  (SELECT p.tracking_number FROM parcels AS p WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id
    AND p.tracking_number IS NOT NULL ORDER BY p.no LIMIT 1) AS tracking_number`;
const JOINED = sql`claims AS c JOIN orders AS o ON o.tenant_id = c.tenant_id AND o.id = c.order_id
  JOIN shipments AS s ON s.tenant_id = c.tenant_id AND s.id = c.shipment_id`;

export type NameOf = (slug: string) => string;

const rowOf = (row: Row, nameOf: NameOf): ClaimRow => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  shipmentId: row.shipment_id,
  orderId: row.order_id,
  orderNumber: row.number,
  carrier: row.slug,
  carrierName: nameOf(row.slug),
  trackingNumber: row.tracking_number,
  amount: { minor: row.amount_minor, currency: row.currency },
  paid:
    row.paid_minor === null || row.paid_currency === null
      ? null
      : { minor: row.paid_minor, currency: row.paid_currency },
  until: claimWindow(row.slug, row.kind, { sent: row.sent, promised: row.promised }, row.domestic)?.until ?? null,
  openedAt: row.created_at.toISOString(),
});

export async function readClaims(
  tx: Tx,
  tenantId: string,
  asked: QueryOf<typeof listClaims>,
  nameOf: NameOf,
): Promise<DataOf<typeof listClaims>> {
  const { rows } = await sql<Row>`SELECT ${COLUMNS} FROM ${JOINED} WHERE c.tenant_id = ${tenantId}
    ${asked?.state ? sql`AND c.state = ${asked.state}` : sql``} ${asked?.after ? sql`AND c.id < ${asked.after}` : sql``}
    ORDER BY c.id DESC LIMIT ${PAGE + 1}`.execute(tx);
  const shown = rows.slice(0, PAGE);
  return {
    claims: shown.map((row) => rowOf(row, nameOf)),
    nextCursor: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

interface Whole extends Row {
  readonly version: number;
  readonly note: string;
  readonly reference: string | null;
  readonly answer: string | null;
  readonly filed_at: Date | null;
  readonly decided_at: Date | null;
  readonly paid_at: Date | null;
  readonly service_name: string | null;
  readonly from_address: Address;
  readonly to_address: Address;
  readonly delivered_at: Date | null;
  readonly price_minor: number | null;
  readonly price_currency: string | null;
  readonly insured: { readonly minor?: number; readonly currency?: string } | null;
  readonly order_currency: string;
  readonly tracking_numbers: readonly string[];
  readonly carrier_state: ClaimDetail['carrierState'];
  readonly asked_at: Date | null;
  readonly approved_minor: number | null;
  readonly approved_currency: string | null;
}

/** What a paper says beyond the detail. */
export interface ClaimFacts {
  readonly detail: ClaimDetail;
  readonly serviceName: string;
  readonly from: Address;
  readonly to: Address;
  readonly sentDay: string | undefined;
  readonly promisedDay: string | undefined;
  readonly deliveredDay: string | undefined;
  readonly trackingNumbers: readonly string[];
}

interface ItemRow {
  readonly sku: string;
  readonly title: string;
  readonly quantity: number;
  readonly unit_minor: number;
}

/** Units of the claim's order in its shipment, at what they are worth. Also how much a new claim asks for. */
export async function itemsOf(
  tx: Tx,
  tenantId: string,
  shipmentId: string,
  orderId: string,
): Promise<readonly ItemRow[]> {
  const { rows } = await sql<ItemRow>`SELECT l.sku, l.title, sum(i.qty)::int AS quantity,
      coalesce(l.declared_minor, l.unit_minor) AS unit_minor
    FROM shipment_items AS i JOIN order_items AS l ON l.tenant_id = i.tenant_id AND l.order_id = i.order_id AND l.line = i.line
    WHERE i.tenant_id = ${tenantId} AND i.shipment_id = ${shipmentId} AND i.order_id = ${orderId}
    GROUP BY l.line, l.sku, l.title, l.declared_minor, l.unit_minor ORDER BY l.line`.execute(tx);
  return rows;
}

export const worthOf = (items: readonly ItemRow[]): number =>
  items.reduce((sum, { quantity, unit_minor: unit }) => sum + quantity * unit, 0);

export async function readClaim(tx: Tx, tenantId: string, id: string, kit: ClaimKit): Promise<ClaimFacts | undefined> {
  const found =
    await sql<Whole>`SELECT ${COLUMNS}, c.version, c.note, c.reference, c.answer, c.filed_at, c.decided_at, c.paid_at,
      c.carrier_state, c.asked_at, c.approved_minor, c.approved_currency,
      s.service_name, s.from_address, s.to_address, s.delivered_at, s.price_minor, s.currency AS price_currency,
      s.options -> 'insuredValue' AS insured, o.currency AS order_currency,
      ARRAY(SELECT p.tracking_number FROM parcels AS p WHERE p.tenant_id = s.tenant_id AND p.shipment_id = s.id
        AND p.tracking_number IS NOT NULL ORDER BY p.no) AS tracking_numbers
    FROM ${JOINED} WHERE c.tenant_id = ${tenantId} AND c.id = ${id}`.execute(tx);
  const [row] = found.rows;
  if (!row) return undefined;
  const items = await itemsOf(tx, tenantId, row.shipment_id, row.order_id);
  const scans = await sql<{ at: Date; said: string; place: string | null }>`
    SELECT e.occurred_at AS at, coalesce(nullif(e.text, ''), e.code) AS said, e.place FROM trackers AS t
    JOIN tracking_events AS e ON e.tenant_id = t.tenant_id AND e.tracker_id = t.id
    WHERE t.tenant_id = ${tenantId} AND t.shipment_id = ${row.shipment_id}
    ORDER BY e.occurred_at DESC, e.event_hash LIMIT ${MOST_SCANS}`.execute(tx);
  const said = await sql<{ at: Date; said: string }>`
    SELECT n.at, coalesce(n.note, x.summary) AS said FROM exceptions AS x
    JOIN exception_events AS n ON n.tenant_id = x.tenant_id AND n.exception_id = x.id AND n.note IS NOT NULL
    WHERE x.tenant_id = ${tenantId} AND x.subject -> 'shipment' ->> 'id' = ${row.shipment_id}
    ORDER BY n.at DESC LIMIT ${MOST_SAID}`.execute(tx);
  const documents = await sql<{ id: string; kind: string }>`SELECT id, kind FROM documents
    WHERE tenant_id = ${tenantId} AND shipment_id = ${row.shipment_id} AND kind IN ('label', 'proof_of_delivery', 'custom_invoice')
      AND (expires_at IS NULL OR expires_at > now()) ORDER BY kind, parcel_no, id LIMIT 60`.execute(tx);
  const window = claimWindow(row.slug, row.kind, { sent: row.sent, promised: row.promised }, row.domestic);
  const currency = row.order_currency;
  const iso = (at: Date | null): string | null => at?.toISOString() ?? null;
  const { insured } = row;
  const photos = await photosOf(tx, tenantId, id);
  const [act] = await readActs(tx, sql`c.tenant_id = ${tenantId} AND c.id = ${id}`);
  const asked = { kind: row.kind, amount: { minor: row.amount_minor, currency: row.currency }, note: row.note };
  const filing =
    row.state === 'draft'
      ? filingOf(kit, row.slug, await parcelsOf(tx, tenantId, row.shipment_id), { ...asked, photos: photos.length })
      : { filing: null, notFiled: null };
  return {
    serviceName: row.service_name ?? '',
    from: row.from_address,
    to: row.to_address,
    sentDay: row.sent ?? undefined,
    promisedDay: row.promised ?? undefined,
    deliveredDay: row.delivered_at?.toISOString().slice(0, 10),
    trackingNumbers: row.tracking_numbers,
    detail: {
      ...rowOf(row, kit.nameOf),
      version: row.version,
      note: row.note,
      reference: row.reference,
      answer: row.answer,
      from: window?.from ?? null,
      where: window?.where ?? null,
      filedAt: iso(row.filed_at),
      decidedAt: iso(row.decided_at),
      paidAt: iso(row.paid_at),
      ...filing,
      act: actView(act),
      carrierState: row.carrier_state,
      askedAt: iso(row.asked_at),
      mayAsk: row.state === 'filed' && row.carrier_state !== null,
      approved:
        row.approved_minor === null || row.approved_currency === null
          ? null
          : { minor: row.approved_minor, currency: row.approved_currency },
      photos,
      returnPhotos: row.state === 'draft' ? await returnPhotosOf(tx, tenantId, id) : 0,
      evidence: {
        value: { minor: worthOf(items), currency },
        postage:
          row.price_minor === null || row.price_currency === null
            ? null
            : { minor: row.price_minor, currency: row.price_currency },
        insured:
          insured?.minor === undefined || insured.currency === undefined
            ? null
            : { minor: insured.minor, currency: insured.currency },
        items: items.map(({ sku, title, quantity, unit_minor: unit }) => ({
          sku,
          title,
          quantity,
          worth: { minor: unit * quantity, currency },
        })),
        scans: scans.rows.toReversed().map(({ at, ...scan }) => ({ at: at.toISOString(), ...scan })),
        said: said.rows.toReversed().map((each) => ({ at: each.at.toISOString(), said: each.said })),
        documents: documents.rows,
      },
    },
  };
}
