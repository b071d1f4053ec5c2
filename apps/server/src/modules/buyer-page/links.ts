/**
 * The link to the page of one order: "/track/" and 64 characters that name customer and order under a signature of 128 bits.
 * It follows from the order, so it is the same in a mail, on a slip and on the screen, nothing of it is stored, and a link
 * that was not made here asks the database nothing (decision 0275).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
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

/** Whole addresses of these pages, for paper; nothing of a request has a say in them. */
export const createPageAddresses = ({ pathOf }: BuyerLinks, origins: Pick<SiteOrigins, 'forBuyers'>) => ({
  async of(seller: Parameters<SiteOrigins['forBuyers']>[0]): Promise<((order: LinkedOrder) => string) | undefined> {
    const origin = await origins.forBuyers(seller);
    return origin === undefined ? undefined : (order) => origin + pathOf(order);
  },
});
