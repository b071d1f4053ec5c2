import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { useLingui } from '@lingui/react/macro';

/** What a carrier can offer, in the reader's language. */
export function useOperationWords(): Readonly<Record<CarrierOperation, string>> {
  const { t } = useLingui();
  return {
    testConnection: t`Test of the account`,
    rate: t`Prices`,
    ship: t`Labels`,
    international: t`Abroad`,
    returns: t`Returns`,
    cancel: t`Voids`,
    refund: t`Refund status`,
    track: t`Tracking`,
    trackPush: t`Tracking by push`,
    proofOfDelivery: t`Proof of delivery`,
    pickup: t`Pickups`,
    endOfDay: t`End of day`,
    checkAddress: t`Address check`,
    landedCost: t`Duties and taxes`,
    attachDocument: t`Customs documents`,
    discoverServices: t`List of services`,
    listLabels: t`List of labels`,
    claims: t`Claims`,
    onboarding: t`Signing in`,
    signature: t`Signature`,
    insurance: t`Insurance`,
    saturdayDelivery: t`Saturday delivery`,
    dangerousGoods: t`Dangerous goods`,
  };
}
