/** What is Purolator's own: errors inside answers, nil elements, options, weights, telephone numbers, papers, changes. */
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { newPurchase } from '@scanship/connector-kit/conformance/conformance-harness';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { runCheckAddress, runPickupAvailability, runRate } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { buildXml } from '@scanship/connector-kit/xml/xml';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { luhnCheckDigit } from '@scanship/domain/tracking/tracking-numbers';
import { startTestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { domestic, pickupWish, samples, toUnitedStates } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { street } from './src/addresses.ts';
import { carrier } from './src/carrier.ts';
import { withoutNil } from './src/client.ts';
import { shipmentMessage } from './src/messages.ts';
import { phoneParts } from './src/phone.ts';
import { meaningOf } from './src/refusals.ts';
import { manifest } from './src/manifest.ts';
import { statusOfWords, statusOfX12 } from './src/tracking-status.ts';
import { placeOf } from './src/tracking-answer.ts';
import { accountOf } from './src/account.ts';
import { readRates } from './src/rate.ts';

const { pickup } = carrier;
if (!carrier.ship || !carrier.cancel || !pickup?.change) throw new Error('the connector lacks an operation');
const { ship, cancel, change } = { ship: carrier.ship, cancel: carrier.cancel, change: pickup.change };
const options = { deadlineMs: 5000, vendor: manifest.name };
const terms = {
  account: { number: '9999990001', printer: 'Thermal' as const, pickup: 'DropOff' as const },
  service: 'PurolatorGround',
  estimate: false,
};

const envelope = (content: string): string =>
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${content}</s:Body></s:Envelope>`;
const failing = (operation: string, code: string, text: string, more = ''): string =>
  envelope(
    `<${operation}Response xmlns="http://purolator.com/pws/datatypes/v2"><ResponseInformation><Errors><Error><Code>${code}</Code><Description>${text}</Description><AdditionalInformation/></Error></Errors></ResponseInformation>${more}</${operation}Response>`,
  );

/** Answers in turn, with the bodies that were sent. */
function playing(answers: readonly { readonly status?: number; readonly body: string }[]): {
  env: CarrierEnv;
  sent: string[];
} {
  const sent: string[] = [];
  const now = (): Date => new Date('2026-11-20T15:00:00Z');
  return {
    sent,
    env: {
      mode: 'live',
      credentials: samples.account.credentials,
      settings: {},
      tokens: createTokenCache({ now }).of('test'),
      now,
      http: {
        send: (request) => {
          const answer = answers[sent.length];
          sent.push(typeof request.body === 'string' ? request.body : '');
          if (!answer) return Promise.reject(new ConnectorError({ kind: 'refused', message: 'no more answers' }));
          const response = makeResponse(manifest.name, {
            status: answer.status ?? 200,
            headers: { 'content-type': 'text/xml' },
            bytes: new Uint8Array(Buffer.from(answer.body)),
            traceId: 'test',
          });
          return Promise.resolve(response);
        },
      },
    },
  };
}

const purchase = (shipment: ShipmentRequest, service = 'PurolatorGround') => ({
  ...newPurchase({ samples, simulator: undefined }),
  shipment,
  service,
});
const xmlOf = (shipment: ShipmentRequest, more: Partial<Parameters<typeof shipmentMessage>[1]> = {}): string =>
  buildXml({ Shipment: shipmentMessage(shipment, { ...terms, ...more }) });
const with_ = (more: Partial<ShipmentRequest>): ShipmentRequest => ({ ...domestic, ...more });

it('says how parcels reach Purolator as the account says, dropped off where it says nothing', () => {
  const told = (more: Record<string, string>) => accountOf({ credentials: { account: '9999990001', ...more } }).pickup;
  expect([told({}), told({ pickupType: '' }), told({ pickupType: 'PreScheduled' })]).toEqual([
    'DropOff',
    'DropOff',
    'PreScheduled',
  ]);
  const account = { ...terms.account, pickup: 'PreScheduled' as const };
  expect(xmlOf(domestic)).toContain('<PickupType>DropOff</PickupType>');
  expect(xmlOf(domestic, { account })).toContain('<PickupType>PreScheduled</PickupType>');
});

it('a service that is priced twice in one answer is offered once, at the higher price, and that is said', () => {
  const estimate = (ServiceID: string, TotalPrice: string) => ({ ServiceID, BasePrice: TotalPrice, TotalPrice });
  const prices = (...all: readonly object[]) => {
    const { offers, problems } = readRates(readObject({ ShipmentEstimates: { ShipmentEstimate: all } }), '', []);
    return [...offers.map((o) => [o.service, o.total.minor]), ...problems.map(({ message }) => message)];
  };
  expect(
    prices(
      estimate('PurolatorGround', '72.22'),
      estimate('PurolatorExpress', '90.38'),
      estimate('PurolatorGround', '135.96'),
    ),
  ).toEqual([
    ['PurolatorExpress', 9038],
    ['PurolatorGround', 13_596],
    'Purolator gave several prices for Purolator Ground; the highest is shown.',
  ]);
  expect(prices(estimate('PurolatorGround', '72.22'), estimate('PurolatorGround', '72.22'))).toEqual([
    ['PurolatorGround', 7222],
  ]);
});

describe('errors with status 200', () => {
  it.each([
    ['1100429', 'You can only cancel shipments created today.', 'refused'],
    ['9000-3', 'Authorization failed -- Minute Threshold limit reached.', 'quota'],
    ['9001', 'Authorization failed -- Service Operation is inactive.', 'not-authorised'],
    ['1234567', 'The activation key is not valid.', 'not-authorised'],
    ['1100115', 'The Postal Code is a mandatory field.', 'invalid-input'],
    ['1234567', 'Something else.', 'refused'],
  ] as const)('%s is told as what it is: %s', async (code, text, kind) => {
    const { env } = playing([{ body: failing('VoidShipment', code, text, '<ShipmentVoided>false</ShipmentVoided>') }]);
    const input = { reference: 'R', carrierShipmentId: '329014521622', trackingNumbers: [], kept: {} };
    const result = await runStep(cancel, 'void', input, {}, env, options);
    expect(result).toMatchObject({ ok: false, problem: { kind, vendorCode: code } });
    if (!result.ok) expect(result.problem.message).toMatch(/^[A-Z].*\.$/);
  });

  it('without a reason promises nothing on a call that changes something', () => {
    const general = { code: '1100000', text: 'One or more errors have occurred.' };
    expect(meaningOf([general], false)?.kind).toBe('unknown-effect');
    expect(meaningOf([general, { code: '1100104', text: 'The City Name is a mandatory field.' }], false)).toMatchObject(
      {
        kind: 'invalid-input',
        vendorCode: '1100104',
      },
    );
    expect(meaningOf([], false)).toBeUndefined();
  });

  it('a false where "true" was wanted is no success', async () => {
    const body = envelope(
      '<VoidShipmentResponse><ResponseInformation><Errors/></ResponseInformation><ShipmentVoided>false</ShipmentVoided></VoidShipmentResponse>',
    );
    const input = { reference: 'R', carrierShipmentId: '329014521622', trackingNumbers: [], kept: {} };
    expect(await runStep(cancel, 'void', input, {}, playing([{ body }]).env, options)).toMatchObject({
      ok: false,
      problem: { kind: 'refused' },
    });
  });

  it('nil elements say nothing, at any depth', () => {
    const nil = { '@nil': 'true' };
    expect(withoutNil({ a: nil, b: { '@xmlns': 'x', c: '1', d: nil }, e: [nil, 'f'], g: { '@x': '1' } })).toEqual({
      a: undefined,
      b: { c: '1', d: undefined },
      e: ['f'],
      g: '',
    });
  });
});

describe('the shipment in their words', () => {
  it('weights are pounds, never less than it weighs and never less than one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 68_038 }), (weightGrams) => {
        const xml = xmlOf(with_({ parcels: [{ number: 1, weightGrams }] }));
        const pounds = Number(/<Weight><Value>([\d.]+)</.exec(xml)?.[1]);
        expect(pounds * 453.59237).toBeGreaterThanOrEqual(weightGrams - 1e-6);
        expect(pounds).toBeLessThanOrEqual(Math.max(1, weightGrams / 453.59237 + 0.0101));
        expect(Number(/<TotalWeight><Value>(\d+)</.exec(xml)?.[1])).toBe(Math.ceil(pounds));
      }),
    );
  });

  it('above 70 lb a piece is special handling', () => {
    expect(xmlOf(with_({ parcels: [{ number: 1, weightGrams: 31_751 }] }))).not.toContain('SpecialHandling');
    expect(xmlOf(with_({ parcels: [{ number: 1, weightGrams: 31_752 }] }))).toContain(
      '<ID>SpecialHandling</ID><Value>true</Value>',
    );
  });

  it('a signature is an option at homes, by another name abroad; businesses sign anyway', () => {
    const options_ = { signature: 'any' as const };
    expect(xmlOf(with_({ options: options_ }))).toContain('ResidentialSignatureDomestic');
    expect(xmlOf(with_({ options: options_, to: { ...domestic.to, residential: false } }))).not.toContain('Options');
    const abroad = { ...toUnitedStates, to: { ...toUnitedStates.to, residential: true }, options: options_ };
    expect(xmlOf(abroad)).toContain('ResidentialSignatureIntl');
    expect(() => xmlOf({ ...abroad, options: { signature: 'adult' } })).toThrow(/only inside Canada/);
    expect(xmlOf(with_({ options: { signature: 'adult' } }))).toContain('AdultSignatureRequired');
  });

  it('declared values are Canadian and end at 5,000.00', () => {
    expect(() => xmlOf(with_({ options: { insuredValue: money(100, 'USD') } }))).toThrow(/CAD/);
    expect(() => xmlOf(with_({ options: { insuredValue: money(500_001, 'CAD') } }))).toThrow(/5,000/);
    expect(xmlOf(with_({ options: { insuredValue: money(500_000, 'CAD') } }))).toContain('<Value>5000.00</Value>');
  });

  it('our reference is the first, the seller’s follow', () => {
    expect(xmlOf(domestic, { reference: 'S000000000000001' })).toContain(
      '<Reference1>S000000000000001</Reference1><Reference2>ORDER-1</Reference2>',
    );
  });

  it('customs want code and origin, in one of two currencies', () => {
    const { customs } = toUnitedStates;
    if (!customs) throw new Error('the sample has no customs');
    const [item] = customs.items;
    if (!item) throw new Error('the sample has no goods');
    const changed = (more: object): ShipmentRequest => ({ ...toUnitedStates, customs: { ...customs, ...more } });
    expect(() => xmlOf(changed({ items: [{ ...item, hsCode: undefined }] }))).toThrow(/HS code/);
    expect(() => xmlOf(changed({ items: [{ ...item, originCountry: undefined }] }))).toThrow(/origin/);
    expect(() => xmlOf(changed({ currency: 'EUR' }))).toThrow(/CAD or USD/);
    const documents = xmlOf(changed({ purpose: 'Documents' }));
    expect(documents).toContain('<DocumentsOnlyIndicator>true</DocumentsOnlyIndicator>');
    expect(documents).not.toContain('ContentDetail');
  });

  it('telephone numbers come in parts, wherever they are', () => {
    expect(phoneParts('(416) 555-0100 ext 12')).toEqual({
      CountryCode: '1',
      AreaCode: '416',
      Phone: '5550100',
      Extension: '12',
    });
    expect(phoneParts('+44 20 7946 0999')).toMatchObject({ CountryCode: '44', AreaCode: '207', Phone: '9460999' });
    expect(phoneParts('011 353 1 677 0012')).toMatchObject({ CountryCode: '353' });
    expect(phoneParts('555-0100')).toBeUndefined();
    expect(phoneParts(undefined)).toBeUndefined();
  });

  it('a leading number is the street number, where it fits', () => {
    expect(street('10 Sender Road')).toEqual({ number: '10', name: 'Sender Road' });
    expect(street('1-1-2 Oshiage')).toEqual({ number: '', name: '1-1-2 Oshiage' });
    expect(street('PO Box 12')).toEqual({ number: '', name: 'PO Box 12' });
  });
});

describe('papers', () => {
  const document = (pin: string, type: string, data: string): string =>
    `<Document><PIN><Value>${pin}</Value></PIN><DocumentDetails><DocumentDetail><DocumentType>${type}</DocumentType><DocumentStatus>Completed</DocumentStatus><Data>${data}</Data></DocumentDetail></DocumentDetails></Document>`;
  const answer = (documents: string): { body: string } => ({
    body: envelope(
      `<GetDocumentsResponse><ResponseInformation><Errors/></ResponseInformation><Documents>${documents}</Documents></GetDocumentsResponse>`,
    ),
  });
  const [A, B] = ['390000000016', '390000000024'];
  const two = with_({
    parcels: [
      { number: 1, weightGrams: 900 },
      { number: 2, weightGrams: 900 },
    ],
  });
  const kept = { pin: A, pieces: [A, B] };
  const pdf = Buffer.from('%PDF-1.4').toString('base64');

  it('one paper for several pieces holds the labels of all; papers not asked for are left out', async () => {
    const { env } = playing([
      answer(document(A, 'DomesticBillOfLadingThermal', pdf) + document(A, 'CustomsInvoice', pdf)),
    ]);
    const result = await runStep(ship, 'papers', purchase(two), kept, env, options);
    if (!result.ok || result.value.kind !== 'done') throw new Error(JSON.stringify(result));
    expect(result.value.result?.files?.map((f) => [f.document, f.parcelNumber])).toEqual([['label', undefined]]);
  });

  it('a paper for each piece belongs to its parcel', async () => {
    const { env } = playing([
      answer(document(B, 'DomesticBillOfLadingThermal', pdf) + document(A, 'DomesticBillOfLadingThermal', pdf)),
    ]);
    const result = await runStep(ship, 'papers', purchase(two), kept, env, options);
    if (!result.ok || result.value.kind !== 'done') throw new Error(JSON.stringify(result));
    expect(result.value.result?.files?.map((f) => f.parcelNumber)).toEqual([2, 1]);
  });

  it('ZPL may come as it is; what is no label is not stored as one', async () => {
    const zpl = { ...purchase(domestic), labelFormat: 'zpl' as const };
    const own = { pin: A, pieces: [A] };
    const good = playing([answer(document(A, 'DomesticBillOfLadingThermal', '^XA^FDTEST^FS^XZ'))]);
    expect(await runStep(ship, 'papers', zpl, own, good.env, options)).toMatchObject({
      ok: true,
      value: { kind: 'done' },
    });
    const bad = playing([answer(document(A, 'DomesticBillOfLadingThermal', Buffer.from('<html>').toString('base64')))]);
    expect(await runStep(ship, 'papers', purchase(domestic), own, bad.env, options)).toMatchObject({
      ok: false,
      problem: { kind: 'vendor-broken' },
    });
  });

  it('an answer about another shipment is not taken', async () => {
    const { env } = playing([answer(document('390000000032', 'DomesticBillOfLadingThermal', pdf))]);
    expect(await runStep(ship, 'papers', purchase(two), kept, env, options)).toMatchObject({
      ok: false,
      problem: { kind: 'vendor-broken' },
    });
  });

  it('waiting for a label ends', async () => {
    const { env } = playing([answer('')]);
    expect(await runStep(ship, 'papers', purchase(two), { ...kept, labelWaits: 45 }, env, options)).toMatchObject({
      ok: false,
      problem: { kind: 'temporary-before-effect' },
    });
  });
});

describe('tracking', () => {
  it.each([
    ['Shipment created - final manifest received', 'label-created'],
    ['Received by Purolator for processing at', 'accepted'],
    ['Arrived at sort facility', 'in-transit'],
    ['On vehicle for delivery', 'out-for-delivery'],
    ['Shipment delivered', 'delivered'],
    ['Receiver contacted. Shipment available for pickup', 'available-for-pickup'],
    ['Shipment undeliverable - Returned to sender', 'returning'],
    ['Mechanical delay', 'exception'],
    ['Something of the future', undefined],
  ])('"%s" is %s', (text, status) => expect(statusOfWords(text)).toBe(status));

  it('codes that nobody knows are unknown', () => {
    expect([statusOfX12('D1'), statusOfX12('ZZ'), statusOfX12('constructor')]).toEqual([
      'delivered',
      'unknown',
      'unknown',
    ]);
  });

  it('half a place is none', () => {
    const at = (value: object) => placeOf(readObject(value));
    expect(at({ City: 'TORONTO', provinceState: 'ON', CountryCode: 'CA' })).toBe('TORONTO, ON');
    expect(at({ City: 'BUFFALO', provinceState: 'NY', CountryCode: 'US' })).toBe('BUFFALO, NY, US');
    expect(at({ City: 'TORONTO', CountryCode: 'CA' })).toBeUndefined();
  });
});

describe('against the simulator', () => {
  it('recovery does not believe a shipment that bears another reference', async () => {
    const result = (reference: string): string =>
      envelope(
        `<TrackingByPinsOrReferencesResponse><ResponseInformation><Errors/></ResponseInformation><SearchResults><SearchResult><trackingId>x</trackingId><status>FOUND</status><Shipment><shipmentPin>390000000016</shipmentPin><details><reference1>${reference}</reference1></details><packages><package><pin>390000000016</pin></package></packages></Shipment></SearchResult></SearchResults></TrackingByPinsOrReferencesResponse>`,
      );
    const input = purchase(domestic);
    const kept = { since: '2026-11-20T14:00:00.000Z' };
    const other = playing([{ body: result('C0000') }]);
    expect(await recoverStep(ship, 'create', input, kept, other.env, options)).toEqual({
      ok: true,
      value: { kind: 'absent' },
    });
    const own = playing([{ body: result(input.reference) }]);
    expect(await recoverStep(ship, 'create', input, kept, own.env, options)).toMatchObject({
      ok: true,
      value: {
        kind: 'found',
        result: {
          parcels: [{ trackingUrl: 'https://www.purolator.com/en/shipping/tracker?pin=390000000016' }],
        },
      },
    });
    expect(own.sent[0]).toContain('<shipmentDateFrom>2026-11-19</shipmentDateFrom>');
  });

  it('a pickup keeps its day and earliest time: another one is a new booking', async () => {
    const booked = { confirmation: '01365863', reference: 'R', date: pickupWish.date, wish: pickupWish, kept: {} };
    const input = { booked, wish: { ...pickupWish, readyTime: '14:00' }, reference: 'R', uuid: 'U' };
    const { env, sent } = playing([]);
    expect(await runStep(change, 'change', input, {}, env, options)).toMatchObject({
      ok: false,
      problem: { kind: 'refused', field: 'readyTime' },
    });
    expect(sent).toEqual([]);
  });

  it('questions that are answered "no" are answers', async () => {
    const no = playing([{ body: failing('ValidatePickUp', '3001002', 'There is no pickup on this day.') }]);
    expect(await runPickupAvailability(carrier, { ...pickupWish, date: '2026-11-22' }, no.env)).toEqual({
      ok: true,
      value: { available: false, messages: ['Purolator: There is no pickup on this day.'] },
    });
    expect(await runCheckAddress(carrier, { ...domestic.to, countryCode: 'JP' }, playing([]).env)).toMatchObject({
      ok: false,
      problem: { kind: 'refused' },
    });
  });

  it('numbers end with their check digit; dry ice goes by the way the lane says; packagings have their services', async () => {
    const stand = await startTestSimulator(simulator);
    try {
      const { openHarnessEnv, drive, freshDrive } = await import(
        '@scanship/connector-kit/conformance/conformance-harness'
      );
      const env = openHarnessEnv(manifest, { samples, simulator: stand.simulator });
      const dryIce = with_({ options: { dangerousGoods: { kind: 'dry-ice' } } });
      const state = await drive(
        carrier,
        ship,
        purchase(dryIce, 'PurolatorExpress'),
        env,
        freshDrive<{ carrierShipmentId: string }>(),
      );
      expect(state.problem).toBeUndefined();
      expect(state.kept.mode).toBe('Air');
      const pin = state.result.carrierShipmentId ?? '';
      expect(pin).toMatch(/^[0-5]\d{11}$/);
      expect(luhnCheckDigit(pin.slice(0, -1))).toBe(Number(pin.at(-1)));
      // Forgotten, and bought again a week later: searched from when it may have been bought.
      const again = { ...purchase(domestic), perhapsSince: new Date().toISOString() };
      await drive(carrier, ship, again, env, freshDrive());
      const later = { ...env, now: () => new Date(env.now().getTime() + 7 * 86_400_000) };
      const { kept } = await drive(carrier, ship, again, later, freshDrive(), 'create');
      expect(await recoverStep(ship, 'create', again, kept, later, options)).toMatchObject({
        ok: true,
        value: { kind: 'found' },
      });
      const limited = with_({ options: { dangerousGoods: { kind: 'limited-quantity' } } });
      const refused = await drive(carrier, ship, purchase(limited, 'PurolatorExpress'), env, freshDrive());
      expect(refused.problem).toMatchObject({ step: 'check', problem: { kind: 'refused' } });
      const packed = with_({ parcels: [{ number: 1, weightGrams: 300, packaging: 'purolator-express-envelope' }] });
      const rated = await runRate(carrier, { shipment: packed }, env);
      expect(rated).toMatchObject({ ok: true, value: { offers: [{ service: 'PurolatorExpressEnvelope' }] } });
      expect(await runStep(ship, 'check', purchase(packed), {}, env, options)).toMatchObject({
        ok: false,
        problem: { kind: 'invalid-input', field: 'parcels.0.packaging' },
      });
    } finally {
      await stand.close();
    }
  });
});
