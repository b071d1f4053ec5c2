/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate } from '@scanship/connector-kit/steps/run-question';
import { refusedFieldOf } from '@scanship/connector-kit/conformance/refused-field';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { crossBorder, domestic, returned, samples } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { cancel, refund } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { readAnswer } from './src/check-address.ts';
import { errorsOf, ourField } from './src/client.ts';
import { plainService, productOf } from './src/manifest-services.ts';
import { optionsQuestion, shipmentMessage } from './src/messages.ts';
import { readRates } from './src/rate.ts';
import { ship } from './src/ship.ts';
import { statusOf } from './src/statuses.ts';

const { manifest } = carrier;
const SOLD = { option: 'postnl:standard', contract: 60, reference: 'S000000000000001', labelFormat: 'pdf' } as const;
let stand: TestSimulator;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  harness = { samples, simulator: stand.simulator };
});
afterAll(() => stand.close());

/** Our field of a refusal, of prices and of the purchase alike: what is quoted can be bought. */
const refusedField = (shipment: ShipmentRequest): string | undefined => {
  const fields = [() => optionsQuestion(shipment), () => shipmentMessage(shipment, SOLD)].map(refusedFieldOf);
  expect(fields[0]).toBe(fields[1]);
  return fields[0];
};

const optionOf = (more: object = {}, functionalities: object = {}, requirements: object = {}) => ({
  code: 'postnl:standard',
  name: 'PostNL Standard',
  carrier: { code: 'postnl', name: 'PostNL' },
  functionalities: {
    signature: false,
    returns: false,
    labelless: false,
    last_mile: 'home_delivery',
    age_check: null,
    incoterm: null,
    weekend_delivery: null,
    ...functionalities,
  },
  contract: { id: 60 },
  requirements: { fields: [], export_documents: false, is_service_point_required: false, ...requirements },
  quotes: [
    {
      price: {
        breakdown: [{ type: 'price_without_insurance', label: 'Label', price: { value: '6.25', currency: 'EUR' } }],
        total: { value: '6.25', currency: 'EUR' },
      },
      lead_time: 36,
    },
  ],
  ...more,
});
const rated = (options: readonly object[], shipment: ShipmentRequest = domestic) =>
  readRates({ data: options }, shipment, []);

it('what is quoted is what is charged, with a signature by an option of its own', async () => {
  const shipment = { ...domestic, options: { signature: 'any' as const } };
  const env = openHarnessEnv(manifest, harness);
  const quoted = await runRate(carrier, { shipment }, env);
  expect(quoted.ok && quoted.value.offers.map(({ service }) => service)).toEqual(['postnl:standard/signature']);
  const service = 'postnl:standard/signature';
  const state = await drive(carrier, ship, newPurchase(harness, { shipment, service }), env, freshDrive());
  expect(state.problem).toBeUndefined();
  expect(quoted.ok && quoted.value.offers[0]?.total).toEqual(state.result.charged?.total);
});

it('no service for a shipment: said in words', async () => {
  const shipment = { ...domestic, options: { saturdayDelivery: true } };
  expect(await runRate(carrier, { shipment }, openHarnessEnv(manifest, harness))).toMatchObject({
    value: { offers: [], problems: [{ message: 'None of the account’s services takes this shipment.' }] },
  });
});

it('a service without the signature that was asked for is not bought', async () => {
  const shipment = { ...domestic, options: { signature: 'any' as const } };
  const env = openHarnessEnv(manifest, harness);
  const state = await drive(carrier, ship, newPurchase(harness, { shipment }), env, freshDrive());
  expect(state.problem?.problem).toMatchObject({
    kind: 'refused',
    message: 'Sendcloud no longer offers this service for this shipment.',
  });
});

it('customs papers come with the label of a parcel that leaves the Union, and not inside it', async () => {
  const env = openHarnessEnv(manifest, harness);
  const abroad = newPurchase(harness, { shipment: crossBorder, service: 'ups:standard' });
  const out = await drive(carrier, ship, abroad, env, freshDrive());
  expect(out.result.files?.map(({ document }) => document)).toEqual(['label', 'customs-invoice']);
  const berlin = { ...domestic.to, city: 'Berlin', zipcode: '10115', countryCode: 'DE' };
  const inside = { ...crossBorder, to: berlin };
  expect(shipmentMessage(inside, SOLD).customs_information).toBeUndefined();
  const union = await drive(carrier, ship, newPurchase(harness, { shipment: inside }), env, freshDrive());
  expect(union.result.files?.map(({ document }) => document)).toEqual(['label']);
});

it('a shipment that the carrier did not take is refused with its words, and is not found as bought', async () => {
  const failed = (reference: string) => ({
    id: 'sc-000000000001',
    external_reference_id: reference,
    errors: [{ status: '500', code: 'parcel_announcement_error', detail: 'Service error: the carrier is away.' }],
    parcels: [{ status: { code: 'ANNOUNCEMENT_FAILED', message: 'Announcement Failed' } }],
  });
  const input = newPurchase(harness);
  const env = openHarnessEnv(manifest, harness);
  const answering = (body: unknown): typeof env => ({
    ...env,
    http: {
      send: () =>
        Promise.resolve({
          status: 200,
          headers: { 'content-type': 'application/json' },
          bytes: new Uint8Array(),
          text: () => JSON.stringify(body),
          json: () => body,
          traceId: 'test',
        }),
    },
  });
  const buy = ship.steps.find(({ name }) => name === 'buy');
  await expect(buy?.run(input, { contract: 60 }, answering({ data: failed(input.reference) }))).rejects.toMatchObject({
    problem: { kind: 'refused', message: 'Sendcloud: Service error: the carrier is away.' },
  });
  expect(await ship.recover?.(input, 'buy', {}, answering({ data: [failed(input.reference)] }))).toEqual({
    kind: 'absent',
  });
  expect(await ship.recover?.(input, 'buy', {}, answering({ data: [] }))).toEqual({ kind: 'absent' });
});

it('what cannot be said is refused with the price and at the purchase', () => {
  expect(refusedField({ ...domestic, to: { ...domestic.to, name: ' ', companyName: '' } })).toBe('to.name');
  expect(refusedField({ ...domestic, to: { ...domestic.to, zipcode: '' } })).toBe('to.zipcode');
  expect(refusedField({ ...domestic, options: { insuredValue: money(5000, 'EUR') } })).toBe('options.insuredValue');
  expect(refusedField({ ...crossBorder, customs: undefined })).toBe('customs.items');
  expect(refusedField({ ...crossBorder, to: { ...crossBorder.to, provinceCode: '' } })).toBe('to.provinceCode');
  const { customs } = crossBorder;
  if (!customs) throw new Error('the sample has no customs data');
  const goods = (more: object): ShipmentRequest => ({
    ...crossBorder,
    customs: { ...customs, items: customs.items.map((item) => ({ ...item, ...more })) },
  });
  expect(refusedField(goods({ hsCode: undefined }))).toBe('customs.items.0.hsCode');
  expect(refusedField(goods({ originCountry: undefined }))).toBe('customs.items.0.originCountry');
  expect(refusedField(goods({ unitValue: money(100, 'USD') }))).toBe('customs.items.0.unitValue');
  expect(refusedField({ ...crossBorder, customs: { ...customs, purpose: 'Return' } })).toBe('customs.purpose');
  expect(refusedField({ ...domestic, parcels: [...domestic.parcels, ...domestic.parcels] })).toBe('parcels');
});

it('tax numbers, the invoice and a company’s purchase are told; numbers Sendcloud does not know are not', () => {
  const message = shipmentMessage(
    {
      ...crossBorder,
      from: {
        ...crossBorder.from,
        taxIds: [
          { kind: 'EORI', number: 'NL123456789' },
          { kind: 'ABN', number: '51824753556' },
        ],
      },
      to: { ...crossBorder.to, companyName: 'Receiver Inc.', taxIds: [{ kind: 'EIN', number: '12-3456789' }] },
      customs: crossBorder.customs && { ...crossBorder.customs, invoiceNumber: 'INV-1' },
    },
    SOLD,
  );
  expect(message.customs_information).toEqual({
    invoice_number: 'INV-1',
    export_reason: 'commercial_goods',
    export_type: 'commercial_b2b',
    tax_numbers: {
      sender: [{ name: 'EORI', country_code: 'NL', value: 'NL123456789' }],
      receiver: [{ name: 'EIN', country_code: 'US', value: '12-3456789' }],
      importer_of_record: [],
    },
  });
});

it('an option that the purchase would refuse is named and not offered', () => {
  const words = (option: object): string | undefined => rated([option]).problems[0]?.message;
  expect(words(optionOf({}, {}, { fields: ['to_email'] }))).toBe('It needs the receiver’s e-mail address.');
  expect(words(optionOf({}, {}, { fields: ['to_telephone'] }))).toBe('It needs the receiver’s telephone number.');
  expect(words(optionOf({}, {}, { export_documents: true }))).toMatch(/^It wants customs papers for this place/);
  expect(words(optionOf({ quotes: null }))).toMatch(/^The account has no price for it/);
  const [parcel] = domestic.parcels;
  if (!parcel) throw new Error('the sample has no parcel');
  const unmeasured = { ...domestic, parcels: [{ ...parcel, dimensions: undefined }] };
  expect(rated([optionOf({}, {}, { fields: ['length'] })], unmeasured).problems[0]?.message).toBe(
    'It needs the size of the parcel.',
  );
});

it('service points, returns, codes instead of labels and missing signatures are left out', () => {
  const codes = (functionalities: object, shipment: ShipmentRequest = domestic, requirements: object = {}): number =>
    rated([optionOf({}, functionalities, requirements)], shipment).offers.length;
  expect(codes({})).toBe(1);
  expect(codes({ last_mile: 'locker' })).toBe(0);
  expect(codes({ returns: true })).toBe(0);
  expect(codes({ labelless: true })).toBe(0);
  expect(codes({}, domestic, { is_service_point_required: true })).toBe(0);
  const adult = { ...domestic, options: { signature: 'adult' as const } };
  expect([codes({ signature: true }, adult), codes({ age_check: 18 }, adult)]).toEqual([0, 1]);
  const saturday = { ...domestic, options: { saturdayDelivery: true } };
  expect([codes({}, saturday), codes({ weekend_delivery: 'saturday' }, saturday)]).toEqual([0, 1]);
});

it('who pays duties decides between the terms of an option', () => {
  const terms = (payer: 'Shipper' | 'Receiver', incoterm: string | null): number =>
    rated([optionOf({}, { incoterm })], {
      ...crossBorder,
      customs: crossBorder.customs && { ...crossBorder.customs, dutiesPaidBy: payer },
    }).offers.length;
  expect([terms('Receiver', 'dap'), terms('Receiver', null), terms('Receiver', 'ddp')]).toEqual([1, 1, 0]);
  expect([terms('Shipper', 'dap'), terms('Shipper', null), terms('Shipper', 'ddp')]).toEqual([0, 0, 1]);
});

it('whose service it is: plain ones are recognised, with a signature they are another offer', () => {
  const carried = (more: object, shipment: ShipmentRequest = domestic) =>
    rated([optionOf(more)], shipment).offers[0]?.carriedBy;
  const ups = { carrier: { code: 'ups', name: 'UPS' } };
  expect(carried({ ...ups, code: 'ups:standard', name: 'UPS Standard' })).toEqual({
    carrier: 'ups',
    carrierName: 'UPS',
    service: '11',
    serviceName: 'Standard',
  });
  expect(
    carried({ ...ups, code: 'ups:standard/signature', name: 'UPS Standard + signature' })?.service,
  ).toBeUndefined();
  const express = { code: 'dhl_express', name: 'DHL Express' };
  const worldwide = { code: 'dhl_express:worldwide/incoterm=dap', name: 'DHL Express Worldwide', carrier: express };
  expect(carried(worldwide, crossBorder)?.service).toBe('P');
  const dhl = { code: 'dhl:standard', name: 'DHL Standard', carrier: { code: 'dhl', name: 'DHL' } };
  expect(carried(dhl)?.carrier).toBe('dhl-parcel');
  const gls = { code: 'gls_it:standard', name: 'GLS Standard', carrier: { code: 'gls_it', name: 'GLS' } };
  expect(carried(gls)?.carrier).toBe('gls-europe');
});

it('two contracts of one carrier: the cheaper is offered, the other named; "null" is an empty list', () => {
  const quote = (value: string) => ({
    price: {
      breakdown: [{ type: 'price_without_insurance', label: 'Label', price: { value, currency: 'EUR' } }],
      total: { value, currency: 'EUR' },
    },
  });
  const answer = rated([
    optionOf({ quotes: [quote('7.00')] }),
    optionOf({ contract: { id: 77 }, quotes: [quote('6.00')] }),
    optionOf({ code: 'postnl:other', quotes: [quote('6.00'), quote('6.00')] }),
  ]);
  expect(answer.offers.map((o) => [o.total.minor, o.token?.contract])).toEqual([[600, 77]]);
  expect(answer.problems.map(({ message }) => message)).toEqual([
    'A second account with this carrier offers it at a higher price.',
    'data[2].quotes has several prices for one parcel.',
  ]);
  expect(readRates({ data: null }, domestic, [])).toEqual({ offers: [], problems: [] });
});

it('a cancellation is asked about: queued, then through', async () => {
  const env = openHarnessEnv(manifest, harness);
  const purchase = newPurchase(harness);
  const bought = await drive(carrier, ship, purchase, env, freshDrive());
  const input = {
    reference: purchase.reference,
    carrierShipmentId: bought.result.carrierShipmentId ?? '',
    trackingNumbers: [],
    kept: bought.kept,
  };
  expect((await drive(carrier, cancel, input, env, freshDrive())).result.refund).toBe('later');
  expect(await refund(input, env)).toEqual({ state: 'pending' });
  const admin = createSimulatorAdmin(new URL(stand.simulator.address).origin);
  await admin.setClock('sendcloud', 8 * 86_400_000);
  expect(await refund(input, env)).toEqual({ state: 'received' });
  await admin.setClock('sendcloud', 0);
});

it('addresses: several possible ones are ambiguous, a broken answer is never a confirmation', () => {
  const result = (line: string, recommended: boolean) => ({
    address: { address_line_1: line, postal_code: '1012 AB', city: 'Amsterdam', country_code: 'NL' },
    recommended,
    analysis: { validation_result: { is_valid: true, reasons: [] } },
  });
  const answer = readAnswer(
    { input_address_is_valid: false, results: [result('Ontvangerstraat 2', false), result('Ontvangerweg 20', false)] },
    domestic.to,
  );
  expect([answer.verdict, answer.suggestions.length]).toEqual(['ambiguous', 2]);
  const broken = readAnswer({ input_address_is_valid: true, results: [{ recommended: true }] }, domestic.to);
  expect([broken.verdict, broken.messages.length]).toEqual(['unknown', 1]);
});

it('codes taken apart, statuses of both spellings, pointers as our fields', () => {
  expect([productOf('ups:standard/signature'), plainService('ups:standard'), plainService('ups:standard/x')]).toEqual([
    'ups:standard',
    'standard',
    undefined,
  ]);
  expect(['READY_TO_SEND', 'in_transit', 'driver-on-route', 'QUANTUM'].map(statusOf)).toEqual([
    'label-created',
    'in-transit',
    'out-for-delivery',
    'unknown',
  ]);
  expect(
    ['/to_address/postal_code', '/parcels/0/parcel_items/1/hs_code', '/customs_information', '/brand_id'].map(ourField),
  ).toEqual(['to.zipcode', 'customs.items.1.hsCode', 'customs.items', undefined]);
});

it('a return goes back inside one customs area, as PDF, by a service for returns alone', async () => {
  const env = openHarnessEnv(manifest, harness);
  const quoted = await runRate(carrier, { shipment: returned }, env);
  expect(quoted.ok && quoted.value.offers.map(({ service }) => service)).toEqual(['ups:standard/return']);
  expect((await runRate(carrier, { shipment: domestic }, env)).ok).toBe(true);
  const abroad = { ...crossBorder, from: crossBorder.to, to: crossBorder.from, return: {} };
  expect(refusedField(abroad)).toBe('from.countryCode');
  const buying = { shipment: returned, service: 'ups:standard/return' };
  const zpl = { ...newPurchase(harness, buying), labelFormat: 'zpl' as const };
  expect((await drive(carrier, ship, zpl, env, freshDrive())).problem?.problem).toMatchObject({ field: 'labelFormat' });
  const out = await drive(
    carrier,
    ship,
    newPurchase(harness, { ...buying, service: 'ups:standard' }),
    env,
    freshDrive(),
  );
  expect(out.problem?.problem.kind).toBe('refused');
});

it('a return that was cut off is left to a person; what became of its cancellation its history tells', async () => {
  const env = openHarnessEnv(manifest, harness);
  const input = newPurchase(harness, { shipment: returned, service: 'ups:standard/return' });
  const unknown = { problem: { kind: 'unknown-effect', vendorCode: 'cannot-be-asked' } };
  await expect(ship.recover?.(input, 'buy', { contract: 61 }, env)).rejects.toMatchObject(unknown);
  const bought = await drive(carrier, ship, input, env, freshDrive());
  const kept = bought.kept;
  const voided = { reference: input.reference, carrierShipmentId: '1', trackingNumbers: [], kept };
  expect(await cancel.recover?.(voided, 'cancel', {}, env)).toEqual({ kind: 'absent' });
  expect((await drive(carrier, cancel, voided, env, freshDrive())).result.refund).toBe('later');
  const found = { kind: 'found', step: 'cancel', result: { refund: 'later' } };
  expect(await cancel.recover?.(voided, 'cancel', {}, env)).toEqual(found);
  expect(await refund(voided, env)).toEqual({ state: 'pending' });
  const admin = createSimulatorAdmin(new URL(stand.simulator.address).origin);
  await admin.setClock('sendcloud', 8 * 86_400_000);
  expect(await refund(voided, env)).toEqual({ state: 'received' });
  await admin.setClock('sendcloud', 0);
  expect((await drive(carrier, cancel, voided, env, freshDrive())).problem?.problem).toMatchObject({
    kind: 'refused',
    message: 'This return can no longer be cancelled.',
  });
});

it('a return the carrier did not take is refused with its words, in both forms of a refusal', () => {
  const refusal = { code: 'invalid_postal_code', message: 'The postal code you provided is invalid.' };
  expect(errorsOf({ error: refusal })).toEqual([refusal]);
  expect(errorsOf({ errors: [refusal] })).toEqual([refusal]);
});
