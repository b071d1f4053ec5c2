/**
 * The link to the page of one order: "/track/" and 64 characters that name customer and order under a signature of 128 bits.
 * It follows from the order, so it is the same in a mail, on a slip and on the screen, nothing of it is stored, and a link
 * that was not made here asks the database nothing (decision 0275).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { isUuid } from '../../platform/database/ids.ts';
import type { SiteOrigins } from '../../platform/hosts.ts';

export interface LinkedOrder {
  readonly tenantId: string;
  readonly orderId: string;
}

export interface BuyerLinks {
  /** Path on the host of the seller, or of its franchise. */
  readonly pathOf: (order: LinkedOrder) => string;
  /** What the last part of an address names; undefined for everything that was not made here. */
  read(link: string): LinkedOrder | undefined;
  /** The key of a seller's own look-up, for the script in its shop. */
  shopKey(tenantId: string): string;
  /** The seller such a key names; undefined for everything that was not made here. */
  readShop(key: string): string | undefined;
}

const ID = 16;
const MAC = 16;
const LINK = /^[\w-]{64}$/;
/** 32 bytes. */
const SHOP = /^[\w-]{43}$/;

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** @param secret of the installation; another one makes all links void */
export const createBuyerLinks = (secret: string): BuyerLinks => {
  const key = createHmac('sha256', secret).update('links of buyers').digest();
  const macOf = (body: Uint8Array): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, MAC);
  const shopMac = (body: Uint8Array): Buffer => macOf(Buffer.concat([Buffer.from('shop '), body]));
  return {
    pathOf({ tenantId, orderId }) {
      const body = Buffer.concat([bytesOf(tenantId), bytesOf(orderId)]);
      return `/track/${Buffer.concat([body, macOf(body)]).toString('base64url')}`;
    },
    read(link) {
      if (!LINK.test(link)) return undefined;
      const bytes = Buffer.from(link, 'base64url');
      const body = bytes.subarray(0, 2 * ID);
      // 64 characters are 48 bytes, so both signatures have the same length.
      if (!timingSafeEqual(bytes.subarray(2 * ID), macOf(body))) return undefined;
      const [tenantId, orderId] = [idOf(body.subarray(0, ID)), idOf(body.subarray(ID))];
      return isUuid(tenantId) && isUuid(orderId) ? { tenantId, orderId } : undefined;
    },
    shopKey(tenantId) {
      const body = bytesOf(tenantId);
      return Buffer.concat([body, shopMac(body)]).toString('base64url');
    },
    readShop(shop) {
      if (!SHOP.test(shop)) return undefined;
      const bytes = Buffer.from(shop, 'base64url');
      const body = bytes.subarray(0, ID);
      if (!timingSafeEqual(bytes.subarray(ID), shopMac(body))) return undefined;
      const tenantId = idOf(body);
      return isUuid(tenantId) ? tenantId : undefined;
    },
  };
};

/**
 * The address of an order's page as its store is told it: where the seller wants that, of shops of the seller's own. Marketplaces take no
 * address but a carrier's.
 */
export const createStorePages =
  (db: Database, links: BuyerLinks, origins: Pick<SiteOrigins, 'forBuyers'>) =>
  async (order: LinkedOrder): Promise<string | undefined> => {
    const { rows } = await db.tenant(
      order,
      (tx) =>
        sql<{ franchise: string }>`SELECT t.realm_id AS franchise FROM orders AS o
          JOIN stores AS s ON s.tenant_id = o.tenant_id AND s.id = o.store_id AND s.platform_code = ANY (${OWN_SHOPS}::text[])
          JOIN tenants AS t ON t.id = o.tenant_id
          JOIN buyer_page_settings AS p ON p.tenant_id = o.tenant_id AND p.tell_stores
          WHERE o.tenant_id = ${order.tenantId} AND o.id = ${order.orderId}`.execute(tx),
      { readOnly: true },
    );
    const [row] = rows;
    const origin = row && (await origins.forBuyers({ tenantId: order.tenantId, franchiseId: row.franchise }));
    return origin === undefined ? undefined : origin + links.pathOf(order);
  };
const OWN_SHOPS = ['shopify', 'woocommerce', 'wix', 'square', 'zoho'];

/** Whole addresses of these pages, for paper; nothing of a request has a say in them. */
export const createPageAddresses = ({ pathOf }: BuyerLinks, origins: Pick<SiteOrigins, 'forBuyers'>) => ({
  async of(seller: Parameters<SiteOrigins['forBuyers']>[0]): Promise<((order: LinkedOrder) => string) | undefined> {
    const origin = await origins.forBuyers(seller);
    return origin === undefined ? undefined : (order) => origin + pathOf(order);
  },
});
