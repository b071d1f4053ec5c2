/** Makes the carrier-neutral shipment out of an order and what the person typed. Pure. */
import type { QuoteRequest } from '@scanship/contracts/quotes';
import type { Customs, Parcel, ShipmentRequest } from '@scanship/domain/shipment';
import { localDay, nextShipDate } from '@scanship/domain/ship-date';
import type { RequestContext } from '../../platform/context.ts';
import { problem, type Outcome } from '../../platform/problem.ts';
import type { OrderFacts } from './order-facts.ts';

/** Carriers price at most this many days ahead. */
const MAX_DAYS_AHEAD = 30;

export function toShipmentRequest(
  ctx: RequestContext,
  order: OrderFacts,
  body: QuoteRequest,
  now: Date,
): Outcome<ShipmentRequest> {
  const shipDate = body.shipDate ?? nextShipDate(now, order.from.calendar);
  const today = localDay(now, order.from.calendar.timeZone);
  const latest = localDay(new Date(now.getTime() + MAX_DAYS_AHEAD * 86_400_000), order.from.calendar.timeZone);
  if (shipDate < today || shipDate > latest)
    return problem('validation', {
      errors: [
        { field: 'shipDate', code: 'ship_date', message: `The ship date must be between ${today} and ${latest}.` },
      ],
    });

  const parcels = toParcels(body);
  if (!parcels.ok) return parcels;
  const customs = toCustoms(order, body);
  if (!customs.ok) return customs;

  return {
    ok: true,
    value: {
      from: order.from.address,
      to: order.shipTo,
      parcels: parcels.value,
      shipDate,
      options: { ...body.options, insuredValue: body.options?.insuredValue ?? undefined },
      customs: customs.value,
      references: [order.number],
      language: ctx.locale === 'fr-CA' ? 'fr' : 'en',
    },
  };
}

/** Parcels are numbered 1..n without gaps, whatever numbers came in, so that labels and items can name them. */
function toParcels(body: QuoteRequest): Outcome<readonly Parcel[]> {
  const numbers = body.parcels.map((p) => p.number);
  if (new Set(numbers).size !== numbers.length)
    return problem('validation', {
      errors: [{ field: 'parcels', code: 'parcel_number', message: 'Two parcels have the same number.' }],
    });
  return {
    ok: true,
    value: body.parcels
      .toSorted((a, b) => a.number - b.number)
      .map((parcel, index) => ({
        number: index + 1,
        weightGrams: parcel.weightGrams,
        dimensions: parcel.dimensions ?? undefined,
        packaging: parcel.packaging ?? undefined,
      })),
  };
}

function toCustoms(order: OrderFacts, body: QuoteRequest): Outcome<Customs | undefined> {
  if (order.from.address.countryCode === order.shipTo.countryCode) return { ok: true, value: undefined };
  const given = body.customs;
  if (!given) {
    if (order.customs && order.customsGaps.length === 0) return { ok: true, value: order.customs };
    return problem('customs_incomplete', {
      errors: order.customsGaps.map(({ field, message }) => ({
        field: `customs.${field}`,
        code: 'customs_gap',
        message,
      })),
    });
  }
  return {
    ok: true,
    value: {
      purpose: given.purpose,
      incoterm: given.incoterm,
      dutiesPaidBy: given.dutiesPaidBy,
      currency: given.currency,
      invoiceNumber: given.invoiceNumber ?? order.number,
      signer: given.signer ?? undefined,
      prepaidDuty: given.prepaidDuty
        ? { ...given.prepaidDuty, amount: given.prepaidDuty.amount ?? undefined }
        : undefined,
      items: given.items.map((item) => ({
        description: item.description,
        quantity: item.quantity,
        unitValue: item.unitValue,
        unitGrams: item.unitGrams,
        hsCode: item.hsCode ?? undefined,
        originCountry: item.originCountry ?? undefined,
        sku: item.sku ?? undefined,
      })),
    },
  };
}
