/** Signed names of notices: tenant and notice under a signature of 128 bits, and nothing else can be read from them. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUuid } from '../../platform/database/ids.ts';

export interface NamedNotice {
  readonly tenantId: string;
  readonly noticeId: string;
}

export interface NoticeTokens {
  of(notice: NamedNotice): string;
  /** Undefined for everything that was not made here. */
  read(token: string): NamedNotice | undefined;
}

const HALF = 16;
const TOKEN = /^[\w-]{64}$/;
const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
const idOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * @param secret of the installation; another one makes all tokens void
 * @param purpose a token of one is none of another
 */
export const createNoticeTokens = (secret: string, purpose: string): NoticeTokens => {
  const key = createHmac('sha256', secret).update(purpose).digest();
  const signatureOf = (body: Uint8Array): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, HALF);
  return {
    of({ tenantId, noticeId }) {
      const body = Buffer.concat([bytesOf(tenantId), bytesOf(noticeId)]);
      return Buffer.concat([body, signatureOf(body)]).toString('base64url');
    },
    read(token) {
      if (!TOKEN.test(token)) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      const body = bytes.subarray(0, 2 * HALF);
      if (!timingSafeEqual(bytes.subarray(2 * HALF), signatureOf(body))) return undefined;
      const [tenantId, noticeId] = [idOf(body.subarray(0, HALF)), idOf(body.subarray(HALF))];
      return isUuid(tenantId) && isUuid(noticeId) ? { tenantId, noticeId } : undefined;
    },
  };
};
