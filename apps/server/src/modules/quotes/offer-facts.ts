import type { RateOffer } from '@scanship/connector-kit/carrier/carrier';
import type { RateDto } from '@scanship/contracts/shipping/quotes';
import { boxProblem } from '@scanship/domain/shipping/post-office-boxes';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import type { OpenGrant } from '../carriers/index.ts';
import type { EstimateGap } from './shipment-request.ts';

/** What the rate lacks and what to know of it: said by the carrier, of the declaration, and of a post office box. */
export const factsOf = (
  offer: Pick<RateOffer, 'carriedBy' | 'serviceName' | 'missing' | 'remarks'>,
  grant: Pick<OpenGrant, 'slug' | 'carrierName'>,
  { shipment, gaps }: { readonly shipment: Pick<ShipmentRequest, 'to'>; readonly gaps: readonly EstimateGap[] },
): Pick<RateDto, 'missing' | 'remarks'> => {
  const { carrier, carrierName } = offer.carriedBy ?? { carrier: grant.slug, carrierName: grant.carrierName };
  const box = boxProblem(carrier, offer.carriedBy?.serviceName ?? offer.serviceName, shipment.to);
  const missing = [
    ...gaps,
    ...(offer.missing ?? []),
    ...(box === 'never'
      ? [
          {
            field: 'to.address1',
            message: `${carrierName} does not deliver to post office boxes. Enter a street address.`,
          },
        ]
      : []),
  ];
  const remarks = [
    ...(offer.remarks ?? []),
    ...(box === 'street' ? [`${carrierName} delivers to the street address, not to the post office box.`] : []),
  ];
  return {
    ...(missing.length > 0 && { missing: missing.map(({ field, message }) => ({ field: field ?? null, message })) }),
    ...(remarks.length > 0 && { remarks }),
  };
};
