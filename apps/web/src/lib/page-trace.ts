/**
 * One trace for what is asked for while one page stands, as W3C writes it ("traceparent"): where the operator collects traces, a price and
 * the label that is bought for it are seen together. The server decides whether it is kept, and adds nothing when nobody collects.
 */
import { randomHex } from './random-hex.ts';

/** A station may stand on one page all day. */
const LONGEST_MS = 10 * 60_000;

export function createPageTrace(path: () => string, now: () => number = Date.now): (headers: Headers) => void {
  let page: string | undefined;
  let since = 0;
  let mark = '';
  return (headers) => {
    if (path() !== page || now() - since > LONGEST_MS) {
      [page, since, mark] = [path(), now(), `00-${randomHex(16)}-${randomHex(8)}-01`];
    }
    headers.set('traceparent', mark);
  };
}
