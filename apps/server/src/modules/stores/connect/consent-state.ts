/**
 * The state that travels through a platform's consent page, signed: which franchise began, on whose behalf, for which
 * platform. One neutral callback serves all franchises, and this tells it where to send the browser.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ConnectorMode } from '@scanship/connector-kit/environment';

export interface ConsentState {
  readonly platformCode: string;
  readonly mode: ConnectorMode;
  /** The franchise. */
  readonly realmId: string;
  /** Its page, with scheme and port; the browser goes back there. */
  readonly origin: string;
  /** The customer, when somebody was signed in. */
  readonly tenantId: string | null;
  /** A store whose access is renewed. */
  readonly storeId: string | null;
  /** The store that was asked for. */
  readonly externalAccount: string;
  /** The address the platform sends the browser back to. */
  readonly redirectUri: string;
}

export interface ConsentStates {
  sign(state: ConsentState, now: Date): string;
  /** Undefined for what we did not sign ourselves, and after half an hour. */
  read(text: string, now: Date): ConsentState | undefined;
}

const LIFE_MS = 30 * 60_000;

export function createConsentStates(secret: string): ConsentStates {
  // A key of its own, so that nothing signed elsewhere with the same secret is taken for a state.
  const key = createHmac('sha256', secret).update('store consent state').digest();
  const mac = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  return {
    sign(state, now) {
      const content = { ...state, nonce: randomBytes(12).toString('base64url'), until: now.getTime() + LIFE_MS };
      const text = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${text}.${mac(text).toString('base64url')}`;
    },
    read(given, now) {
      const [text = '', signature = ''] = given.split('.');
      const sent = Buffer.from(signature, 'base64url');
      const wanted = mac(text);
      if (sent.length !== wanted.length || !timingSafeEqual(sent, wanted)) return undefined;
      const content = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as ConsentState & {
        readonly until: number;
      };
      return content.until > now.getTime() ? content : undefined;
    },
  };
}
