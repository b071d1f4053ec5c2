/** The two large requests: a price question and a purchase (MyDHL API 3.1.1, POST /rates and POST /shipments). Pure. */
import type { ShipInput } from '@scanship/connector-kit/carrier/carrier';
import { fail } from '@scanship/connector-kit/errors';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { rateAddress, shipmentParty } from './address.ts';
import { contents, customsOf, customsTotal, exportDeclaration, isDutiable, usFiling } from './customs.ts';
import { accounts, amount, boughtServices, ratedServices } from './options.ts';
import { packageMessages, unitsFrom } from './packages.ts';
import { checkDay, plannedShipping } from './times.ts';

/** Value of the goods, where it is known already. */
function declared(s: ShipmentRequest) {
  const customs = isDutiable(s) ? s.customs : undefined;
  if (!customs || customs.items.length === 0) return undefined;
  const total = customsTotal(customs);
  return [{ typeCode: 'declaredValue', value: amount(total), currency: total.currency }];
}

export function rateMessage(s: ShipmentRequest, account: string, now: Date) {
  return {
    customerDetails: { shipperDetails: rateAddress(s.from, 'from'), receiverDetails: rateAddress(s.to, 'to') },
    // A price question takes two; who pays the duties does not change them.
    accounts: accounts(account, s).slice(0, 2),
    valueAddedServices: ratedServices(s),
    plannedShippingDateAndTime: plannedShipping(s.shipDate, s.from, now),
    unitOfMeasurement: unitsFrom(s.from.countryCode).unitOfMeasurement,
    isCustomsDeclarable: isDutiable(s),
    monetaryAmount: declared(s),
    // The day DHL stands by, customs included.
    estimatedDeliveryDate: { isRequested: true, typeCode: 'QDDC' },
    nextBusinessDay: true,
    packages: packageMessages(s),
  };
}

/** Labels of 4 x 6 inches, one file a parcel, and the invoice apart; the courier's copy of the waybill is left out. */
const output = (s: ShipmentRequest, format: ShipInput['labelFormat'], dutiable: boolean) => ({
  printerDPI: format === 'zpl' ? 200 : 300,
  encodingFormat: format,
  imageOptions: [
    { typeCode: 'label', templateName: 'ECOM26_A6_002' },
    ...(dutiable
      ? [
          {
            typeCode: 'invoice',
            templateName: s.return ? 'RET_COM_INVOICE_A4_01' : 'COMMERCIAL_INVOICE_P_10',
            isRequested: true,
            invoiceType: s.return ? 'returns' : 'commercial',
            languageCode: 'eng',
          },
        ]
      : []),
  ],
  splitTransportAndWaybillDocLabels: true,
  splitDocumentsByPages: true,
  splitInvoiceAndReceipt: true,
});

/** Ours first, because a lost shipment is found by it; the seller's order number beside it. */
function references(input: ShipInput) {
  const seller = input.shipment.references.map((text) => text.trim().slice(0, 35).trim()).filter(Boolean);
  return [
    { value: input.reference, typeCode: 'CU' },
    ...seller.slice(0, 5).map((value) => ({ value, typeCode: 'CO' })),
  ];
}

/** The local product code that came with the price: some countries sell a product under a code of their own. */
function localProduct(input: ShipInput): string | undefined {
  const code = input.rateToken?.['localProductCode'];
  return typeof code === 'string' && code.length >= 1 && code.length <= 3 ? code : undefined;
}

/** @throws ConnectorError `invalid-input` naming our field */
export function shipMessage(input: ShipInput, account: string, now: Date) {
  const s = input.shipment;
  checkDay(s.shipDate, s.from, now, 'shipDate');
  const customs = customsOf(s);
  const total = customs && customsTotal(customs);
  if (total && total.minor <= 0)
    throw fail('invalid-input', 'Goods need a value above zero for customs.', { field: 'customs.items.0.unitValue' });
  return {
    plannedShippingDateAndTime: plannedShipping(s.shipDate, s.from, now),
    pickup: { isRequested: false },
    productCode: input.service,
    localProductCode: localProduct(input),
    getRateEstimates: true,
    accounts: accounts(account, s),
    valueAddedServices: boughtServices(s),
    outputImageProperties: output(s, input.labelFormat, customs !== undefined),
    customerReferences: references(input),
    customerDetails: { shipperDetails: shipmentParty(s.from, 'from'), receiverDetails: shipmentParty(s.to, 'to') },
    content: {
      packages: packageMessages(s).map((parcel, index) => ({ ...parcel, referenceNumber: index + 1 })),
      isCustomsDeclarable: customs !== undefined,
      declaredValue: total && amount(total),
      declaredValueCurrency: total?.currency,
      exportDeclaration: customs && exportDeclaration(s, customs, input.reference),
      description: contents(s),
      USFilingTypeValue: customs && usFiling(s),
      incoterm: s.customs?.incoterm ?? 'DAP',
      unitOfMeasurement: unitsFrom(s.from.countryCode).unitOfMeasurement,
    },
    getAdditionalInformation: [{ typeCode: 'linkLabelsByPieces', isRequested: true }],
  };
}
