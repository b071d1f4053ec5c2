/** What is particular to this connector and its simulator; the common suite is tests/conformance. */
import type { ShipInput, ShipResult } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type Drive,
  type Harness,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { hasMod10CheckDigit, isS10 } from '@scanship/domain/tracking/tracking-numbers';
import type { SimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { samples, toUnitedStates } from './simulator/harness.ts';
import { simulator } from './simulator/simulator.ts';
import { cancel } from './src/cancel.ts';
import { carrier } from './src/carrier.ts';
import { offsetOf } from './src/eastern-time.ts';
import { tariffCode } from './src/messages.ts';
import { meaningOf } from './src/refusals.ts';
import { accountOf } from './src/account.ts';
import { purchaseMessage, ship } from './src/ship.ts';
import { statusOf } from './src/tracking-codes.ts';

const SLUG = 'canada-post';
const { manifest } = carrier;
const options = { deadlineMs: 5000, vendor: manifest.name };
const contract = samples.account.credentials;
const small = samples.otherAccount.credentials;
let stand: TestSimulator;
let admin: SimulatorAdmin;
let harness: Harness;
beforeAll(async () => {
  stand = await startTestSimulator(simulator);
  admin = stand.admin;
  harness = { samples, simulator: stand.simulator };
});
afterEach(() => admin.clearFaults(SLUG));
afterAll(() => stand.close());

type Credentials = Readonly<Record<string, string>>;
const buy = async (
  more: Partial<ShipInput>,
  credentials: Credentials = contract,
): Promise<{ input: ShipInput; state: Drive<ShipResult> }> => {
  const input = newPurchase(harness, more);
  const env = openHarnessEnv(manifest, harness, credentials);
  return { input, state: await drive(carrier, ship, input, env, freshDrive<ShipResult>()) };
};
const without = (name: string): Credentials => Object.fromEntries(Object.entries(contract).filter(([k]) => k !== name));
const declared = (reference: string): ShipmentRequest => ({
  ...toUnitedStates,
  parcels: toUnitedStates.parcels.map((p) => ({ ...p, weightGrams: 800 })),
  customs: toUnitedStates.customs && {
    ...toUnitedStates.customs,
    prepaidDuty: { provider: 'Zonos', reference },
  },
});

describe('the two ways of shipping', () => {
  it('numbers inside Canada have 16 digits with a check digit, those abroad are S10', async () => {
    const [home, abroad] = [await buy({}), await buy({ shipment: toUnitedStates, service: 'USA.EP' })];
    const numberOf = (one: typeof home): string => one.state.result.parcels?.[0]?.trackingNumber ?? '';
    expect(numberOf(home)).toMatch(/^\d{16}$/);
    expect(hasMod10CheckDigit(numberOf(home))).toBe(true);
    expect(isS10(numberOf(abroad))).toBe(true);
  });

  it('the commercial invoice comes with the label', async () => {
    const { state } = await buy({ shipment: toUnitedStates, service: 'USA.EP' });
    expect(state.result.files?.map((f) => f.document)).toEqual(['label', 'customs-invoice']);
  });

  it('without contract the receipt says what was charged, the same as was quoted', async () => {
    const env = openHarnessEnv(manifest, harness, small);
    const quoted = await runRate(carrier, { shipment: samples.domestic, services: ['DOM.RP'] }, env);
    const { state } = await buy({ service: 'DOM.RP' }, small);
    expect(state.problem).toBeUndefined();
    expect(state.result.charged?.total).toEqual(quoted.ok ? quoted.value.offers[0]?.total : undefined);
    expect(state.kept).toMatchObject({ way: 'non-contract' });
  });

  it('a receipt that cannot be had does not take the paid label away', async () => {
    await admin.setFaults(SLUG, [{ kind: 'html', route: 'receipt-nc', times: 3 }]);
    const { state } = await buy({}, small);
    expect(state.problem).toBeUndefined();
    expect(state.result.charged).toBeUndefined();
    expect(state.result.files).toHaveLength(1);
  });

  it('without contract a lost answer is found by our reference among the recent shipments', async () => {
    const others = await Promise.all([buy({}, small), buy({}, small)]);
    expect(others.every((o) => o.state.problem === undefined)).toBe(true);
    const env = openHarnessEnv(manifest, harness, small);
    const input = newPurchase(harness, {});
    const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>(), 'create');
    await admin.setFaults(SLUG, [{ kind: 'drop-after-effect', route: 'create-nc', times: 3 }]);
    expect(await runStep(ship, 'create', input, state.kept, env, options)).toMatchObject({
      ok: false,
      problem: { kind: 'unknown-effect' },
    });
    await admin.clearFaults(SLUG);
    const found = await recoverStep(ship, 'create', input, state.kept, env, options);
    const [paid] = (await admin.books(SLUG)).filter((b) => b.reference === input.reference);
    expect(found).toMatchObject({ ok: true, value: { kind: 'found', result: { carrierShipmentId: paid?.id } } });
    const never = newPurchase(harness, {});
    expect(await recoverStep(ship, 'create', never, state.kept, env, options)).toEqual({
      ok: true,
      value: { kind: 'absent' },
    });
  });

  it('without contract one that is forgotten is found by whoever buys it again later', async () => {
    const begun = new Date();
    const { input, state } = await buy({}, small);
    const env = openHarnessEnv(manifest, harness, small);
    const later = { ...env, now: () => new Date(env.now().getTime() + 3_600_000) };
    const again = { ...input, perhapsSince: begun.toISOString() };
    const prepared = await drive(carrier, ship, again, later, freshDrive<ShipResult>(), 'create');
    expect(await recoverStep(ship, 'create', again, prepared.kept, later, options)).toMatchObject({
      ok: true,
      value: { kind: 'found', result: { carrierShipmentId: state.result.carrierShipmentId } },
    });
  });

  it('thermal labels need a contract, and that is said before the call', async () => {
    const { state } = await buy({ labelFormat: 'zpl' }, small);
    expect(state.problem).toMatchObject({ step: 'prepare', problem: { kind: 'invalid-input', field: 'labelFormat' } });
  });

  it('a label that is still being made is waited for', async () => {
    const env = openHarnessEnv(manifest, harness);
    const input = newPurchase(harness, {});
    const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>(), 'label');
    const notYet = {
      ...env,
      http: {
        send: async (request: Parameters<typeof env.http.send>[0]) => ({
          ...(await env.http.send(request)),
          status: 202,
        }),
      },
    };
    expect(await runStep(ship, 'label', input, state.kept, notYet, options)).toMatchObject({
      ok: true,
      value: { kind: 'wait' },
    });
  });

  it('a label link to another host is not followed, so the key stays here', async () => {
    const env = openHarnessEnv(manifest, harness);
    const kept = { way: 'contract', links: { label: 'https://evil.example/label' } };
    expect(await runStep(ship, 'label', newPurchase(harness), kept, env, options)).toMatchObject({
      ok: false,
      problem: { kind: 'vendor-broken', message: expect.stringContaining('evil.example') as string },
    });
  });
});

describe('cancelling', () => {
  it('a transmitted shipment is refunded later, and a second request is refused in words', async () => {
    const { input, state } = await buy({}, { ...contract, transmission: 'immediately' });
    expect(state.kept.group).toBeUndefined();
    const asked = {
      reference: input.reference,
      carrierShipmentId: state.result.carrierShipmentId ?? '',
      trackingNumbers: [],
      kept: state.kept,
    };
    const env = openHarnessEnv(manifest, harness);
    expect((await drive(carrier, cancel, asked, env, freshDrive())).result).toEqual({ refund: 'later' });
    expect((await drive(carrier, cancel, asked, env, freshDrive())).problem?.problem).toMatchObject({
      kind: 'refused',
      vendorCode: '7292',
      message: expect.stringContaining('already') as string,
    });
  });

  it('without contract, too; an account that has a contract since then still refunds it', async () => {
    const { input, state } = await buy({}, small);
    const asked = {
      reference: input.reference,
      carrierShipmentId: state.result.carrierShipmentId ?? '',
      trackingNumbers: [],
      kept: state.kept,
    };
    const env = openHarnessEnv(manifest, harness, { ...small, contract: '40000002' });
    expect((await drive(carrier, cancel, asked, env, freshDrive())).result).toEqual({ refund: 'later' });
  });

  it('a shipment in a group, not transmitted yet, is deleted and never billed', async () => {
    const { input, state } = await buy({});
    expect(state.kept.group).toBe(input.reference);
    const asked = {
      reference: input.reference,
      carrierShipmentId: state.result.carrierShipmentId ?? '',
      trackingNumbers: [],
      kept: state.kept,
    };
    const env = openHarnessEnv(manifest, harness);
    expect((await drive(carrier, cancel, asked, env, freshDrive())).result).toEqual({ refund: 'now' });
    expect((await drive(carrier, cancel, asked, env, freshDrive())).problem?.problem.kind).toBe('refused');
    // Forgotten, it is asked about before it is looked at.
    expect(await recoverStep(cancel, 'void', asked, {}, env, options)).toEqual({
      ok: true,
      value: { kind: 'found', step: 'void', result: { refund: 'now' } },
    });
  });
});

describe('the number of the EU’s import one-stop shop', () => {
  const toGermany: ShipmentRequest = {
    ...toUnitedStates,
    from: {
      ...toUnitedStates.from,
      taxIds: [
        { kind: 'EORI', number: 'DE1234567', countryCode: 'DE' },
        { kind: 'IOSS', number: 'IM2760000742', countryCode: 'DE' },
      ],
    },
    to: { ...toUnitedStates.to, city: 'Berlin', provinceCode: '', zipcode: '10115', countryCode: 'DE' },
  };
  const said = (credentials: Credentials): string => {
    const input = newPurchase(harness, { shipment: toGermany, service: 'INT.XP' });
    return JSON.stringify(purchaseMessage(input, accountOf(openHarnessEnv(manifest, harness, credentials))).tree);
  };

  it('goes along with a contract, and not without, where the schema has no place for it', async () => {
    expect(said(contract)).toContain('"ioss-id":"IM2760000742"');
    expect(said(small)).not.toContain('ioss-id');
    for (const credentials of [contract, small])
      expect((await buy({ shipment: toGermany, service: 'INT.XP' }, credentials)).state.problem).toBeUndefined();
  });
});

describe('prepaid duty of parcels to the United States', () => {
  const field = 'customs.prepaidDuty';
  const notBilled = without('usDuty');

  it('missing, it is said with the prices and refused before the call', async () => {
    const env = openHarnessEnv(manifest, harness, notBilled);
    const priced = await runRate(carrier, { shipment: toUnitedStates }, env);
    expect(priced.ok && priced.value.offers.length).toBeGreaterThan(0);
    expect(priced.ok && priced.value.problems.map((p) => p.message).join()).toContain('declaration ID');
    const { input, state } = await buy({ shipment: toUnitedStates, service: 'USA.EP' }, notBilled);
    expect(state.problem).toMatchObject({ step: 'prepare', problem: { kind: 'invalid-input', field } });
    expect((await admin.books(SLUG)).filter((b) => b.reference === input.reference)).toEqual([]);
  });

  it('a declaration ID goes out with the parcel, with and without contract', async () => {
    for (const credentials of [notBilled, small]) {
      const { state } = await buy({ shipment: declared('0rg7s5pjvhxxn'), service: 'USA.TP' }, credentials);
      expect(state.problem).toBeUndefined();
    }
  });

  it.each([
    ['a short declaration ID', declared('0rg7s5'), `${field}.reference`],
    [
      'a duty in another currency',
      {
        ...declared('0rg7s5pjvhxxn'),
        customs: toUnitedStates.customs && {
          ...toUnitedStates.customs,
          prepaidDuty: { provider: 'Zonos', reference: '0rg7s5pjvhxxn', amount: money(500, 'USD') },
        },
      },
      `${field}.amount`,
    ],
  ])('%s is refused before the call', async (_name, shipment, where) => {
    const { state } = await buy({ shipment, service: 'USA.EP' });
    expect(state.problem?.problem).toMatchObject({ kind: 'invalid-input', field: where });
  });

  it('documents, other countries and accounts with automatic billing need none', async () => {
    const { customs } = toUnitedStates;
    const documents = { ...toUnitedStates, customs: customs && { ...customs, purpose: 'Documents' as const } };
    const { state } = await buy({ shipment: documents, service: 'USA.EP' }, notBilled);
    expect(state.problem).toBeUndefined();
    const japan = {
      ...toUnitedStates,
      to: { ...toUnitedStates.to, city: 'Sumida', provinceCode: '13', zipcode: '131-0045', countryCode: 'JP' },
    };
    expect((await buy({ shipment: japan, service: 'INT.XP' }, notBilled)).state.problem).toBeUndefined();
    expect((await buy({ shipment: toUnitedStates, service: 'USA.EP' })).state.problem).toBeUndefined();
  });
});

describe('what is said before the call', () => {
  const { customs } = toUnitedStates;
  const [item] = customs?.items ?? [];
  if (!customs || !item) throw new Error('the sample has no customs');
  const goods = (change: Partial<typeof item>): ShipmentRequest => ({
    ...toUnitedStates,
    customs: { ...customs, items: [{ ...item, ...change }] },
  });
  it.each<[string, ShipmentRequest, string, string]>([
    [
      'no phone of the sender',
      { ...samples.domestic, from: { ...samples.domestic.from, phone: '' } },
      'DOM.EP',
      'from.phone',
    ],
    [
      'no phone of the receiver',
      { ...toUnitedStates, to: { ...toUnitedStates.to, phone: undefined } },
      'USA.XP',
      'to.phone',
    ],
    [
      'a long address',
      { ...samples.domestic, to: { ...samples.domestic.to, address1: 'x'.repeat(45) } },
      'DOM.EP',
      'to.address1',
    ],
    [
      'a wrong postal code',
      { ...samples.domestic, to: { ...samples.domestic.to, zipcode: 'V6B' } },
      'DOM.EP',
      'to.zipcode',
    ],
    ['goods heavier than the parcel', goods({ unitGrams: 900 }), 'USA.EP', 'customs.items'],
    ['no HS code', goods({ hsCode: undefined }), 'USA.EP', 'customs.items.0.hsCode'],
    ['no origin', goods({ originCountry: undefined }), 'USA.EP', 'customs.items.0.originCountry'],
    ['no value', goods({ unitValue: money(0, 'CAD') }), 'USA.EP', 'customs.items.0.unitValue'],
    ['another currency', { ...toUnitedStates, customs: { ...customs, currency: 'USD' } }, 'USA.EP', 'customs.currency'],
    [
      'insurance in another currency',
      { ...samples.domestic, options: { insuredValue: money(100, 'USD') } },
      'DOM.EP',
      'options.insuredValue',
    ],
    ['an adult abroad', { ...toUnitedStates, options: { signature: 'adult' } }, 'USA.EP', 'options.signature'],
  ])('%s', async (_name, shipment, service, field) => {
    const { state } = await buy({ shipment, service });
    expect(state.problem).toMatchObject({ step: 'prepare', problem: { kind: 'invalid-input', field } });
    expect(state.problem?.problem.message).toMatch(/^[^<>{}]{10,300}\.$/);
  });

  it('a service of another region is refused, not sent', async () => {
    const { state } = await buy({ service: 'USA.EP' });
    expect(state.problem).toMatchObject({ step: 'prepare', problem: { kind: 'refused' } });
  });

  it('several parcels across a border are refused with the prices already', async () => {
    const [parcel] = toUnitedStates.parcels;
    const two = { ...toUnitedStates, parcels: [1, 2].map((number) => ({ ...parcel, weightGrams: 500, number })) };
    const priced = await runRate(carrier, { shipment: two }, openHarnessEnv(manifest, harness));
    expect(priced).toMatchObject({ ok: false, problem: { kind: 'invalid-input', field: 'parcels' } });
  });

  it('several parcels inside Canada are priced one by one and added up', async () => {
    const env = openHarnessEnv(manifest, harness);
    const [parcel] = samples.domestic.parcels;
    const three = {
      ...samples.domestic,
      parcels: [1, 2, 3].map((number) => ({ ...parcel, weightGrams: 1250, number })),
    };
    const one = await runRate(carrier, { shipment: samples.domestic }, env);
    const all = await runRate(carrier, { shipment: three }, env);
    const totals = (a: typeof one): (readonly [string, number])[] =>
      a.ok ? a.value.offers.map((o) => [o.service, o.total.minor] as const) : [];
    expect(totals(all)).toEqual(totals(one).map(([service, cents]) => [service, cents * 3]));
    expect(totals(one)).toHaveLength(4);
  });
});

describe('options', () => {
  it.each([
    ['QC', 'PA18'],
    ['BC', 'PA19'],
  ])('an adult in %s is %s', async (provinceCode, code) => {
    const env = openHarnessEnv(manifest, harness);
    const bodies: string[] = [];
    const capture = {
      ...env,
      http: {
        send: (request: Parameters<typeof env.http.send>[0]) => {
          bodies.push(String(request.body));
          return env.http.send(request);
        },
      },
    };
    const zipcode = provinceCode === 'QC' ? 'H2B 1A0' : 'V6B 1A1';
    const shipment: ShipmentRequest = {
      ...samples.domestic,
      to: { ...samples.domestic.to, provinceCode, zipcode },
      options: { signature: 'adult' },
    };
    const priced = await runRate(carrier, { shipment }, capture);
    expect(priced.ok && priced.value.offers.every((o) => o.lines.some((l) => l.kind === 'option'))).toBe(true);
    expect(bodies[0]).toContain(`<option-code>${code}</option-code>`);
  });

  it.each([
    ['6109', '6109'],
    ['610910', '6109.10'],
    ['6109100', '6109.10'],
    ['6109.10.0012', '6109.10.00.12'],
    ['610910001234', '6109.10.00.12'],
  ])('HS code %s is written %s', (given, written) => expect(tariffCode(given)).toBe(written));
});

describe('refusals', () => {
  it('a throttled call says when to come back, whatever its status', () => {
    expect(meaningOf('Server', 'Rejected by SLM Monitor')).toMatchObject({ kind: 'quota', retryAfterMs: 60_000 });
  });
  it('a schema error names our field', () => {
    const text =
      '/rs/1/1/shipment: cvc-type 3.1.3: in element {http://www.canadapost.ca/ws/shipment-v8}contact-phone with anonymous type';
    expect(meaningOf('Server', text)).toMatchObject({ kind: 'invalid-input', field: 'from.phone' });
  });
  it('an unknown code keeps the vendor’s words', () => {
    expect(meaningOf('9999', 'Something else.')).toEqual({
      vendorCode: '9999',
      vendorMessage: 'Something else.',
      message: 'Canada Post: Something else.',
    });
  });
  it('a contract of somebody else is named with the field of the account', async () => {
    const env = openHarnessEnv(manifest, harness, { ...contract, contract: '49999999' });
    expect(await runRate(carrier, { shipment: samples.domestic }, env)).toMatchObject({
      ok: false,
      problem: { kind: 'not-authorised', field: 'credentials.contract' },
    });
    expect(await runTestConnection(carrier, env)).toMatchObject({
      ok: false,
      problem: { kind: 'not-authorised', field: 'credentials.contract' },
    });
  });
  it('a commercial customer without its contract number is told so', async () => {
    const { state } = await buy({}, without('contract'));
    expect(state.problem?.problem).toMatchObject({ kind: 'not-authorised', field: 'credentials.contract' });
  });
  it.each([['*/*'], ['application/vnd.cpc.ship.rate-v3+xml'], ['application/xml']])(
    'the service refuses Accept %s',
    async (accept) => {
      const wild = await fetch(`${stand.simulator.address}/rs/customer/1000001`, {
        headers: {
          accept,
          authorization: `Basic ${Buffer.from(`${contract.user}:${contract.password}`).toString('base64')}`,
        },
      });
      expect(wild.status).toBe(406);
    },
  );
});

describe('tracking', () => {
  it('a parcel goes its way through the statuses', async () => {
    const { state } = await buy({ shipment: toUnitedStates, service: 'USA.EP' });
    const number = state.result.parcels?.[0]?.trackingNumber ?? '';
    await admin.setClock(SLUG, 30 * 86_400_000);
    const answer = await runTrack(carrier, { trackingNumbers: [number] }, openHarnessEnv(manifest, harness));
    await admin.setClock(SLUG, 0);
    expect(answer.ok && answer.value[0]?.events.toReversed().map((e) => e.status)).toEqual([
      'label-created',
      'accepted',
      'in-transit',
      'customs',
      'out-for-delivery',
      'delivered',
    ]);
    expect(answer.ok && answer.value[0]?.events[0]?.place).toBe('BUFFALO, NY');
  });
  it.each([
    ['1496', 'Item successfully delivered', 'delivered'],
    ['1496', 'Item successfully returned to sender', 'returned'],
    ['1497', "Item successfully delivered to recipient's safe drop location", 'delivered'],
    ['5300', "Item successfully delivered to recipient's parcel box", 'delivered'],
    ['1498', 'L’article a été renvoyé avec succès à l’expéditeur.', 'returned'],
    ['174', 'L’article renvoyé à l’expéditeur est sorti pour livraison.', 'returning'],
    ['1420', 'Item being returned to sender', 'returning'],
    ['1479', 'Notice card left indicating where and when to pick up item', 'available-for-pickup'],
    ['810', 'Item held by Customs', 'customs'],
    ['7777', 'Something new', 'unknown'],
  ])('%s "%s" is %s', (code, text, status) => expect(statusOf(code, text)).toBe(status));
  it.each([
    ['2026-07-01T12:00:00', 'America/Toronto', '-04:00'],
    ['2026-11-24T12:00:00', 'America/St_Johns', '-03:30'],
    ['2026-07-01T12:00:00', 'America/Regina', '-06:00'],
    ['2026-03-08T03:30:00', 'America/Toronto', '-04:00'],
    ['2026-11-01T01:30:00', 'America/Toronto', '-04:00'],
  ])('%s in %s is %s', (local, zone, offset) => expect(offsetOf(local, zone)).toBe(offset));
});
