/**
 * The state that travels through a platform's consent page, signed: which franchise began, on whose behalf, for which
 * platform, in which browser. One neutral callback serves all franchises, and this tells it where to send the browser.
 */
import type { ConnectorMode } from '@scanship/connector-kit/environment';
import { type SignedStates, signedStates } from '../../../platform/crypto/signed-state.ts';

export type ConsentState = {
  readonly platformCode: string;
  readonly mode: ConnectorMode;
  /** The franchise. */
  readonly siteId: string;
  /** Its page, with scheme and port, proved when this was signed; the browser goes back there. */
  readonly origin: string;
  /** Mark of the browser that began. */
  readonly browser: string;
  /** The customer, when somebody was signed in. */
  readonly tenantId: string | null;
  /** A store whose access is renewed. */
  readonly storeId: string | null;
  /** The store that was asked for. */
  readonly externalAccount: string;
  /** The address the platform sends the browser back to. */
  readonly redirectUri: string;
};

const LIFE_MS = 30 * 60_000;

export type ConsentStates = SignedStates<ConsentState>;
export const createConsentStates = (secret: string): ConsentStates =>
  signedStates<ConsentState>(secret, 'store consent state', LIFE_MS);
