/** What `confirmShipment` allows. Pure. */
import { z } from 'zod';
import { shippedUnits, type Place, type SimOrder, type SimPackage } from './model.ts';
import { invalid } from '@scanship/simulator-kit/selling-partner-refusals';

const CARRIERS =
  'USPS,UPS,UPSMI,FedEx,DHL,Fastway,GLS,Royal Mail,Parcelforce,TNT,DHL Global Mail,UPS Mail Innovations,FedEx SmartPost,OSM,OnTrac,Streamlite,Newgistics,Canada Post,DPD,Blue Package,Chronopost,Deutsche Post,La Poste,Aramex,Lasership,Yodel,Other'.split(
    ',',
  );

const wish = z.object({
  marketplaceId: z.string(),
  codCollectionMethod: z.enum(['DirectPayment']).optional(),
  packageDetail: z.object({
    packageReferenceId: z.string(),
    carrierCode: z.string(),
    carrierName: z.string().optional(),
    shippingMethod: z.string().optional(),
    trackingNumber: z.string(),
    shipDate: z.iso.datetime({ offset: true }),
    shipFromSupplySourceId: z.string().optional(),
    orderItems: z.array(
      z.object({ orderItemId: z.string(), quantity: z.int(), transparencyCodes: z.array(z.string()).optional() }),
    ),
  }),
});

/** @param at now @throws SimRefusal */
export function makePackage(order: SimOrder, place: Place, body: unknown, at: Date): SimPackage {
  const read = wish.safeParse(body);
  if (!read.success) throw invalid(z.prettifyError(read.error));
  const { marketplaceId, packageDetail: given } = read.data;
  if (marketplaceId !== place.marketplaceId) throw invalid('The order is not of this marketplace.');
  if (!/^[1-9]\d{0,17}$/.test(given.packageReferenceId)) throw invalid('packageReferenceId must be a positive number.');
  if (!CARRIERS.includes(given.carrierCode)) throw invalid(`"${given.carrierCode}" is no carrier code.`);
  if (given.carrierCode === 'Other' && !given.carrierName?.trim()) throw invalid('carrierName is required for Other.');
  if (given.trackingNumber.trim() === '') throw invalid('trackingNumber is required.');
  const shipped = Date.parse(given.shipDate);
  if (shipped > at.getTime() + 60_000) throw invalid('shipDate must not be in the future.');
  if (shipped < Date.parse(order.createdAt)) throw invalid('shipDate must not be before the order.');
  if (order.state !== 'placed' || order.by !== 'MERCHANT') throw invalid('The order cannot be confirmed as shipped.');
  if (given.orderItems.length === 0) throw invalid('orderItems must not be empty.');
  // The same number again changes the package that there is.
  const others: SimOrder = { ...order, packages: order.packages.filter((p) => p.id !== given.packageReferenceId) };
  const ids = given.orderItems.map((l) => l.orderItemId);
  if (new Set(ids).size !== ids.length) throw invalid('An order item is there twice.');
  const lines = given.orderItems.map(({ orderItemId, quantity }) => {
    const item = order.items.find((one) => one.id === orderItemId);
    if (!item) throw invalid(`There is no order item ${orderItemId}.`);
    if (quantity < 1 || quantity > item.quantity - shippedUnits(others, item.id))
      throw invalid(`The quantity of ${orderItemId} is more than is left to ship.`);
    return { itemId: orderItemId, quantity };
  });
  return {
    id: given.packageReferenceId,
    carrier: given.carrierName ?? given.carrierCode,
    trackingNumber: given.trackingNumber,
    shippedAt: given.shipDate,
    madeAt: at.toISOString(),
    lines,
  };
}
