/**
 * Landmark Global against its schemas and samples: every request validates, the simulator refuses what the schemas refuse,
 * and every sample answer of the calls that are made is read with its meaning, whole and damaged.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-landmark-global/carrier';
import { samples } from '@scanship/carrier-landmark-global/harness';
import { manifest } from '@scanship/carrier-landmark-global/manifest';
import { simulator } from '@scanship/carrier-landmark-global/simulator';
import type { ShipInput } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { money } from '@scanship/domain/money/money';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type Verdict } from '../judges/differential.ts';
import { damage, playing as play } from '../rigs/samples-rig.ts';
import { xmlMutants } from '../judges/xml-mutants.ts';

const { ship, cancel } = carrier;
if (!ship || !cancel || !samples.crossBorder) throw new Error('the connector lacks an operation');
const { shipment: abroad } = samples.crossBorder;
const options = { deadlineMs: 20_000, vendor: manifest.name };
const playing = (...answers: string[]): CarrierEnv => play(manifest, samples.account.credentials, answers);

/** Everything a shipment can say at once. */
const rich: ShipmentRequest = {
  ...abroad,
  from: {
    ...abroad.from,
    address2: 'Dock 4',
    phone: '416 555 0100',
    email: 'shop@example.com',
    taxIds: ['IOSS', 'EORI', 'BN', 'VOEC'].map((kind) => ({ kind, number: `${kind}-0001` })),
  },
  to: {
    ...abroad.to,
    companyName: 'Receiver & Sons',
    address2: 'Unit 4',
    phone: '716 555 0100',
    email: 'receiver@example.com',
    taxIds: [{ kind: 'EIN', number: '12-3456789' }],
  },
  parcels: [1, 2].map((number) => ({ number, weightGrams: 900 })),
};

const anyText = fc.oneof(fc.string({ maxLength: 50 }), fc.string({ unit: 'grapheme', maxLength: 45 }));
const anyAddress = fc.record({
  name: anyText,
  companyName: fc.option(anyText, { nil: undefined }),
  address1: anyText,
  address2: fc.option(anyText, { nil: undefined }),
  city: anyText,
  phone: fc.option(anyText, { nil: undefined }),
});
const anyShipment = fc
  .record({
    from: anyAddress,
    to: anyAddress,
    cross: fc.boolean(),
    weightGrams: fc.integer({ min: 1, max: 30_000 }),
    description: anyText,
    sku: fc.option(anyText, { nil: undefined }),
    worth: fc.integer({ min: 0, max: 500_000 }),
  })
  .map(({ cross, from, to, weightGrams, description, sku, worth }): ShipmentRequest => {
    const base = cross ? abroad : samples.domestic;
    return {
      ...base,
      from: { ...base.from, ...from },
      to: { ...base.to, ...to },
      parcels: [{ number: 1, weightGrams, declaredValue: money(worth, 'CAD') }],
      customs: base.customs && {
        ...base.customs,
        items: base.customs.items.map((item) => ({ ...item, description, sku })),
      },
    };
  });

interface Judge {
  judge(path: string, xml: string): Verdict;
  close(): void;
}

function openSchemas(folder: string): Judge {
  const validators = new Map(
    ['Ship', 'Cancel', 'Track'].map((name) => {
      const text = readFileSync(join(folder, 'xsd', `${name.toLowerCase()}_request.xsd`), 'utf8');
      const document = XmlDocument.fromString(text);
      const validator = XsdValidator.fromDoc(document);
      document.dispose();
      return [`/v2/${name}.php`, validator];
    }),
  );
  return {
    judge(path, xml) {
      let document: XmlDocument;
      try {
        document = XmlDocument.fromString(xml);
      } catch (error) {
        return { accepted: false, why: `not well-formed: ${String(error)}` };
      }
      try {
        const validator = validators.get(path);
        if (!validator) return { accepted: false, why: `there is no schema for ${path}` };
        validator.validate(document);
        return { accepted: true, why: 'valid' };
      } catch (error) {
        return { accepted: false, why: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error) };
      } finally {
        document.dispose();
      }
    },
    close() {
      for (const validator of validators.values()) validator.dispose();
    },
  };
}

withVendorContract('carriers/landmark-global', (folder) => {
  const schemas = openSchemas(folder);
  const sample = (name: string): string => readFileSync(join(folder, 'samples/from-tests', `${name}.xml`), 'utf8');
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(async () => {
    await stand.close();
    schemas.close();
  });
  const bodyOf = ({ body }: HttpRequest): string => (typeof body === 'string' ? body : '');

  interface Sent {
    readonly operation: CarrierOperation;
    readonly request: HttpRequest;
  }
  /** One of everything the connector says, against the simulator. */
  async function sayAll(): Promise<readonly Sent[]> {
    const sent: Sent[] = [];
    const harness = { samples, simulator: stand.simulator };
    const envFor = (operation: CarrierOperation): CarrierEnv => {
      const env = openHarnessEnv(manifest, harness);
      const send: CarrierEnv['http']['send'] = (request) => {
        sent.push({ operation, request });
        return env.http.send(request);
      };
      return { ...env, http: { send } };
    };
    const buy = async (operation: CarrierOperation, more: Partial<ShipInput>) => {
      const input = newPurchase(harness, more);
      const state = await drive(carrier, ship as NonNullable<typeof ship>, input, envFor(operation), freshDrive());
      expect(state.problem).toBeUndefined();
      const trackingNumbers = state.result.parcels?.map((p) => p.trackingNumber) ?? [];
      return {
        reference: input.reference,
        carrierShipmentId: state.result.carrierShipmentId ?? '',
        trackingNumbers,
        kept: state.kept,
      };
    };
    const first = await buy('ship', {});
    await buy('ship', { labelFormat: 'zpl' });
    await buy('international', { shipment: abroad });
    await buy('international', { shipment: rich });
    await runTrack(carrier, { trackingNumbers: first.trackingNumbers }, envFor('track'));
    await drive(carrier, cancel as NonNullable<typeof cancel>, first, envFor('cancel'), freshDrive());
    expect((await runTestConnection(carrier, envFor('testConnection'))).ok).toBe(true);
    return sent;
  }
  let said: Promise<readonly Sent[]> | undefined;
  const everything = (): Promise<readonly Sent[]> => (said ??= sayAll());

  it('every request validates against the schemas', async () => {
    const valid = new Map<CarrierOperation, number>();
    for (const { operation, request } of await everything()) {
      expect(schemas.judge(request.path, bodyOf(request)), bodyOf(request)).toMatchObject({ accepted: true });
      valid.set(operation, (valid.get(operation) ?? 0) + 1);
    }
    expect([...valid.keys()]).toEqual(['ship', 'international', 'track', 'cancel', 'testConnection']);
    for (const [operation, count] of valid)
      noteEvidence('landmark-global', operation, { requests: { sent: count, valid: count } });
    noteEvidence('landmark-global', 'ship', { recovery: 'none' });
  });

  it('whatever people write validates, or is refused in words before the call', async () => {
    let built = 0;
    await fc.assert(
      fc.asyncProperty(anyShipment, async (shipment) => {
        let request: HttpRequest | undefined;
        const env: CarrierEnv = {
          ...playing(),
          http: {
            send: (sent) => {
              request = sent;
              return Promise.reject(fail('refused', 'Only the request is wanted.'));
            },
          },
        };
        const input: ShipInput = { ...newPurchase({ samples, simulator: undefined }), shipment };
        const result = await runStep(ship, 'create', input, {}, env, options);
        if (!request) {
          expect(result).toMatchObject({ problem: { kind: 'invalid-input', field: expect.any(String) as string } });
          return;
        }
        built += 1;
        expect(schemas.judge(request.path, bodyOf(request)), bodyOf(request)).toMatchObject({ accepted: true });
      }),
      { numRuns: 150, seed: 6 },
    );
    expect(built).toBeGreaterThan(10);
  });

  it('the simulator refuses what the schemas refuse, and nothing else', async () => {
    const seen = new Set<string>();
    const cases = (await everything())
      .filter(({ operation, request }) => {
        const kind = operation === 'international' ? operation : request.path;
        return seen.has(kind) ? false : Boolean(seen.add(kind));
      })
      .map(({ request }) => {
        // One line, as mutants are made of it.
        const xml = bodyOf(request).replace(/^<\?xml[^>]*>\s*/, '');
        const all = xmlMutants(xml);
        // A fixed sample for every day, all of them when the whole is verified.
        const mutants = process.env.VERIFY ? all : all.filter((_m, index) => index % 5 === 3);
        return {
          name: request.name,
          request: xml,
          mutants,
          contract: (body: string) => schemas.judge(request.path, body),
          simulator: async (body: string) => {
            const response = await fetch(`${stand.simulator.address}${request.path}`, { method: 'POST', body });
            const text = await response.text();
            return { accepted: !/<ErrorCode>Form<|Required element Login/.test(text), why: text.slice(0, 300) };
          },
        };
      });
    const comparison = await compareVerdicts(cases, [
      {
        match: /with an attribute$/,
        reason: 'the vendor says that its reader does not validate: attributes are not looked at',
      },
    ]);
    process.stdout.write(
      `Landmark Global, schemas and stand-in: ${cases.length} requests, ${comparison.compared} compared, ${comparison.refused} refused by the schemas, ${comparison.differences.length} differences\n`,
    );
    expect(comparison.differences.slice(0, 20)).toEqual([]);
    expect(comparison.unused).toEqual([]);
    expect(comparison.refused).toBeGreaterThan(comparison.compared / 5);
  }, 120_000);

  describe('sample answers', () => {
    const purchase: ShipInput = { ...newPurchase({ samples, simulator: undefined }), reference: 'TESTORDER001' };
    const bought = { reference: 'S1', carrierShipmentId: '8724720680', trackingNumbers: [], kept: {} };
    const buying = (body: string) => runStep(ship, 'create', purchase, {}, playing(body), options);
    const tracking = (number: string) => (body: string) =>
      runTrack(carrier, { trackingNumbers: [number] }, playing(body));

    it('a shipment: its number in test mode, the label as PDF', async () => {
      const body = sample('shipment.SHIPMENT_RESPONSE_XML');
      const number = /<LandmarkTrackingNumber>([^<]*)</.exec(body)?.[1] ?? '';
      expect(await buying(body)).toMatchObject({
        ok: true,
        value: {
          kind: 'done',
          result: {
            carrierShipmentId: number,
            parcels: [{ number: 1, trackingNumber: number }],
            files: [{ document: 'label', format: 'pdf', parcelNumber: 1 }],
          },
        },
      });
      const { faults, played } = await damage(body, buying, 1, 'text/xml');
      expect(faults).toEqual([]);
      expect(played).toBeGreaterThan(20);
      noteEvidence('landmark-global', 'ship', { samples: 1 });
    });

    it('a refusal with status 200', async () => {
      expect(await buying(sample('shipment.ERROR_RESPONSE_XML'))).toMatchObject({
        ok: false,
        problem: {
          kind: 'refused',
          message: 'Landmark Global: Already assigned to Shipment Group.',
          vendorCode: 'unprocess',
        },
      });
    });

    it('a cancellation', async () => {
      const body = sample('shipment.SHIPMENT_CANCEL_RESPONSE_XML');
      const played = await runStep(cancel, 'cancel', bought, {}, playing(body), options);
      expect(played).toEqual({ ok: true, value: { kind: 'done', result: { refund: 'now' } } });
      noteEvidence('landmark-global', 'cancel', { samples: 1 });
    });

    it('a sign-in that is refused', async () => {
      const played = await runTestConnection(carrier, playing(sample('tracking.ERROR_RESPONSE_XML')));
      expect(played).toMatchObject({ ok: false, problem: { kind: 'not-authorised', vendorCode: 'Login' } });
    });

    const STORIES: readonly (readonly [name: string, number: string, statuses: string, first: string])[] = [
      ['TRACKING', 'LTN123121', 'in-transit in-transit', '2025-10-01T15:02:00'],
      [
        'EARLY_STAGE',
        'LTN38570299N1',
        'label-created label-created label-created label-created label-created',
        '2025-10-01T08:00:00',
      ],
      ['IN_TRANSIT', 'LTN48392101N1', 'label-created label-created in-transit in-transit', '2025-09-28T08:12:00'],
      [
        'OUT_FOR_DELIVERY',
        'LTN49831232N2',
        'label-created in-transit in-transit in-transit out-for-delivery',
        '2025-09-29T06:20:00',
      ],
      [
        'DELIVERED',
        'LTN49100231N3',
        'label-created customs in-transit out-for-delivery delivered',
        '2025-09-25T09:10:00',
      ],
      [
        'DELIVERY_FAILED',
        'LTN49678120N4',
        'label-created in-transit in-transit exception exception',
        '2025-09-29T07:00:00',
      ],
      ['TO_BE_ROUTED', 'LTN433006705N1', 'label-created', '2026-01-28T03:40:52'],
      [
        'MULTI_LEG_DELIVERED',
        'LTN450000001N1',
        'label-created in-transit customs in-transit in-transit in-transit delivered',
        '2025-02-18T04:30:00',
      ],
      [
        'MIDNIGHT_TIME_SORTING',
        'LTN408798880N1',
        'label-created in-transit label-created in-transit in-transit in-transit in-transit in-transit in-transit in-transit customs in-transit in-transit in-transit in-transit delivered',
        '2025-10-27T05:48:01',
      ],
    ];
    it.each(STORIES)('the way of a parcel: %s', async (name, number, statuses, first) => {
      const body = sample(
        name === 'TRACKING'
          ? 'tracking.TRACKING_RESPONSE_XML'
          : `tracking.${name}_TRACKING_RESPONSE_XML`.replace('SORTING_TRACKING', 'SORTING'),
      );
      const answer = await tracking(number)(body);
      expect(answer).toMatchObject({ ok: true, value: [{ trackingNumber: number, problems: [] }] });
      const [parcel] = answer.ok ? answer.value : [];
      expect(parcel?.events.map(({ status }) => status).join(' ')).toBe(statuses);
      expect(parcel?.events[0]).toMatchObject({ occurredAt: first, zone: 'America/Chicago' });
      const { faults } = await damage(body, tracking(number), 1, 'text/xml');
      expect(faults).toEqual([]);
      noteEvidence('landmark-global', 'track', { samples: 1 });
    });

    it('the number of the last mile finds the parcel as well', async () => {
      const answer = await tracking('LE223553042BE')(sample('tracking.MIDNIGHT_TIME_SORTING_RESPONSE_XML'));
      expect(answer.ok && answer.value[0]?.events).toHaveLength(16);
    });
  });
});
