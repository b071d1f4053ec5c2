/** The two large requests: a price question and a purchase (UPS Rating and Shipping API, v2409). Pure. */
import { fail } from '@scanship/connector-kit/errors';
import type { Address } from '@scanship/domain/addresses/address';
import type { ShipInput } from '@scanship/connector-kit/carrier/carrier';
import { exponentOf } from '@scanship/domain/money/money';
import type { Customs, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { partyMessage, rateAddress } from './address.ts';
import {
  chargesMessage,
  compactDate,
  customsOf,
  customsTotal,
  formsMessage,
  goodsDescription,
  collectedTaxMessage,
  taxMessage,
} from './customs.ts';
import { packageMessages, shipmentSignature } from './packages.ts';
import { packagingCode } from './packagings.ts';
import { isAbroad, unitsFrom, weightMessage } from './units.ts';
import type { VendorAmount, VendorParty, VendorReference } from './vendor.ts';

/** Who is named as shipper: parcels that cannot be delivered go back there. It must be in the country of origin (120317). */
const shipperOf = (s: ShipmentRequest): { readonly address: Address; readonly field: 'from' | 'to' | 'returnTo' } => {
  // A return belongs to whom it comes back to: the holder of the account.
  if (s.return) return { address: s.to, field: 'to' };
  return s.returnTo?.countryCode === s.from.countryCode
    ? { address: s.returnTo, field: 'returnTo' }
    : { address: s.from, field: 'from' };
};

/** 9 is the label that is printed here and sent to the buyer; UPS bills it once it is scanned. */
const returnService = (s: ShipmentRequest): { readonly Code: '9' } | undefined => {
  if (!s.return) return undefined;
  if (isAbroad(s))
    throw fail('invalid-input', 'UPS return labels are made here only inside one country.', {
      field: 'from.countryCode',
    });
  return { Code: '9' };
};

/** Rating API, InvoiceLineTotal: 1 to 99999999. */
const MOST_VALUE = 99_999_999;

/** The value of the goods, in whole units of its currency (120539), from 1. */
function lineTotal(customs: Customs): VendorAmount {
  const total = customsTotal(customs);
  const whole = Math.max(1, Math.round(total.minor / 10 ** exponentOf(total.currency)));
  if (whole > MOST_VALUE)
    throw fail('invalid-input', `UPS takes goods of up to ${MOST_VALUE} ${total.currency} in one shipment.`, {
      field: 'customs.items',
    });
  return { CurrencyCode: total.currency, MonetaryValue: String(whole) };
}

/** A place of dispatch has no e-mail address in UPS's message. */
function shipFrom(address: Address, abroad: boolean): Omit<VendorParty, 'EMailAddress'> {
  const { EMailAddress: _none, ...party } = partyMessage(address, 'from', abroad);
  return party;
}

/** Options of the whole shipment; an empty container is left out. */
function shipmentOptions(s: ShipmentRequest, forms: object | undefined) {
  const DeliveryConfirmation = shipmentSignature(s);
  const saturday = s.options.saturdayDelivery === true;
  if (!DeliveryConfirmation && !saturday && !forms) return undefined;
  return {
    SaturdayDeliveryIndicator: saturday ? ('' as const) : undefined,
    DeliveryConfirmation,
    InternationalForms: forms,
  };
}

/** All services of a way; with the days they take, or without. */
export type RateOption = 'Shop' | 'Shoptimeintransit';

/** Negotiated and published prices of all services, itemised, with taxes and days. */
export function rateMessage(s: ShipmentRequest, account: string, option: RateOption, pickup = '') {
  const shipper = shipperOf(s);
  const abroad = isAbroad(s);
  const units = unitsFrom(s.from.countryCode);
  const grams = s.parcels.reduce((total, parcel) => total + parcel.weightGrams, 0);
  const { customs } = s;
  return {
    RateRequest: {
      // The option stands in the address; the contract asks for it here as well.
      Request: { RequestOption: option, SubVersion: '2409', TransactionReference: { CustomerContext: 'rates' } },
      // Without one UPS takes the daily pickup.
      PickupType: pickup === '' ? undefined : { Code: pickup },
      Shipment: {
        Shipper: { ShipperNumber: account, Address: rateAddress(shipper.address, shipper.field) },
        ShipTo: { Address: rateAddress(s.to, 'to') },
        ShipFrom: { Address: rateAddress(s.from, 'from') },
        PaymentDetails: { ShipmentCharge: chargesMessage(account, abroad ? customs : undefined, s.to.countryCode) },
        ShipmentTotalWeight: weightMessage(grams, units),
        Package: packageMessages(s).map((parcel, index) => ({
          PackagingType: { Code: packagingCode(s.parcels[index]?.packaging) },
          ...parcel,
        })),
        ReturnService: returnService(s),
        ShipmentServiceOptions: shipmentOptions(s, undefined),
        ShipmentRatingOptions: { NegotiatedRatesIndicator: '' },
        InvoiceLineTotal: abroad && customs && customs.items.length > 0 ? lineTotal(customs) : undefined,
        TaxInformationIndicator: '',
        DeliveryTimeInformation: {
          // 03 is "not documents only".
          PackageBillType: '03',
          Pickup: { Date: compactDate(s.shipDate) },
        },
      },
    },
  };
}

/**
 * References on the label: ours first, because label recovery finds the shipment by it, then the seller's. Inside the US and
 * Puerto Rico they belong to each package, elsewhere to the shipment (Shipping API, ReferenceNumber).
 */
function references(input: ShipInput): { readonly shipment?: VendorReference[]; readonly parcel?: VendorReference[] } {
  const seller = input.shipment.references[0]?.trim().slice(0, 35);
  const values = [{ Value: input.reference }, ...(seller ? [{ Value: seller }] : [])];
  const area = (country: string): boolean => country === 'US' || country === 'PR';
  return area(input.shipment.from.countryCode) && area(input.shipment.to.countryCode)
    ? { parcel: values }
    : { shipment: values };
}

const DAY_MS = 86_400_000;

/** UPS takes a ship date from today to seven days ahead; any other is left to UPS, which takes today. */
function shipmentDate(day: string, now: Date): string | undefined {
  const today = Date.parse(`${now.toISOString().slice(0, 10)}T00:00:00Z`);
  const days = Math.round((Date.parse(`${day}T00:00:00Z`) - today) / DAY_MS);
  return days >= 0 && days <= 7 ? compactDate(day) : undefined;
}

/** The label UPS is asked for: ZPL for thermal printers, else a GIF that becomes a page. UPS offers no PDF here. */
export const labelSpecification = (format: ShipInput['labelFormat'], language: 'en' | 'fr') =>
  format === 'zpl'
    ? {
        LabelImageFormat: { Code: 'ZPL' },
        LabelStockSize: { Height: '6', Width: '4' },
        CharacterSet: language === 'fr' ? 'fra' : undefined,
      }
    : {
        LabelImageFormat: { Code: 'GIF' },
        HTTPUserAgent: 'Mozilla/4.5',
        LabelStockSize: { Height: '6', Width: '4' },
        CharacterSet: language === 'fr' ? 'fra' : undefined,
      };

/** @throws ConnectorError `invalid-input` naming our field */
export function shipMessage(input: ShipInput, account: string, now: Date) {
  const s = input.shipment;
  const shipper = shipperOf(s);
  const abroad = isAbroad(s);
  const customs = customsOf(s);
  const forms = customs && formsMessage(s, customs);
  const own = references(input);
  // Shipping API, InvoiceLineTotal: from the US to Canada or Puerto Rico only; the invoice tells it elsewhere.
  const invoiced = s.from.countryCode === 'US' && ['CA', 'PR'].includes(s.to.countryCode) ? s.customs : undefined;
  return {
    ShipmentRequest: {
      Request: {
        RequestOption: 'nonvalidate',
        SubVersion: '2205',
        TransactionReference: { CustomerContext: input.reference },
      },
      Shipment: {
        Description: customs && goodsDescription(customs),
        ReturnService: returnService(s),
        Shipper: { ...partyMessage(shipper.address, shipper.field, abroad), ShipperNumber: account },
        ShipTo: partyMessage(s.to, 'to', abroad),
        ShipFrom: { ...shipFrom(s.from, abroad), VendorInfo: abroad ? collectedTaxMessage(s.from) : undefined },
        PaymentInformation: { ShipmentCharge: chargesMessage(account, customs, s.to.countryCode) },
        GlobalTaxInformation: abroad ? taxMessage(s) : undefined,
        ShipmentRatingOptions: { NegotiatedRatesIndicator: '' },
        TaxInformationIndicator: '',
        ReferenceNumber: own.shipment,
        Service: { Code: input.service },
        InvoiceLineTotal: invoiced && invoiced.items.length > 0 ? lineTotal(invoiced) : undefined,
        ShipmentServiceOptions: shipmentOptions(s, forms),
        ShipmentDate: shipmentDate(s.shipDate, now),
        Package: packageMessages(s, input.service).map((parcel, index) => ({
          // Required of a return, and said of nothing else.
          Description: s.return ? 'Returned goods' : undefined,
          Packaging: { Code: packagingCode(s.parcels[index]?.packaging) },
          ...parcel,
          ReferenceNumber: own.parcel,
        })),
      },
      LabelSpecification: labelSpecification(input.labelFormat, s.language),
    },
  };
}
