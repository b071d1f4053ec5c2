/** A small text that travels through somebody else's pages and comes back: signed by us, good for a while. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';

export interface SignedStates<S extends JsonObject> {
  sign(state: S, now: Date): string;
  /** Undefined for what we did not sign ourselves for this purpose, and when its time is over. */
  read(text: string, now: Date): S | undefined;
}

/**
 * @param secret of the installation
 * @param purpose makes a key of its own, so that nothing signed elsewhere with the same secret is taken for this
 */
export function signedStates<S extends JsonObject>(secret: string, purpose: string, lifeMs: number): SignedStates<S> {
  const key = createHmac('sha256', secret).update(purpose).digest();
  const mac = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    sign(state, now) {
      const content = { state, nonce: randomBytes(12).toString('base64url'), until: now.getTime() + lifeMs };
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${mac(text).toString('base64url')}`;
    },
    read(given, now) {
      const [text = '', signature = ''] = given.split('.');
      const sent = Buffer.from(signature, 'base64url');
      const wanted = mac(text);
      if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) return undefined;
      const content = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as {
        readonly state: S;
        readonly until: number;
      };
      return content.until > now.getTime() ? content.state : undefined;
    },
  };
}
