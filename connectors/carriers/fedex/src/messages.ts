/** The two large requests: a price question and a purchase. Pure. */
import type { ShipInput } from '@scanship/connector-kit/carrier/carrier';
import { add, type Money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { partyMessage, placeMessage } from './address.ts';
import { clearanceMessage, customsOf, rateClearance } from './customs.ts';
import {
  amountMessage,
  declaredValues,
  isAbroad,
  packageMessages,
  shipmentPackaging,
  totalPounds,
} from './packages.ts';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day that is over is taken as today by FedEx itself (Ship API, shipDatestamp). */
const shipDay = (s: ShipmentRequest): string | undefined => (DAY.test(s.shipDate) ? s.shipDate : undefined);

interface Etd {
  readonly attributes?: readonly ['POST_SHIPMENT_UPLOAD_REQUESTED'] | undefined;
  readonly requestedDocumentTypes: readonly ['COMMERCIAL_INVOICE'];
}

/** Options of the whole shipment; an empty container is left out. */
function shipmentServices(s: ShipmentRequest, etdDetail: Etd | undefined) {
  const types = [
    ...(s.options.saturdayDelivery === true ? ['SATURDAY_DELIVERY'] : []),
    ...(s.return ? ['RETURN_SHIPMENT'] : []),
    ...(etdDetail ? ['ELECTRONIC_TRADE_DOCUMENTS'] : []),
  ];
  if (types.length === 0) return undefined;
  return {
    specialServiceTypes: types,
    returnShipmentDetail: s.return ? { returnType: 'PRINT_RETURN_LABEL' as const } : undefined,
    etdDetail,
  };
}

/** Weekdays (0 is Sunday) from which one or two days lead to a Saturday. */
const BEFORE_SATURDAY: ReadonlySet<number> = new Set([4, 5]);

/**
 * Asks for the services with Saturday delivery beside those without (Rate API, variableOptions), where a day can lead to one: inside
 * the United States and inside Canada ("FedEx Service Guide", Saturday delivery). Where it was asked for, the option itself does.
 */
const variants = (s: ShipmentRequest): 'SATURDAY_DELIVERY' | undefined =>
  !s.return &&
  s.options.saturdayDelivery !== true &&
  s.from.countryCode === s.to.countryCode &&
  ['US', 'CA'].includes(s.from.countryCode) &&
  BEFORE_SATURDAY.has(new Date(`${s.shipDate}T00:00:00Z`).getUTCDay())
    ? 'SATURDAY_DELIVERY'
    : undefined;

/** Account and list prices of all services of both networks, with the days they take. */
export function rateMessage(
  s: ShipmentRequest,
  { account, pickup }: Pick<ShipSettings, 'account' | 'pickup'>,
  services: readonly string[] = [],
) {
  const customs = isAbroad(s) && s.customs && s.customs.items.length > 0 ? customsOf(s) : undefined;
  const [only, ...others] = services;
  return {
    accountNumber: { value: account },
    rateRequestControlParameters: {
      returnTransitTimes: true,
      variableOptions: variants(s),
      rateSortOrder: 'SERVICENAMETRADITIONAL' as const,
    },
    requestedShipment: {
      shipper: { address: placeMessage(s.from, 'from') },
      recipient: { address: placeMessage(s.to, 'to') },
      serviceType: others.length === 0 ? only : undefined,
      rateRequestType: ['ACCOUNT', 'LIST'],
      shipDateStamp: shipDay(s),
      pickupType: pickup,
      packagingType: shipmentPackaging(s),
      totalPackageCount: s.parcels.length,
      totalWeight: totalPounds(s),
      requestedPackageLineItems: packageMessages(s, 'rate'),
      documentShipment: customs ? customs.purpose === 'Documents' : undefined,
      shipmentSpecialServices: shipmentServices(s, undefined),
      customsClearanceDetail: customs && rateClearance(s, customs, account),
    },
    carrierCodes: ['FDXE', 'FDXG'],
  };
}

/** Ours first, because tracking by reference finds the shipment by it, then the seller's. */
function references(input: ShipInput) {
  const seller = input.shipment.references[0]?.trim().slice(0, 30);
  return [
    { customerReferenceType: 'CUSTOMER_REFERENCE' as const, value: input.reference },
    ...(seller ? [{ customerReferenceType: 'INVOICE_NUMBER' as const, value: seller }] : []),
  ];
}

const sumOf = (values: readonly (Money | undefined)[]): Money | undefined =>
  values.reduce<Money | undefined>(
    (total, value) => (total && value ? add(total, value) : (total ?? value)),
    undefined,
  );

/** Above this number FedEx works on a shipment as a job (Ship API, "above 40 packages"). */
export const MOST_AT_ONCE = 40;

export interface ShipSettings {
  readonly account: string;
  /** FedEx's word for how parcels reach it. */
  readonly pickup: string;
  /** Tells FedEx that documents of the seller's own follow after the purchase. */
  readonly documentsFollow: boolean;
}

/** @throws ConnectorError `invalid-input` naming our field */
export function shipMessage(input: ShipInput, { account, pickup, documentsFollow }: ShipSettings) {
  const s = input.shipment;
  const abroad = isAbroad(s);
  const customs = customsOf(s);
  const declared = sumOf(declaredValues(s));
  const etd: Etd | undefined = customs && {
    attributes: documentsFollow ? ['POST_SHIPMENT_UPLOAD_REQUESTED'] : undefined,
    requestedDocumentTypes: ['COMMERCIAL_INVOICE'],
  };
  const outbound = s.return?.outboundTrackingNumber;
  const special = shipmentServices(s, etd);
  return {
    mergeLabelDocOption: 'NONE' as const,
    requestedShipment: {
      shipDatestamp: shipDay(s),
      totalDeclaredValue: declared && amountMessage(declared),
      shipper: partyMessage(s.from, 'from', abroad),
      recipients: [partyMessage(s.to, 'to', abroad)],
      pickupType: pickup,
      serviceType: input.service,
      packagingType: shipmentPackaging(s),
      totalWeight: totalPounds(s),
      shippingChargesPayment: {
        paymentType: 'SENDER' as const,
        payor: { responsibleParty: { accountNumber: { value: account } } },
      },
      shipmentSpecialServices:
        special && special.returnShipmentDetail && outbound
          ? {
              ...special,
              returnShipmentDetail: {
                ...special.returnShipmentDetail,
                returnAssociationDetail: { trackingNumber: outbound },
              },
            }
          : special,
      customsClearanceDetail: customs && clearanceMessage(s, customs, account),
      blockInsightVisibility: false,
      labelSpecification: {
        labelFormatType: 'COMMON2D' as const,
        imageType: input.labelFormat === 'zpl' ? ('ZPLII' as const) : ('PDF' as const),
        // A page of 4x6 inches for screens, stock of that size for thermal printers.
        labelStockType: input.labelFormat === 'zpl' ? ('STOCK_4X6' as const) : ('PAPER_4X6' as const),
      },
      shippingDocumentSpecification: customs && {
        shippingDocumentTypes: ['COMMERCIAL_INVOICE'],
        commercialInvoiceDetail: { documentFormat: { stockType: 'PAPER_LETTER' as const, docType: 'PDF' as const } },
      },
      rateRequestType: ['ACCOUNT'],
      totalPackageCount: s.parcels.length,
      requestedPackageLineItems: packageMessages(s, 'ship').map((parcel, index) => ({
        sequenceNumber: index + 1,
        ...parcel,
        customerReferences: references(input),
      })),
    },
    labelResponseOptions: 'LABEL' as const,
    accountNumber: { value: account },
    shipAction: 'CONFIRM' as const,
    processingOptionType:
      s.parcels.length > MOST_AT_ONCE ? ('ALLOW_ASYNCHRONOUS' as const) : ('SYNCHRONOUS_ONLY' as const),
    oneLabelAtATime: false,
  };
}
