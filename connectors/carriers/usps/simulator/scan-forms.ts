/** POST /scan-forms/v3/scan-form: PS Form 5630 over labels that are on none yet. */
import {
  jsonAnswer,
  jsonBody,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import type { JsonObject } from '@scanship/domain/values/json';
import { accept, refuse, scanFormRequest } from './contract.ts';
import { isVoided, kindOf, labelOf, multipart, requestOf } from './labels.ts';

export async function makeScanForm(request: SimRequest, account: SimAccount, sim: SimContext): Promise<SimAnswer> {
  const asked = accept(scanFormRequest, jsonBody(request));
  const { trackingNumbers } = asked.shipment;
  const entries = trackingNumbers.map((number) => {
    const entry = labelOf(number, account, sim);
    if (!entry || isVoided(number, sim) || kindOf(entry) === 'return-label')
      return refuse(
        '070101',
        `The tracking number ${number} is not eligible for a SCAN form.`,
        'shipment.trackingNumbers',
      );
    if (sim.books.byId(number).some((note) => note.data['scanForm'] !== undefined))
      refuse('070102', `The tracking number ${number} is on a SCAN form already.`, 'shipment.trackingNumbers');
    const { packageDescription: p } = requestOf(entry);
    if (asked.overwriteMailingDate !== true && 'mailingDate' in p && p.mailingDate !== asked.mailingDate)
      refuse('070103', 'All labels of a SCAN form must have its mailing date.', 'mailingDate');
    return entry;
  });
  const id = `9275${String(Date.now()).slice(-9)}${String(sim.books.all().length).padStart(9, '0')}`;
  sim.books.append({ kind: 'manifest', id, account: account.id, data: { numbers: trackingNumbers } });
  for (const entry of entries)
    sim.books.append({ kind: 'note', id: entry.id, account: account.id, data: { scanForm: id } });
  const { fromAddress: from } = asked;
  const place = {
    name: from.firm ?? `${from.firstName ?? ''} ${from.lastName ?? ''}`,
    address1: from.streetAddress,
    city: from.city,
    provinceCode: from.state,
    zipcode: from.ZIPCode,
    countryCode: 'US',
  };
  const image = await sim.drawLabel(
    {
      carrierName: 'USPS (TEST)',
      serviceName: `SCAN form, ${trackingNumbers.length} parcels`,
      trackingNumber: id,
      from: place,
      to: place,
      weightGrams: 0,
      shipDate: asked.mailingDate,
      parcelNumber: 1,
      parcelCount: 1,
      references: [],
      test: true,
    },
    'pdf',
  );
  const metadata: JsonObject = {
    form: '5630',
    imageType: 'PDF',
    labelType: '8.5X11LABEL',
    mailingDate: asked.mailingDate,
    overwriteMailingDate: asked.overwriteMailingDate ?? false,
    entryFacilityZIPCode: asked.entryFacilityZIPCode,
    destinationEntryFacilityType: asked.destinationEntryFacilityType,
    shipment: { trackingNumbers },
    manifestNumber: id,
    trackingNumbers,
  };
  const paper = Buffer.from(image).toString('base64');
  return (request.headers['accept'] ?? '').includes('vnd.usps.labels+json')
    ? {
        ...jsonAnswer(200, { ...metadata, SCANFormImage: paper }),
        headers: { 'content-type': 'application/vnd.usps.labels+json' },
      }
    : multipart(200, 'SCANFormMetaData', metadata, 'SCANFormImage', paper);
}
