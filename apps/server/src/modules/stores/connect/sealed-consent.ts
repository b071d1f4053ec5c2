/**
 * A consent that came back, in a form that can wait in a browser until somebody has signed in: sealed, good for twenty
 * minutes, and used once (`store_consent_uses`). The platform's own code, or what it was exchanged for where it lasts only minutes,
 * is inside and nowhere else.
 */
import type { ConnectedStore } from '@scanship/connector-kit/store/store';
import type { JsonObject } from '@scanship/domain/values/json';
import { SealError, type Sealer } from '../../../platform/crypto/sealer.ts';
import { isUuid, newId } from '../../../platform/database/ids.ts';
import type { ConsentState } from './consent-state.ts';

export interface Consent
  extends Pick<ConsentState, 'platformCode' | 'mode' | 'tenantId' | 'storeId' | 'redirectUri' | 'browser'> {
  /** Empty where the platform names the store only with the exchange. */
  readonly externalAccount: string;
  readonly code: string;
  /** As it travelled; some platforms' code verifiers hang on it. */
  readonly state: string;
  /** What the code was exchanged for when the browser came back, where it would not have lasted; then `code` is used up. */
  readonly exchanged?: { readonly store: ConnectedStore; readonly registrationTenantId: string | null } | undefined;
}

export interface OpenedConsent extends Consent {
  readonly id: string;
  readonly realmId: string;
  readonly until: Date;
}

/** The store a consent is for, as far as it is known before it is used; else empty. */
export const accountOfConsent = ({
  externalAccount,
  exchanged,
}: Pick<Consent, 'externalAccount' | 'exchanged'>): string =>
  externalAccount || (exchanged?.store.externalAccount ?? '');

const PURPOSE = 'store-consent';
const LIFE_MS = 20 * 60_000;

/** @param realmId the franchise that may use it */
export function sealConsent(sealer: Sealer, realmId: string, consent: Consent, now: Date): string {
  const id = newId();
  const content = JSON.parse(JSON.stringify({ ...consent, until: now.getTime() + LIFE_MS })) as JsonObject;
  const { sealed } = sealer.sealJson(realmId, id, PURPOSE, content);
  return `${realmId}.${id}.${sealed.toString('base64url')}`;
}

/** Undefined when we did not seal it, it was changed, or its time is over. */
export function openConsent(sealer: Sealer, text: string, now: Date): OpenedConsent | undefined {
  const [realmId = '', id = '', sealed = ''] = text.split('.');
  if (!isUuid(realmId) || !isUuid(id)) return undefined;
  try {
    const content = sealer.openJson(realmId, id, PURPOSE, Buffer.from(sealed, 'base64url')) as JsonObject &
      Consent & { readonly until: number };
    return content.until > now.getTime() ? { ...content, id, realmId, until: new Date(content.until) } : undefined;
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}
