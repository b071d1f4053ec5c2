/** What is known of notices at the moment they are sent, read as the seller's tenant. */
import type { NoticeLanguage } from '@scanship/contracts/stores/buyer-notices';
import { toE164 } from '@scanship/domain/addresses/phone-number';
import { zoneOfAddress } from '@scanship/domain/calendar/zone-of-address';
import type { NoticeKind } from '@scanship/domain/tracking/buyer-notices';
import type { NoticeValues } from '@scanship/domain/tracking/notice-words';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { type ParcelService, readStored, standing, type StandingSettings } from './settings.ts';
import { hashOf, suppressedOf } from './suppression.ts';

export interface NoticeFacts {
  readonly id: string;
  readonly tenantId: string;
  readonly franchiseId: string;
  readonly orderId: string;
  readonly kind: NoticeKind;
  readonly occurredAt: Date;
  readonly failures: number;
  readonly status: TrackingStatus;
  readonly voided: boolean;
  readonly cancelled: boolean;
  readonly erased: boolean;
  /** Null where the order has none. */
  readonly address: string | null;
  readonly suppressed: boolean;
  /** E.164; null where the order has none that is one. */
  readonly phone: string | null;
  readonly countryCode: string | null;
  readonly storeId: string;
  readonly language: NoticeLanguage;
  /** Of the buyer's place, else of the seller's. */
  readonly timeZone: string;
  readonly by: ParcelService;
  readonly settings: StandingSettings;
  readonly values: NoticeValues;
  /** Where a buyer's answer goes. */
  readonly contact: string | null;
}

interface FactRow {
  readonly id: string;
  readonly kind: NoticeKind;
  readonly order_id: string;
  readonly occurred_at: Date;
  readonly failures: number;
  readonly status: TrackingStatus;
  readonly voided: boolean;
  readonly slug: string;
  readonly service: string | null;
  readonly eta_on: string | null;
  readonly promised_day: string | null;
  readonly tracking_number: string;
  readonly number: string;
  readonly platform_code: string;
  readonly store_id: string;
  readonly cancelled: boolean;
  readonly erased: boolean;
  readonly to: Readonly<Record<string, string | null>> | null;
  readonly other_email: string | null;
  readonly other_phone: string | null;
  readonly store: string;
  readonly papers: { readonly displayName?: string | null; readonly email?: string | null };
  readonly seller: string;
  readonly brand: string | null;
  readonly franchise_id: string;
  readonly locale: string;
  readonly time_zone: string;
}

/** Places where orders come from that are no shop's name. */
const NAMELESS = new Set(['manual', 'file']);
/** As the buyer's page names the seller. */
export const sellerName = (row: Pick<FactRow, 'papers' | 'brand' | 'platform_code' | 'store' | 'seller'>): string =>
  row.papers.displayName || row.brand || (NAMELESS.has(row.platform_code) ? '' : row.store) || row.seller;

const FRENCH = new Set(['FR', 'MC', 'SN', 'CI', 'PF', 'NC', 'GP', 'MQ', 'RE', 'GF']);
const ENGLISH = new Set(['US', 'GB', 'IE', 'AU', 'NZ']);

/** Of the place it goes to; where two are spoken, the seller's. No store tells the buyer's own. */
export function languageOf(
  country: string | null | undefined,
  province: string | null | undefined,
  sellerLocale: string,
): NoticeLanguage {
  const code = country?.toUpperCase() ?? '';
  if (code === 'CA' && province?.toUpperCase() === 'QC') return 'fr';
  if (FRENCH.has(code)) return 'fr';
  if (ENGLISH.has(code) || (code === 'CA' && !['NB', undefined].includes(province?.toUpperCase()))) return 'en';
  return sellerLocale.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

/** YYYY-MM-DD on the clock of the place. */
const dayAt = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment);

const someone = (text: string | null | undefined): string | null => text?.trim() || null;

export async function readNoticeFacts(
  tx: Tx,
  tenantId: string,
  ids: readonly string[],
  nameOf: (slug: string) => string | null,
  from: 'buyer_notices' | 'notice_posts' = 'buyer_notices',
): Promise<readonly NoticeFacts[]> {
  const { rows } = await sql<FactRow>`
    SELECT n.id, n.kind, n.order_id, n.occurred_at, n.failures, t.status, t.slug, s.service, t.eta_on, s.promised_day,
      t.stopped IS NOT DISTINCT FROM 'voided' AS voided, coalesce(c.tracking_number, t.tracking_key) AS tracking_number,
      o.number, o.platform_code, o.store_id, o.cancelled_at IS NOT NULL AS cancelled,
      d.imported ->> 'erasedAt' IS NOT NULL AS erased, d.ship_to AS "to", s.to_address ->> 'email' AS other_email, s.to_address ->> 'phone' AS other_phone,
      st.name AS store, st.branding AS papers, tn.name AS seller, b.brand_name AS brand, tn.realm_id AS franchise_id,
      tn.locale, coalesce(cs.time_zone, tn.time_zone) AS time_zone
    FROM ${sql.table(from)} AS n
    JOIN trackers AS t ON t.tenant_id = n.tenant_id AND t.id = n.tracker_id
    JOIN shipments AS s ON s.tenant_id = n.tenant_id AND s.id = n.shipment_id
    JOIN parcels AS c ON c.tenant_id = t.tenant_id AND c.shipment_id = t.shipment_id AND c.no = t.parcel_no
    JOIN orders AS o ON o.tenant_id = n.tenant_id AND o.id = n.order_id
    JOIN order_details AS d ON d.tenant_id = n.tenant_id AND d.order_id = n.order_id
    JOIN stores AS st ON st.tenant_id = n.tenant_id AND st.id = n.store_id
    JOIN tenants AS tn ON tn.id = n.tenant_id
    LEFT JOIN branding AS b ON b.tenant_id = n.tenant_id
    LEFT JOIN customer_settings AS cs ON cs.tenant_id = n.tenant_id
    WHERE n.tenant_id = ${tenantId} AND n.id = ANY (${[...ids]}::uuid[])`.execute(tx);
  const stored = await readStored(tx, tenantId);
  const address = (row: FactRow): string | null => someone(row.to?.email) ?? someone(row.other_email);
  const known = await suppressedOf(
    tx,
    tenantId,
    rows.flatMap((row) => (address(row) === null ? [] : [hashOf(tenantId, address(row) ?? '')])),
  );
  return rows.map((row): NoticeFacts => {
    const to = address(row);
    const timeZone =
      zoneOfAddress({
        countryCode: row.to?.countryCode ?? '',
        provinceCode: row.to?.provinceCode ?? undefined,
        zipcode: row.to?.zipcode ?? undefined,
      }) ?? row.time_zone;
    return {
      id: row.id,
      tenantId,
      franchiseId: row.franchise_id,
      orderId: row.order_id,
      kind: row.kind,
      occurredAt: row.occurred_at,
      failures: row.failures,
      status: row.status,
      voided: row.voided,
      cancelled: row.cancelled,
      erased: row.erased,
      address: to,
      phone: toE164(someone(row.to?.phone) ?? someone(row.other_phone) ?? '', row.to?.countryCode ?? '') ?? null,
      countryCode: someone(row.to?.countryCode),
      storeId: row.store_id,
      suppressed: to !== null && known.has(hashOf(tenantId, to)),
      language: languageOf(row.to?.countryCode, row.to?.provinceCode, row.locale),
      timeZone,
      by: { carrier: row.slug, service: row.service },
      settings: standing(row.platform_code, stored.get(null), stored.get(row.store_id)),
      values: {
        buyer_name: someone(row.to?.name),
        order_number: row.number,
        tracking_number: row.tracking_number,
        carrier: nameOf(row.slug) ?? row.slug,
        seller_name: sellerName(row),
        city: someone(row.to?.city),
        expected_day: row.eta_on ?? row.promised_day,
        event_day: dayAt(row.occurred_at, timeZone),
      },
      contact: someone(row.papers.email),
    };
  });
}
