/** What comes with a price: whether the parcel can be followed, is insured as asked, and can be signed for. Pure. */
import type { CarrierCapabilities, RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import type { ShipmentOptions } from '@scanship/domain/shipping/shipment';

/**
 * Mail that is not scanned on its way, whoever sells it: "Tracking is not available for Small Packet USA and Small packet
 * international items", nor for regular mail (canadapost-postescanada.ca, "Track international deliveries", read 2026-11-23).
 */
const UNTRACKED = /\bsmall packet\b|\bletter ?mail\b/i;

export function coverOf(
  { track, insurance, signature }: Pick<CarrierCapabilities, 'track' | 'insurance' | 'signature'>,
  offer: Pick<RateOffer, 'serviceName' | 'carriedBy'>,
  asked: Pick<ShipmentOptions, 'insuredValue'>,
): Required<Pick<RateDto, 'tracked' | 'insured' | 'signature'>> {
  const name = `${offer.serviceName} ${offer.carriedBy?.serviceName ?? ''}`;
  return {
    tracked: UNTRACKED.test(name) ? false : track ? true : null,
    insured: asked.insuredValue && asked.insuredValue.minor > 0 ? insurance : null,
    signature,
  };
}
