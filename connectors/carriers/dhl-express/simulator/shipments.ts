/** Shipments: buying, stored papers, proof of delivery, papers for customs. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import {
  jsonAnswer,
  jsonBody,
  SimRefusal,
  type SimAccount,
  type SimContext,
  type SimRoute,
} from '@scanship/simulator-kit/simulator';
import { accountOf, checkAccount, checkStamp } from './access.ts';
import {
  accept,
  acceptQuery,
  imageQuery,
  proofQuery,
  refuse,
  shipQuery,
  shipRequest,
  uploadRequest,
  type ShipRequest,
} from './contract.ts';
import { paidEntry, piecesOf, requestOf } from './entries.ts';
import { pieceId, waybillNumber } from './numbers.ts';
import { parcelsOf, priced } from './rating.ts';
import { currencyOf, knownService, productName, productsOn } from './tariff.ts';
import { isDelivered } from './tracking.ts';

const base64 = async (bytes: Uint8Array | Promise<Uint8Array>): Promise<string> =>
  Buffer.from(await bytes).toString('base64');

function checkRules(asked: ShipRequest, account: SimAccount, sim: SimContext): void {
  checkAccount(asked.accounts.find(({ typeCode }) => typeCode === 'shipper')?.number, account);
  checkStamp(asked.plannedShippingDateAndTime, sim.now());
  const { shipperDetails, receiverDetails } = asked.customerDetails;
  const [from, to] = [shipperDetails.postalAddress.countryCode, receiverDetails.postalAddress.countryCode];
  const { isCustomsDeclarable, exportDeclaration } = asked.content;
  if (!productsOn(from, to, isCustomsDeclarable).some(({ code }) => code === asked.productCode))
    refuse('1001', `The requested product(s) (${asked.productCode}) not available based on your search criteria.`);
  const codes = (asked.valueAddedServices ?? []).map(({ serviceCode }) => serviceCode);
  const unknown = codes.findIndex((code) => !knownService(code));
  if (unknown >= 0)
    refuse(
      '7008',
      `The requested Special Service Code #/valueAddedServices/${unknown}/serviceCode '${codes[unknown] ?? ''}' is not available between this origin and destination.`,
    );
  if (isCustomsDeclarable && !exportDeclaration)
    refuse('7102', 'The #/content/exportDeclaration is required for a dutiable shipment.');
  if (codes.includes('DD') && !asked.accounts.some(({ typeCode }) => typeCode === 'duties-taxes'))
    refuse('7129', 'The duties-taxes account is required with special service DD.');
}

export const ship: SimRoute['handle'] = async (request, sim) => {
  const account = accountOf(request, sim);
  acceptQuery(shipQuery, request);
  const body = jsonBody(request);
  const asked = accept(shipRequest, body);
  checkRules(asked, account, sim);
  const id = waybillNumber();
  const entry = sim.books.append({
    kind: 'paid',
    id,
    account: account.id,
    reference: asked.customerReferences?.find(({ typeCode = 'CU' }) => typeCode === 'CU')?.value,
    data: { request: body as JsonObject, pieces: asked.content.packages.map(() => pieceId()) },
  });
  return jsonAnswer(201, await shipAnswer(asked, entry, sim));
};

async function shipAnswer(asked: ShipRequest, entry: BookEntry, sim: SimContext): Promise<JsonObject> {
  const { id } = entry;
  const trackingUrl = `https://express.api.dhl.com/mydhlapi/shipments/${id}/tracking`;
  return {
    shipmentTrackingNumber: id,
    trackingUrl,
    packages: piecesOf(entry).map((trackingNumber, index) => ({
      referenceNumber: asked.content.packages[index]?.referenceNumber ?? index + 1,
      trackingNumber,
      trackingUrl: `${trackingUrl}?pieceTrackingNumber=${trackingNumber}`,
    })),
    documents: await documents(asked, entry, sim),
    ...(asked.getRateEstimates === true ? { shipmentCharges: charged(asked) } : {}),
  };
}

async function documents(asked: ShipRequest, entry: BookEntry, sim: SimContext): Promise<JsonObject[]> {
  const format = asked.outputImageProperties?.encodingFormat === 'zpl' ? 'zpl' : 'pdf';
  const options = asked.outputImageProperties?.imageOptions ?? [];
  const linked = asked.getAdditionalInformation?.some((i) => i.typeCode === 'linkLabelsByPieces' && i.isRequested);
  const wanted = (typeCode: string): boolean => options.some((o) => o.typeCode === typeCode && o.isRequested === true);
  const found: JsonObject[] = [];
  for (const [index, piece] of piecesOf(entry).entries())
    found.push({
      imageFormat: format.toUpperCase(),
      content: await base64(sim.drawLabel(labelModel(asked, entry.id, index, piece), format)),
      typeCode: 'label',
      ...(linked === true ? { packageReferenceNumber: index + 1 } : {}),
    });
  const paper = async (title: string, as: 'pdf' | 'zpl', typeCode: string): Promise<void> => {
    const model = { ...labelModel(asked, entry.id, 0, ''), carrierName: title };
    found.push({ imageFormat: as.toUpperCase(), content: await base64(sim.drawLabel(model, as)), typeCode });
  };
  if (wanted('waybillDoc')) await paper('WAYBILL DOC', format, 'waybillDoc');
  if (wanted('invoice')) await paper('INVOICE', 'pdf', 'invoice');
  return found;
}

type Party = ShipRequest['customerDetails']['shipperDetails'];

const person = ({ postalAddress: a, contactInformation: c }: Party): LabelModel['to'] => ({
  name: c.fullName,
  companyName: c.companyName === c.fullName ? undefined : c.companyName,
  address1: a.addressLine1,
  address2: [a.addressLine2, a.addressLine3].filter(Boolean).join(', ') || undefined,
  city: a.cityName,
  provinceCode: a.provinceCode ?? '',
  zipcode: a.postalCode,
  countryCode: a.countryCode,
});

function labelModel(asked: ShipRequest, waybill: string, index: number, piece: string): LabelModel {
  const parcel = asked.content.packages[index];
  const grams = (parcel?.weight ?? 0) * (asked.content.unitOfMeasurement === 'imperial' ? 453.592_37 : 1000);
  return {
    carrierName: 'DHL (TEST)',
    serviceName: productName(asked.productCode),
    trackingNumber: waybill,
    from: person(asked.customerDetails.shipperDetails),
    to: person(asked.customerDetails.receiverDetails),
    weightGrams: Math.max(1, Math.round(grams)),
    shipDate: asked.plannedShippingDateAndTime.slice(0, 10),
    parcelNumber: index + 1,
    parcelCount: asked.content.packages.length,
    references: [piece, ...(asked.customerReferences ?? []).map(({ value }) => value)].filter(Boolean).slice(0, 3),
    test: true,
  };
}

function charged(asked: ShipRequest): JsonObject[] {
  const { shipperDetails, receiverDetails } = asked.customerDetails;
  const from = shipperDetails.postalAddress.countryCode;
  const found = priced({
    from,
    to: receiverDetails.postalAddress.countryCode,
    province: receiverDetails.postalAddress.provinceCode ?? '',
    dutiable: asked.content.isCustomsDeclarable,
    parcels: parcelsOf(asked.content.packages, asked.content.unitOfMeasurement),
    services: (asked.valueAddedServices ?? []).map(({ serviceCode, value }) => ({ code: serviceCode, value })),
  }).find(({ code }) => code === asked.productCode);
  if (!found) return [];
  return [
    {
      currencyType: 'BILLC',
      priceCurrency: currencyOf(from),
      price: found.total / 100,
      serviceBreakdown: found.charges.map(({ name, code, cents, tax }) => ({
        name,
        price: (cents + tax) / 100,
        ...(code === undefined ? {} : { typeCode: code }),
      })),
    },
  ];
}

export const image: SimRoute['handle'] = async (request, sim) => {
  const account = accountOf(request, sim);
  const asked = acceptQuery(imageQuery, request);
  checkAccount(asked.shipperAccountNumber, account);
  const waybill = request.params['number'] ?? '';
  const entry = paidEntry(sim, waybill, account);
  const month = entry && requestOf(entry).plannedShippingDateAndTime.slice(0, 7);
  if (!entry || month !== asked.pickupYearAndMonth || asked.typeCode !== 'waybill')
    throw new SimRefusal(404, '1504', 'No document images found for the provided search criteria.');
  const stored: JsonObject[] = [];
  for (const [index, piece] of piecesOf(entry).entries())
    if (index === 0)
      stored.push({
        shipmentTrackingNumber: waybill,
        typeCode: 'waybill',
        encodingFormat: 'PDF',
        content: await base64(sim.drawLabel(labelModel(requestOf(entry), waybill, index, piece), 'pdf')),
      });
  return jsonAnswer(200, { documents: stored });
};

export const proof: SimRoute['handle'] = async (request, sim) => {
  const account = accountOf(request, sim);
  const asked = acceptQuery(proofQuery, request);
  const waybill = request.params['number'] ?? '';
  const entry = paidEntry(sim, waybill, account);
  if (asked.shipperAccountNumber !== undefined) checkAccount(asked.shipperAccountNumber, account);
  if (!entry || !isDelivered(entry, sim)) throw new SimRefusal(404, '404', 'No electronic proof of delivery found');
  const model = { ...labelModel(requestOf(entry), waybill, 0, ''), carrierName: 'PROOF OF DELIVERY' };
  return jsonAnswer(200, {
    documents: [{ encodingFormat: 'PDF', content: await base64(sim.drawLabel(model, 'pdf')), typeCode: 'POD' }],
  });
};

const TEN_MINUTES = 600_000;

export const upload: SimRoute['handle'] = (request, sim) => {
  const account = accountOf(request, sim);
  const asked = accept(uploadRequest, jsonBody(request));
  checkAccount(asked.accounts.find(({ typeCode }) => typeCode === 'shipper')?.number, account);
  const id = request.params['number'] ?? '';
  const entry = paidEntry(sim, id, account);
  if (!entry) throw new SimRefusal(404, '404', 'Operation not possible since shipment information not found');
  if (requestOf(entry).productCode !== asked.productCode)
    refuse(
      '7096',
      'The provided product code is not that of the shipment. Please check the request message and retry.',
    );
  if (requestOf(entry).valueAddedServices?.some(({ serviceCode }) => serviceCode === 'WY') !== true)
    refuse('7100', 'The original shipment must contain WY as the special service.');
  if (sim.now().getTime() - Date.parse(entry.at) < TEN_MINUTES)
    refuse('7101', 'At least 10 minutes must be given between the shipment and its images.');
  sim.books.append({
    kind: 'document',
    id,
    account: account.id,
    reference: entry.reference,
    data: { kinds: asked.documentImages.map(({ typeCode = 'INV' }) => typeCode) },
  });
  return jsonAnswer(200, {});
};
