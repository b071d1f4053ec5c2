/** What DHL Express answers, by the contract's own examples and recorded messages: read with its meaning, refusals too. */
import { carrier } from '@scanship/carrier-dhl-express/carrier';
import { readAddress } from '@scanship/carrier-dhl-express/check-address';
import { readStored } from '@scanship/carrier-dhl-express/documents';
import { domestic } from '@scanship/carrier-dhl-express/harness';
import { readLandedCost } from '@scanship/carrier-dhl-express/landed-cost';
import { readBooking, readChange } from '@scanship/carrier-dhl-express/pickup';
import { readProof } from '@scanship/carrier-dhl-express/proof-of-delivery';
import { readRates } from '@scanship/carrier-dhl-express/rate';
import { readShipment } from '@scanship/carrier-dhl-express/ship';
import { readTracking } from '@scanship/carrier-dhl-express/track';
import { FieldProblem } from '@scanship/connector-kit/answers/json-reader';
import { runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { money } from '@scanship/domain/money/money';
import type { CustomsItem, ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { contractExamples, playing, recorded } from '../rigs/dhl-express-rig.ts';

const note = (operation: CarrierOperation, samples: number): void =>
  noteEvidence('dhl-express', operation, { samples });

/** The examples cut their files anywhere, so some are no whole base64: cut to whole groups of four characters. */
const wholeFiles = (json: unknown): unknown =>
  JSON.parse(
    JSON.stringify(json, (key, value: unknown) => {
      if (key !== 'content' || typeof value !== 'string') return value;
      const bare = value.replace(/[^A-Za-z0-9+/]/g, '');
      return bare.slice(0, bare.length - (bare.length % 4));
    }),
  ) as unknown;

withVendorContract('carriers/dhl-express', (folder) => {
  const example = contractExamples(folder);
  const sample = (name: string): unknown => recorded(folder, name);
  const now = new Date('2026-01-01T00:00:00Z');

  it('prices: the example of the contract, and a recorded answer without parts', () => {
    const read = readRates(example('nonDocInternationalShipmentRatesResponse'));
    const gbp = (minor: number) => money(minor, 'GBP');
    expect(read).toEqual({
      offers: [
        {
          service: 'P',
          serviceName: 'Express Worldwide',
          lines: [
            { kind: 'base', code: 'BASE', label: 'EXPRESS WORLDWIDE', amount: gbp(13_000) },
            { kind: 'surcharge', code: 'CR', label: 'EMERGENCY SITUATION', amount: gbp(27) },
            { kind: 'fuel', code: 'FF', label: 'FUEL SURCHARGE', amount: gbp(2768) },
          ],
          total: gbp(15_795),
          billableGrams: 1500,
          transitDays: 3,
          deliverBy: '2022-11-24',
          token: { localProductCode: 'P' },
        },
      ],
      problems: [],
    });
    const plain = readRates(sample('rate.RateResponse.json'));
    expect(plain.offers.map((o) => [o.service, o.total, o.deliverBy, o.lines.length])).toEqual([
      ['P', money(2599, 'USD'), '2024-01-15', 1],
      ['Y', money(3599, 'USD'), '2024-01-14', 1],
    ]);
    note('rate', 2);
  });

  it('shipments: labels, invoice, numbers of one and of three parcels', () => {
    const input = { shipment: domestic, service: 'P' };
    const three: ShipmentRequest = {
      ...domestic,
      parcels: [1, 2, 3].flatMap((number) => domestic.parcels.map((box) => ({ ...box, number }))),
    };
    for (const [name, waybill, piece, documents] of [
      [
        'nonDocInternationalShipmentResponse',
        '1103733901',
        'JD014600004617230770',
        ['label', 'receipt', 'customs-invoice'],
      ],
      ['domesticDocShipmentResponse', '5374534546', 'JD014600004617230779', ['label', 'receipt']],
      ['pltShipmentResponse', '5374534616', 'JD014600004617230785', ['label', 'receipt', 'customs-invoice']],
      ['labelFreeShipmentResponse', '5310907744', 'JD014600004617230786', ['label']],
    ] as const) {
      const { keep, result } = readShipment(wholeFiles(example(name)), input, now);
      expect([name, result?.carrierShipmentId, keep?.['pieces']]).toEqual([name, waybill, [piece]]);
      expect(result?.parcels?.map((p) => p.trackingNumber)).toEqual([waybill]);
      expect(result?.files?.map((f) => f.document)).toEqual(documents);
      expect(result?.files?.every((f) => f.kind === 'bytes' && f.format === 'pdf' && f.bytes.length > 100)).toBe(true);
    }
    // A recorded answer writes the waybill as a number, names no kind of paper and repeats the waybill as piece.
    const told = readShipment(sample('shipment.ShipmentResponse.json'), input, now);
    expect(told.result?.carrierShipmentId).toBe('9356579890');
    expect(told.result?.files?.map((f) => [f.document, f.parcelNumber])).toEqual([['label', 1]]);
    // Three pieces, each with a label that names it.
    const linked = readShipment(
      wholeFiles(example('linkLabelsByPiecesShipmentResponse')),
      { ...input, shipment: three },
      now,
    );
    expect(linked.result?.parcels?.map((p) => [p.number, p.trackingNumber])).toEqual([
      [1, 'JD014600004617230711'],
      [2, 'JD014600004617230712'],
      [3, 'JD014600004617230713'],
    ]);
    expect(linked.result?.files?.map((f) => [f.document, f.kind === 'bytes' ? f.parcelNumber : 0])).toEqual([
      ['label', 1],
      ['label', 2],
      ['label', 3],
      ['receipt', undefined],
      ['customs-invoice', undefined],
    ]);
    // A file that is cut is never taken for a label.
    const cut = {
      shipmentTrackingNumber: '1103733901',
      packages: [{ trackingNumber: 'JD014600004617230770' }],
      documents: [{ imageFormat: 'PDF', content: 'JVBERi0xL' }],
    };
    expect(() => readShipment(cut, input, now)).toThrow(/base64/);
    note('ship', 6);
  });

  it('tracking: checkpoints of a shipment and of its piece', () => {
    const answer = example(
      'get /shipments/{shipmentTrackingNumber}/tracking 200 Sample Tracking response for shipment tracking number',
    );
    const { parcels, problems } = readTracking(answer, ['1234567890', 'JD012345678901234567']);
    expect(problems).toEqual([]);
    const [first] = parcels;
    expect(first?.trackingNumber).toBe('1234567890');
    expect(first?.estimatedDelivery).toBe('2023-08-11');
    expect(first?.events[0]).toEqual({
      occurredAt: '2023-08-09T13:56:21',
      status: 'accepted',
      code: 'PU',
      text: 'Shipment picked up',
      place: 'SYDNEY, AU',
    });
    const statuses = new Set(first?.events.map((e) => e.status));
    expect(statuses.has('customs') && statuses.has('in-transit') && !statuses.has('unknown')).toBe(true);
    const [piece] = readTracking(answer, ['JD012345678901234567']).parcels;
    expect(piece?.events[0]?.code).toBe('PU');
    note('track', 1);
  });

  it('duties: sums by kind and per item, without transport and value', () => {
    const item: CustomsItem = {
      description: 'Knitwear',
      quantity: 2,
      unitValue: money(250_000, 'AUD'),
      unitGrams: 5000,
    };
    const read = readLandedCost(example('nonDocInternationalShipmentLandedCostResponse'), [item], 'AUD');
    expect(read.lines.map((l) => [l.kind, l.amount.minor])).toEqual([
      ['tax', 53_492],
      ['surcharge', 8800],
    ]);
    expect(read.total).toEqual(money(62_292, 'AUD'));
    expect(read.items?.[0]?.lines.map((l) => [l.kind, l.code, l.amount.minor])).toEqual([['tax', 'GST', 53_492]]);
    expect(read.problems).toHaveLength(1);
    note('landedCost', 1);
  });

  it('pickups, proofs and addresses', () => {
    expect(readBooking(example('nonDocRequestPickupResponse')).result?.confirmation).toBe('PRG221222000062');
    const two = readBooking(sample('pickup.PickupResponse.json')).result;
    expect(two?.confirmation).toBe('PRG999123456');
    expect(two?.date).toBe('2024-01-15');
    expect(two?.readyTime).toBe('09:00');
    expect(two?.messages).toEqual(['DHL Express made further pickups of it: PRG999123457.']);
    expect(readChange(sample('pickup.PickupUpdateResponse.json'), 'x').result).toEqual({
      confirmation: 'PRG999123456',
      date: '2024-01-16',
      readyTime: '10:00',
      messages: [],
    });
    note('pickup', 3);
    const [paper] = readProof(sample('tracking.ProofOfDeliveryResponse.json'));
    expect(paper?.document).toBe('proof-of-delivery');
    expect(paper?.kind === 'bytes' && Buffer.from(paper.bytes).toString()).toBe('%PDF-1.4\n');
    note('proofOfDelivery', 1);
    const angeles = { ...domestic.to, city: 'Los Angeles', zipcode: '90001', provinceCode: 'CA', countryCode: 'US' };
    expect(readAddress(sample('address.AddressValidationResponse.json'), angeles).verdict).toBe('confirmed');
    expect(
      readAddress(sample('address.AddressValidationResponse.json'), { ...angeles, city: 'Los Angelos' }),
    ).toMatchObject({
      verdict: 'corrected',
      suggestions: [{ city: 'LOS ANGELES', zipcode: '90001', name: angeles.name }],
    });
    note('checkAddress', 1);
    expect(() =>
      readStored(
        {
          documents: [
            { shipmentTrackingNumber: '2', typeCode: 'waybill', encodingFormat: 'PDF', content: 'JVBERi0xLjQ=' },
          ],
        },
        '1',
        'label',
      ),
    ).toThrow(FieldProblem);
  });

  it('refusals: words, kinds and fields', async () => {
    const asked = async (status: number, json: unknown) => {
      const answer = await runRate(carrier, { shipment: domestic }, playing([{ status, json }]));
      expect(answer.ok).toBe(false);
      return answer.ok ? undefined : answer.problem;
    };
    expect(await asked(400, example('post /rates 400 Invalid parameter'))).toMatchObject({
      kind: 'not-authorised',
      message: 'DHL Express does not accept this account number with these credentials.',
    });
    expect(await asked(500, example('post /rates 500 Process Error'))).toMatchObject({
      kind: 'temporary-before-effect',
      vendorCode: '999',
    });
    expect(await asked(400, example('post /shipments 400 Invalid parameter'))).toMatchObject({
      kind: 'refused',
      vendorCode: '7008',
    });
    expect(await asked(400, example('post /shipments 400 Incorrect date'))).toMatchObject({
      kind: 'invalid-input',
      field: 'shipDate',
    });
    expect(
      await asked(422, example('patch /pickups/{dispatchConfirmationNumber} 422 Schema validation error')),
    ).toMatchObject({ kind: 'invalid-input', field: 'from.city' });
    expect(await asked(400, sample('rate.ErrorResponse.json'))).toMatchObject({
      kind: 'invalid-input',
      message: 'DHL Express: Invalid postal code provided.',
    });
    for (const name of ['shipment.ErrorResponse.json', 'pickup.ErrorResponse.json', 'address.ErrorResponse.json'])
      expect((await asked(400, sample(name)))?.kind).toBe('invalid-input');
    expect(await asked(400, sample('document.DocumentUploadErrorResponse.json'))).toMatchObject({ vendorCode: '7096' });
    expect(
      await asked(404, example('delete /pickups/{dispatchConfirmationNumber} 404 Pickup not found')),
    ).toMatchObject({ kind: 'refused' });
    const unknown = await runTrack(
      carrier,
      { trackingNumbers: ['9356579890'] },
      playing([{ status: 404, json: sample('tracking.ErrorResponse.json') }]),
    );
    expect(unknown.ok && unknown.value).toEqual([
      { trackingNumber: '9356579890', events: [], problems: ['DHL Express does not know 9356579890.'] },
    ]);
  });
});
