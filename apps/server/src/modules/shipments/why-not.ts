/** Purchases and cancellations that came to nothing, as answers to the person who asked. */
import type { ShipmentSummary } from '@scanship/contracts/shipping/shipments';
import { type Outcome, problem } from '../../platform/problem.ts';

/** Why nothing was bought; undefined when there is something to show. */
export function whyNotBought(shipment: ShipmentSummary): Outcome<never> | undefined {
  if (shipment.state !== 'draft') return undefined;
  const said = shipment.problems[0];
  const unreachable =
    said === undefined ||
    ['quota', 'temporary-before-effect', 'absent', 'unknown-effect', 'vendor-broken'].includes(said.code);
  const words = said?.vendorMessage;
  return problem(unreachable ? 'carrier_unavailable' : 'carrier_refused', {
    message: said && (words && words !== said.message ? `${said.message} It said: "${words}"` : said.message),
    errors: shipment.problems.map((each) => ({ code: each.code, message: each.vendorMessage ?? each.message })),
  });
}

/** Why a shipment that is neither voided nor being voided still stands, wholly or in part. */
export function whyNotCancelled(shipment: ShipmentSummary): Outcome<never> {
  const said = shipment.problems.find((each) => each.code === 'void-refused');
  const words = said?.vendorMessage ?? said?.message;
  if (shipment.state === 'partly_bought') {
    const standing = shipment.parcels.filter((parcel) => parcel.purchaseState !== 'voided').length;
    return problem('cannot_cancel', {
      message: `${standing} of ${shipment.parcels.length} labels still stand; the others are cancelled.${words ? ` The carrier said: ${words}` : ''}`,
    });
  }
  return problem('cannot_cancel', {
    message: words ? `The carrier did not cancel the label: ${words}` : undefined,
  });
}
