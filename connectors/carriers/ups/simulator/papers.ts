/** Documents of the seller, and what duties and taxes come to: invented rates, sums that add up. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import {
  jsonAnswer,
  jsonBody,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { z } from 'zod';
import { SUCCESS } from './answers.ts';
import { accept, context, refuse, text } from './contract.ts';

const asked = z.object({ TransactionReference: context });
export const uploadRequest = z.object({
  UploadRequest: z.object({
    Request: asked,
    ShipperNumber: text(6, 6),
    UserCreatedForm: z.array(
      z.object({
        UserCreatedFormFileName: text(300),
        UserCreatedFormFile: z.string(),
        UserCreatedFormFileFormat: text(4, 3),
        UserCreatedFormDocumentType: text(3, 3),
      }),
    ),
  }),
});
export const pushRequest = z.object({
  PushToImageRepositoryRequest: z.object({
    Request: asked,
    ShipperNumber: text(6, 6),
    FormsHistoryDocumentID: z.object({ DocumentID: z.array(z.string()) }),
    ShipmentIdentifier: text(19),
    ShipmentDateAndTime: z.string().optional(),
    ShipmentType: text(1),
    TrackingNumber: z.array(z.string()).optional(),
  }),
});

const numberOf = (account: SimAccount): string => account.credentials['accountNumber'] ?? '';

function checkAccount(request: SimRequest, account: SimAccount, number: string): void {
  if (request.headers['shippernumber'] === undefined) refuse('10006', 'Missing or invalid ShipperNumber');
  if (number !== numberOf(account) || request.headers['shippernumber'] !== number)
    refuse('9590018', 'Your UPS Account number is not authorized for user generated forms functionality.');
}

/** "2016-01-18-11.01.07.589501": the moment, and six digits. */
const documentId = (now: Date): string => {
  const moment = now.toISOString();
  return `${moment.slice(0, 10)}-${moment.slice(11, 19).replaceAll(':', '.')}.${String(randomInt(10 ** 6)).padStart(6, '0')}`;
};

const FORMATS: ReadonlySet<string> = new Set('bmp doc gif jpg pdf png rtf tif txt xls docx xlsx'.split(' '));

export function upload(request: SimRequest, sim: SimContext, account: SimAccount): SimAnswer {
  const body = accept(uploadRequest, jsonBody(request)).UploadRequest;
  checkAccount(request, account, body.ShipperNumber);
  if (body.UserCreatedForm.length < 1 || body.UserCreatedForm.length > 13)
    refuse('9590022', 'Invalid number of documents');
  const ids = body.UserCreatedForm.map((form) => {
    if (!FORMATS.has(form.UserCreatedFormFileFormat)) refuse('9590009', 'Invalid file format');
    if (!/^0(0[1-9]|1[0-3])$/.test(form.UserCreatedFormDocumentType)) refuse('9590010', 'Invalid document type');
    if (form.UserCreatedFormFile === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(form.UserCreatedFormFile))
      refuse('9590011', 'The file is not base64');
    const id = documentId(sim.now());
    sim.books.append({
      kind: 'draft',
      id,
      account: account.id,
      data: { type: form.UserCreatedFormDocumentType, bytes: form.UserCreatedFormFile.length },
    });
    return id;
  });
  return jsonAnswer(200, {
    UploadResponse: {
      Response: { ResponseStatus: SUCCESS },
      FormsHistoryDocumentID: { DocumentID: ids },
    },
  });
}

export function push(request: SimRequest, sim: SimContext, account: SimAccount): SimAnswer {
  const body = accept(pushRequest, jsonBody(request)).PushToImageRepositoryRequest;
  checkAccount(request, account, body.ShipperNumber);
  const ids = body.FormsHistoryDocumentID.DocumentID;
  for (const id of ids)
    if (!sim.books.byId(id).some((e) => e.kind === 'draft' && e.account === account.id))
      refuse('9590033', 'No document of this number in Forms History');
  if (ids.length === 0) refuse('9590032', 'Missing DocumentID');
  if (!sim.books.byId(body.ShipmentIdentifier).some((e) => e.kind === 'paid' && e.account === account.id))
    refuse('9590035', 'The shipment is not known');
  if (body.ShipmentType === '1') {
    if (!/^\d{4}-\d{2}-\d{2}-\d{2}\.\d{2}\.\d{2}$/.test(body.ShipmentDateAndTime ?? ''))
      refuse('9590036', 'Invalid ShipmentDateAndTime');
    if ((body.TrackingNumber?.length ?? 0) === 0) refuse('9590037', 'Missing TrackingNumber');
  }
  for (const id of ids)
    sim.books.append({ kind: 'document', id, account: account.id, data: { shipment: body.ShipmentIdentifier } });
  return jsonAnswer(200, {
    PushToImageRepositoryResponse: { Response: { ResponseStatus: SUCCESS }, FormsGroupID: documentId(sim.now()) },
  });
}

export const quoteRequest = z.object({
  currencyCode: z.string().max(3),
  transID: z.string().max(50),
  allowPartialLandedCostResult: z.boolean().optional(),
  alversion: z.number().int(),
  shipment: z.object({
    id: z.string().max(100),
    importCountryCode: z.string().max(2),
    importProvince: z.string().max(100).optional(),
    shipDate: z.string().max(10).optional(),
    incoterms: z.string().max(3).optional(),
    exportCountryCode: z.string().max(2),
    shipmentType: z.string().max(35).optional(),
    shipmentItems: z.array(
      z.object({
        commodityId: z.string().max(100),
        grossWeight: z.number().optional(),
        grossWeightUnit: z.string().max(2).optional(),
        priceEach: z.number(),
        commodityCurrencyCode: z.string().max(3),
        quantity: z.number().int(),
        UOM: z.string(),
        hsCode: z.string().max(40).optional(),
        description: z.string().max(150).optional(),
        originCountryCode: z.string().max(2),
      }),
    ),
  }),
});

/** Duty by the first digits of the tariff code, in percent; none for other goods. Invented. */
const DUTIES: Readonly<Record<string, number>> = { '61': 16.5, '62': 16, '64': 20, '73': 3.4 };
const VAT: Readonly<Record<string, number>> = { CA: 5, GB: 20, DE: 19, FR: 20, US: 0 };

export function quote(request: SimRequest): SimAnswer {
  for (const header of ['transid', 'transactionsrc'])
    if (!request.headers[header])
      refuse('10006', `Missing or invalid ${header === 'transid' ? 'transId' : 'transactionSrc'}`);
  const { currencyCode, transID, shipment } = accept(quoteRequest, jsonBody(request));
  if (shipment.importCountryCode === shipment.exportCountryCode)
    refuse('8200', 'Export country code must be different from the import country code');
  const cents = (value: number): number => Math.round(value * 100);
  const items: JsonObject[] = [];
  const totals = { duty: 0, vat: 0 };
  for (const item of shipment.shipmentItems) {
    const value = cents(item.priceEach * item.quantity);
    const chapter = item.hsCode?.slice(0, 2);
    const known = chapter !== undefined && chapter !== '';
    const duty = known ? Math.round((value * (DUTIES[chapter] ?? 0)) / 100) : 0;
    const vat = known ? Math.round(((value + duty) * (VAT[shipment.importCountryCode] ?? 15)) / 100) : 0;
    totals.duty += duty;
    totals.vat += vat;
    items.push({
      commodityID: item.commodityId,
      hsCode: item.hsCode ?? '',
      commodityDuty: duty / 100,
      totalCommodityTaxAndFee: 0,
      commodityVAT: vat / 100,
      totalCommodityDutyAndTax: (duty + vat) / 100,
      commodityCurrencyCode: item.commodityCurrencyCode,
      isCalculable: known,
    });
  }
  const brokerage = 1195;
  return jsonAnswer(200, {
    shipment: {
      currencyCode,
      importCountryCode: shipment.importCountryCode,
      id: shipment.id,
      brokerageFeeItems: [{ chargeName: 'Entry Preparation Fee', chargeAmount: brokerage / 100 }],
      totalBrokerageFees: brokerage / 100,
      totalDuties: totals.duty / 100,
      totalCommodityLevelTaxesAndFees: 0,
      totalShipmentLevelTaxesAndFees: 0,
      totalVAT: totals.vat / 100,
      totalDutyAndTax: (totals.duty + totals.vat) / 100,
      grandTotal: (totals.duty + totals.vat + brokerage) / 100,
      shipmentItems: items,
    },
    transID,
    alVersion: 1,
    perfStats: { absLayerTime: '12', fulfillTime: '40', receiptTime: '3' },
  });
}
