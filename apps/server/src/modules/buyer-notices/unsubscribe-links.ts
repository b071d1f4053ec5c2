/** Signed links by which a buyer ends the notices of a seller: they name tenant and notice, and nothing else can be read from them. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../platform/database/ids.ts';

export interface NamedNotice {
  readonly tenantId: string;
  readonly noticeId: string;
}

export interface UnsubscribeLinks {
  pathOf(notice: NamedNotice): string;
  /** Undefined for everything that was not made here. */
  read(link: string): NamedNotice | undefined;
}

const HALF = 16;
const LINK = /^[\w-]{64}$/;
const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** @param secret of the installation; another one makes all links void */
export const createUnsubscribeLinks = (secret: string): UnsubscribeLinks => {
  const key = createHmac('sha256', secret).update('ends of notices').digest();
  const signatureOf = (body: Uint8Array): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, HALF);
  return {
    pathOf({ tenantId, noticeId }) {
      const body = Buffer.concat([bytesOf(tenantId), bytesOf(noticeId)]);
      return `/unsubscribe/${Buffer.concat([body, signatureOf(body)]).toString('base64url')}`;
    },
    read(link) {
      if (!LINK.test(link)) return undefined;
      const bytes = Buffer.from(link, 'base64url');
      const body = bytes.subarray(0, 2 * HALF);
      if (!timingSafeEqual(bytes.subarray(2 * HALF), signatureOf(body))) return undefined;
      const [tenantId, noticeId] = [idOf(body.subarray(0, HALF)), idOf(body.subarray(HALF))];
      return isUuid(tenantId) && isUuid(noticeId) ? { tenantId, noticeId } : undefined;
    },
  };
};
