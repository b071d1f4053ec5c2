/** Makes the carrier-neutral shipment out of an order and what the person typed. Pure. */
import type { QuoteRequest } from '@scanship/contracts/shipping/quotes';
import { filingNotValid } from '@scanship/connector-kit/carrier/export-facts';
import { proposeCustoms } from '@scanship/domain/customs/order-customs';
import { filingNumber, reportingCountry } from '@scanship/domain/shipping/export-report';
import { isAssigned, undeclaredUnits, unitsIn } from '@scanship/domain/shipping/parcel-contents';
import { goodsOf } from '@scanship/domain/shipping/dangerous-goods';
import type {
  Customs,
  DangerousGoods,
  OrderAtStore,
  Parcel,
  ShipmentOptions,
  ShipmentRequest,
} from '@scanship/domain/shipping/shipment';
import { localDay, nextShipDate } from '@scanship/domain/calendar/ship-date';
import { problem, type Outcome } from '../../platform/problem.ts';
import type { QuoteAsker } from './asker.ts';
import type { OpenLine, OrderFacts } from './order-facts.ts';

/** Carriers price at most this many days ahead. */
const MAX_DAYS_AHEAD = 30;

export function toShipmentRequest(
  ctx: QuoteAsker,
  order: OrderFacts,
  body: QuoteRequest,
  now: Date,
): Outcome<ShipmentRequest> {
  const today = localDay(now, order.from.calendar.timeZone);
  const latest = localDay(new Date(now.getTime() + MAX_DAYS_AHEAD * 86_400_000), order.from.calendar.timeZone);
  // A day that was set on the order and is over, or too far away for a price, is no wish any more.
  const wished = order.shipDate !== null && order.shipDate >= today && order.shipDate <= latest ? order.shipDate : null;
  const shipDate = body.shipDate ?? wished ?? nextShipDate(now, order.from.calendar);
  if (shipDate < today || shipDate > latest)
    return problem('validation', {
      errors: [
        { field: 'shipDate', code: 'ship_date', message: `The ship date must be between ${today} and ${latest}.` },
      ],
    });

  const parcels = toParcels(order, body);
  if (!parcels.ok) return parcels;
  const customs = toCustoms(order, body, parcels.value);
  if (!customs.ok) return customs;
  const goods = dangerousGoods(order, body.options, parcels.value);
  if (!goods.ok) return goods;

  return {
    ok: true,
    value: {
      from: order.from.address,
      to: order.shipTo,
      parcels: parcels.value,
      shipDate,
      options: { ...optionsOf(body.options), dangerousGoods: goods.value },
      return: order.returning?.facts,
      customs: customs.value,
      references: [order.number, ...(order.along ?? []).map(({ number }) => number)],
      storeOrder: toStoreOrder(order, parcels.value),
      language: ctx.locale === 'fr-CA' ? 'fr' : 'en',
    },
  };
}

/** What is packed, or else everything that is open, in the store platform's own numbers; a line it does not know is not its. */
function toStoreOrder({ storeOrder, open }: OrderFacts, parcels: readonly Parcel[]): OrderAtStore | undefined {
  if (!storeOrder) return undefined;
  const { platform, orderId, lineIds } = storeOrder;
  const lines = (isAssigned(parcels) ? unitsIn(parcels) : open).flatMap(({ line, quantity }) => {
    const externalLineId = lineIds.get(line);
    return externalLineId === undefined ? [] : [{ line, externalLineId, quantity }];
  });
  return lines.length === 0 ? undefined : { platform, orderId, lines };
}

const optionsOf = (options: QuoteRequest['options']): Omit<ShipmentOptions, 'dangerousGoods'> => {
  const { dangerousGoods: _own, ...others } = options ?? {};
  return { ...others, insuredValue: options?.insuredValue ?? undefined };
};

/** What a person says of the parcels, null included; else what the products in them say. */
function dangerousGoods(
  order: OrderFacts,
  options: QuoteRequest['options'],
  parcels: readonly Parcel[],
): Outcome<DangerousGoods | undefined> {
  const said = options?.dangerousGoods;
  if (said) return { ok: true, value: { ...said, dryIceGrams: said.dryIceGrams ?? undefined } };
  const packed = isAssigned(parcels) ? new Set(unitsIn(parcels).map(({ line }) => line)) : undefined;
  const inside = order.open.filter(({ line }) => packed?.has(line) ?? true);
  const kind = said === null ? undefined : goodsOf([...inside, ...(order.alongGoods ?? [])]);
  if (kind === 'mixed')
    return problem('validation', {
      errors: [
        {
          field: 'options.dangerousGoods',
          code: 'dangerous_goods',
          message:
            'The products hold different kinds of dangerous goods. Ship them apart, or choose what the parcels hold.',
        },
      ],
    });
  return { ok: true, value: kind && { kind } };
}

/** Parcels are numbered 1..n without gaps, whatever numbers came in, so that labels and items can name them. */
function toParcels(order: OrderFacts, body: QuoteRequest): Outcome<readonly Parcel[]> {
  const numbers = body.parcels.map((p) => p.number);
  if (new Set(numbers).size !== numbers.length)
    return problem('validation', {
      errors: [{ field: 'parcels', code: 'parcel_number', message: 'Two parcels have the same number.' }],
    });
  const parcels = body.parcels
    .toSorted((a, b) => a.number - b.number)
    .map((parcel, index) => ({
      number: index + 1,
      weightGrams: parcel.weightGrams,
      dimensions: parcel.dimensions ?? undefined,
      packaging: parcel.packaging ?? undefined,
      packageId: parcel.packageId ?? undefined,
      items: parcel.items && parcel.items.length > 0 ? unitsIn([parcel]) : undefined,
    }));
  if (order.along && isAssigned(parcels))
    return problem('validation', {
      errors: [
        {
          field: 'parcels',
          code: 'parcel_items',
          message:
            'Orders that are shipped together go with everything that is open; leave out what is in which parcel.',
        },
      ],
    });
  const errors = [...boxErrors(order, parcels), ...contentErrors(order, parcels)];
  return errors.length > 0 ? problem('validation', { errors }) : { ok: true, value: parcels };
}

interface FieldError {
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

const boxErrors = (order: OrderFacts, parcels: readonly Parcel[]): FieldError[] =>
  parcels.flatMap(({ packageId }, index) =>
    packageId !== undefined && !order.packageIds.has(packageId)
      ? [
          {
            field: `parcels.${index}.packageId`,
            code: 'unknown_package',
            message: `The box of parcel ${index + 1} was not found.`,
          },
        ]
      : [],
  );

const nameOf = (line: OpenLine): string => line.title.trim() || line.sku || `line ${line.line}`;

/** What is packed must be there to be packed; across a border no parcel may be empty while others say what is in them. */
function contentErrors(order: OrderFacts, parcels: readonly Parcel[]): FieldError[] {
  if (!isAssigned(parcels)) return [];
  const errors = unitsIn(parcels).flatMap(({ line, quantity }): FieldError[] => {
    const open = order.open.find((each) => each.line === line);
    if (open && quantity <= open.quantity) return [];
    return [
      {
        field: 'parcels',
        code: 'parcel_items',
        message: open
          ? `${quantity} of "${nameOf(open)}" are packed, but only ${open.quantity} can be shipped.`
          : `Line ${line} of this order has nothing left to ship.`,
      },
    ];
  });
  const empty = parcels.findIndex((parcel) => !parcel.items);
  if (empty !== -1 && order.from.address.countryCode !== order.shipTo.countryCode)
    errors.push({
      field: `parcels.${empty}.items`,
      code: 'parcel_empty',
      message: `Parcel ${empty + 1} has no items. Customs wants to know what is in each parcel.`,
    });
  return errors;
}

/** The proposal for what is packed: of the chosen units where somebody chose, else of everything left. */
function proposalOf(
  order: OrderFacts,
  parcels: readonly Parcel[],
): { readonly customs: Customs | null; readonly gaps: OrderFacts['customsGaps'] } {
  if (!isAssigned(parcels)) return { customs: order.customs, gaps: order.customsGaps };
  const packed = new Map(unitsIn(parcels).map(({ line, quantity }) => [line, quantity]));
  return proposeCustoms({
    number: order.number,
    currency: order.currency,
    items: order.open.map((line) => ({ ...line, quantity: packed.get(line.line) ?? 0 })),
    signer: order.from.address.name,
  });
}

export interface EstimateGap {
  /** Below `customs`. */
  readonly field: string;
  readonly message: string;
}

/** What a declaration lacks that is estimated with (`estimate`); none where it is complete, was typed, or nobody wants estimates. */
export function estimateGaps(order: OrderFacts, body: QuoteRequest): readonly EstimateGap[] {
  if (!body.estimate || body.customs || order.from.address.countryCode === order.shipTo.countryCode) return [];
  const parcels = toParcels(order, body);
  return parcels.ok ? customsGaps(proposalOf(order, parcels.value).gaps) : [];
}

const customsGaps = (gaps: OrderFacts['customsGaps']): EstimateGap[] =>
  gaps.map(({ field, message }) => ({ field: `customs.${field}`, message }));

/**
 * Something in the place of what is not known, so that carriers can tell a price: what the parcels weigh is shared out, and the
 * goods come from where they are sent. Never bought with (`loadRate`).
 */
function roughly(order: OrderFacts, customs: Customs, parcels: readonly Parcel[]): Customs {
  const known = customs.items.reduce((sum, item) => sum + item.unitGrams * item.quantity, 0);
  const units = customs.items.reduce((sum, item) => sum + (item.unitGrams > 0 ? 0 : item.quantity), 0);
  const left = parcels.reduce((sum, parcel) => sum + parcel.weightGrams, 0) - known;
  return {
    ...customs,
    items: customs.items.map((item) => ({
      ...item,
      unitGrams: item.unitGrams > 0 ? item.unitGrams : Math.max(1, Math.floor(left / units)),
      originCountry: item.originCountry ?? order.from.address.countryCode,
    })),
  };
}

function toCustoms(order: OrderFacts, body: QuoteRequest, parcels: readonly Parcel[]): Outcome<Customs | undefined> {
  if (order.from.address.countryCode === order.shipTo.countryCode) return { ok: true, value: undefined };
  const given = body.customs;
  if (given && isAssigned(parcels)) {
    const lines = undeclaredUnits({ items: given.items }, parcels);
    if (lines.length > 0)
      return problem('validation', {
        errors: [
          {
            field: 'customs.items',
            code: 'customs_units',
            message:
              lines[0] === 0
                ? 'Each item of the customs declaration must name the lines of the order it declares.'
                : `The customs declaration does not say the same units as the parcels (${lines.map((line) => `line ${line}`).join(', ')}).`,
          },
        ],
      });
  }
  if (!given) {
    const { customs, gaps } = proposalOf(order, parcels);
    if (customs && gaps.length === 0) return { ok: true, value: customs };
    if (customs && body.estimate) return { ok: true, value: roughly(order, customs, parcels) };
    return problem('customs_incomplete', {
      errors: customsGaps(gaps).map((gap) => ({ ...gap, code: 'customs_gap' })),
    });
  }
  const country = reportingCountry(order.from.address.countryCode);
  if (given.exportFiling && (!country || filingNumber(country, given.exportFiling) === undefined))
    return problem('validation', {
      errors: [
        {
          field: 'customs.exportFiling.number',
          code: 'export_filing',
          message: country
            ? filingNotValid(country)
            : 'Export reports are known here for goods that leave the United States or Canada.',
        },
      ],
    });
  const { dutiesAccount } = given;
  if (dutiesAccount?.holder === 'receiver' && given.dutiesPaidBy === 'Shipper')
    return problem('validation', {
      errors: [
        {
          field: 'customs.dutiesAccount',
          code: 'duties_account',
          message: 'The receiver’s account is billed only where the receiver pays the duties.',
        },
      ],
    });
  return {
    ok: true,
    value: {
      purpose: given.purpose,
      incoterm: given.incoterm,
      dutiesPaidBy: given.dutiesPaidBy,
      dutiesAccount: dutiesAccount
        ? {
            ...dutiesAccount,
            countryCode: dutiesAccount.countryCode ?? undefined,
            postalCode: dutiesAccount.postalCode?.trim() || undefined,
          }
        : undefined,
      currency: given.currency,
      invoiceNumber: given.invoiceNumber ?? order.number,
      signer: given.signer ?? undefined,
      prepaidDuty: given.prepaidDuty
        ? { ...given.prepaidDuty, amount: given.prepaidDuty.amount ?? undefined }
        : undefined,
      exportFiling: given.exportFiling ?? undefined,
      items: given.items.map((item) => ({
        description: item.description,
        quantity: item.quantity,
        unitValue: item.unitValue,
        unitGrams: item.unitGrams,
        hsCode: item.hsCode ?? undefined,
        originCountry: item.originCountry ?? undefined,
        sku: item.sku ?? undefined,
        lines: item.lines,
      })),
    },
  };
}
