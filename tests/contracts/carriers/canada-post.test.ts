/**
 * Canada Post against its official schemas and samples: every request validates, the simulator refuses what the schemas
 * refuse, and every sample answer is read with its meaning, whole and damaged.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-canada-post/carrier';
import { manifest } from '@scanship/carrier-canada-post/manifest';
import { samples } from '@scanship/carrier-canada-post/harness';
import { simulator } from '@scanship/carrier-canada-post/simulator';
import type { CancelInput, ShipInput } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import { runRate, runTrack } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import type { Result } from '@scanship/domain/values/result';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { openBooks } from '@scanship/simulator-kit/books';
import { newId, type SimContext } from '@scanship/simulator-kit/simulator';
import { drawTestLabel } from '@scanship/simulator-kit/test-label';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  anyPurchase,
  askSimulator,
  cad,
  drawn,
  insured,
  openSchemas,
  playing,
  refusing,
  SCHEMA_OF,
  small,
  toJapan,
  toUnitedStates,
  withDeclaration,
} from '../rigs/canada-post-rig.ts';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type ListedException } from '../judges/differential.ts';
import { xmlMutants } from '../judges/xml-mutants.ts';

const { ship, cancel } = carrier;
if (!ship || !cancel) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };

withVendorContract('carriers/canada-post', (folder) => {
  const schemas = openSchemas(folder);
  const sample = (name: string): string => readFileSync(join(folder, 'samples/from-tests', `${name}.xml`), 'utf8');

  let stand: TestSimulator;
  const dataDir = mkdtempSync(join(tmpdir(), 'canada-post-contract-'));
  const now = (): Date => new Date();
  const context: SimContext = {
    books: openBooks(join(dataDir, 'books.jsonl'), now),
    accounts: simulator.accounts,
    now,
    address: 'http://127.0.0.1',
    drawLabel: drawTestLabel,
    newId,
  };
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(async () => {
    await stand.close();
    context.books.close();
    rmSync(dataDir, { recursive: true });
    schemas.close();
  });

  interface Exchanged {
    readonly request: HttpRequest;
    readonly answer: { readonly type: string; readonly body: string };
  }
  /** The connector's environment against the simulator, remembering every exchange. */
  const recording = (credentials = samples.account.credentials): { env: CarrierEnv; all: Exchanged[] } => {
    const env = openHarnessEnv(manifest, { samples, simulator: stand.simulator }, credentials);
    const all: Exchanged[] = [];
    return {
      all,
      env: {
        ...env,
        http: {
          send: async (request) => {
            const response = await env.http.send(request);
            const type = response.headers['content-type'] ?? '';
            all.push({ request, answer: { type, body: type.endsWith('+xml') ? response.text() : '' } });
            return response;
          },
        },
      },
    };
  };
  const buy = async (
    shipment: ShipmentRequest,
    service: string,
    credentials?: Readonly<Record<string, string>>,
    labelFormat: 'pdf' | 'zpl' = 'pdf',
  ): Promise<{ input: ShipInput; cancel: CancelInput; all: Exchanged[] }> => {
    const { env, all } = recording(credentials);
    const input = newPurchase({ samples, simulator: stand.simulator }, { shipment, service, labelFormat });
    const state = await drive(carrier, ship, input, env, freshDrive());
    expect(state.problem).toBeUndefined();
    const carrierShipmentId = state.result.carrierShipmentId ?? '';
    return {
      all,
      input,
      cancel: { reference: input.reference, carrierShipmentId, trackingNumbers: [], kept: state.kept },
    };
  };
  const price = async (
    shipment: ShipmentRequest,
    credentials?: Readonly<Record<string, string>>,
    services?: string[],
  ) => {
    const { env, all } = recording(credentials);
    expect((await runRate(carrier, { shipment, services }, env)).ok).toBe(true);
    return all;
  };
  const undo = async (input: CancelInput, credentials?: Readonly<Record<string, string>>) => {
    const { env, all } = recording(credentials);
    const state = await drive(carrier, cancel, input, env, freshDrive());
    expect(state.problem).toBeUndefined();
    return all;
  };
  /** One of everything the connector says. */
  const everything = async (): Promise<Exchanged[]> => {
    const contract = await buy(
      insured,
      'DOM.EP',
      { ...samples.account.credentials, transmission: 'immediately' },
      'zpl',
    );
    const plain = await buy(samples.domestic, 'DOM.XP', small);
    return [
      ...(await price(insured, undefined, ['DOM.EP', 'DOM.XP'])),
      ...(await price(toUnitedStates)),
      ...(await price(toJapan, small)),
      ...contract.all,
      ...(await buy(toUnitedStates, 'USA.EP')).all,
      ...(await buy(toJapan, 'INT.IP.AIR')).all,
      ...plain.all,
      ...(await buy(toJapan, 'INT.XP', small)).all,
      ...(await undo(contract.cancel)),
      ...(await undo(plain.cancel, small)),
    ];
  };
  const bodyOf = ({ request }: Exchanged): string => (typeof request.body === 'string' ? request.body : '');
  const schemaOfRequest = ({ request }: Exchanged): string => SCHEMA_OF[request.headers?.['content-type'] ?? ''] ?? '';

  const operationOf = (one: Exchanged): CarrierOperation => {
    const schema = schemaOfRequest(one);
    if (/refund/.test(schema)) return 'cancel';
    return /shipment/.test(schema) ? 'ship' : 'rate';
  };

  describe('requests', () => {
    it('validate against the official schemas', async () => {
      const sent = (await everything()).filter((one) => bodyOf(one) !== '');
      expect(sent.length).toBeGreaterThanOrEqual(10);
      for (const one of sent)
        expect(schemas.judge(schemaOfRequest(one), bodyOf(one)), bodyOf(one)).toMatchObject({ accepted: true });
      for (const one of sent) noteEvidence('canada-post', operationOf(one), { requests: { sent: 1, valid: 1 } });
    });

    it('carry a declaration ID as the one element that is younger than the schemas', async () => {
      const { all } = await buy(withDeclaration, 'USA.TP', small);
      const xml = bodyOf(all[0] as Exchanged);
      expect(xml).toContain('<us-declaration-id>0rg7s5pjvhxxn</us-declaration-id>');
      expect(xml).toContain('<duties-and-taxes-prepaid>8.75</duties-and-taxes-prepaid>');
      expect(schemas.judge('ncshipment', xml)).toMatchObject({
        accepted: false,
        why: expect.stringContaining('us-declaration-id') as string,
      });
      const older = xml.replace(/<us-declaration-id>.*<\/us-declaration-id>/, '');
      expect(schemas.judge('ncshipment', older)).toMatchObject({ accepted: true });
    });

    it('validate for whatever people write, or are refused in words before the call', async () => {
      let built = 0;
      await fc.assert(
        fc.asyncProperty(anyPurchase, async ({ shipment, service, credentials }) => {
          let request: HttpRequest | undefined;
          const env = {
            ...playing([]),
            credentials,
            http: {
              send: (sent: HttpRequest) => {
                request = sent;
                return Promise.reject(new ConnectorError({ kind: 'refused', message: 'Only the request is wanted.' }));
              },
            },
          };
          const input = { ...newPurchase({ samples, simulator: undefined }), shipment, service };
          const result = await runStep(ship, 'create', input, {}, env, options);
          expect(result.ok).toBe(false);
          if (!request) {
            expect(result).toMatchObject({ problem: { kind: 'invalid-input', field: expect.any(String) as string } });
            return;
          }
          built += 1;
          const type = request.headers?.['content-type'] ?? '';
          const xml = typeof request.body === 'string' ? request.body : '';
          expect(schemas.judge(SCHEMA_OF[type] ?? '', xml), xml).toMatchObject({ accepted: true });
        }),
        { numRuns: 300 },
      );
      expect(built).toBeGreaterThan(15);
    });
  });

  describe('the simulator', () => {
    const EXCEPTIONS: readonly ListedException[] = [
      {
        match: /: customs with a declaration ID$/,
        reason: 'The element is younger than the schemas (README.md of the connector, "Prepaid U.S. duty").',
      },
    ];
    const declared = (xml: string) =>
      xml.includes('</customs>')
        ? [
            {
              what: 'customs with a declaration ID',
              request: xml.replace('</customs>', '<us-declaration-id>0rg7s5pjvhxxn</us-declaration-id></customs>'),
            },
          ]
        : [];

    it('refuses what the schemas refuse, and nothing else', async () => {
      const seen = new Set<string>();
      const cases = (await everything())
        .filter((one) => bodyOf(one) !== '')
        .filter((one) => {
          // One of each message, with and without customs, is enough; prices differ by destination.
          const body = bodyOf(one);
          const place = /<(domestic|united-states|international)>/.exec(body)?.[1] ?? '';
          const kind = `${/<[\w-]+ xmlns/.exec(body)?.[0]} ${body.includes('<customs>')} ${place}`;
          return seen.has(kind) ? false : Boolean(seen.add(kind));
        })
        .map((one) => {
          const compact = bodyOf(one).replace(/^<\?xml[^>]*\?>\s*/, '');
          return {
            name: `${schemaOfRequest(one)} ${one.request.name} ${/<service-code>([\w.]+)/.exec(compact)?.[1] ?? ''}`.trim(),
            request: compact,
            mutants: [...drawn(xmlMutants(compact)), ...declared(compact)],
            contract: (xml: string) => schemas.judge(schemaOfRequest(one), xml),
            simulator: (xml: string) => askSimulator(one.request, xml, context),
          };
        });
      const comparison = await compareVerdicts(cases, EXCEPTIONS);
      process.stdout.write(
        `Canada Post, schemas and simulator: ${cases.length} requests, ${comparison.compared} compared, ${comparison.refused} refused by the schemas, ${comparison.differences.length} differences\n`,
      );
      expect(comparison.differences.slice(0, 40)).toEqual([]);
      expect(comparison.unused).toEqual([]);
      expect(comparison.compared).toBeGreaterThan(800);
      expect(comparison.refused).toBeGreaterThan(comparison.compared / 3);
    }, 120_000);

    it('answers in documents that the schemas accept', async () => {
      const answers = (await everything()).filter(({ answer }) => answer.body !== '');
      // The details are left out: the simulator gives only the part of them that is asked for.
      const roots = new Set<string>();
      for (const { answer } of answers) {
        const schema = SCHEMA_OF[answer.type] ?? '';
        const root = /<([\w-]+) xmlns/.exec(answer.body)?.[1] ?? '';
        roots.add(root);
        expect(schemas.judge(schema, answer.body), answer.body).toMatchObject({ accepted: true });
      }
      const { env, all } = recording();
      const bought = await buy(samples.domestic, 'DOM.EP');
      const pin = /<tracking-pin>(\w+)</.exec(bought.all[0]?.answer.body ?? '')?.[1] ?? '';
      expect((await runTrack(carrier, { trackingNumbers: [pin] }, env)).ok).toBe(true);
      expect(await carrier.testConnection?.(env)).toBeDefined();
      for (const { answer } of all)
        expect(schemas.judge(SCHEMA_OF[answer.type] ?? '', answer.body), answer.body).toMatchObject({ accepted: true });
      expect([...roots].toSorted()).toEqual([
        'non-contract-shipment-info',
        'non-contract-shipment-receipt',
        'non-contract-shipment-refund-request-info',
        'price-quotes',
        'shipment-info',
        'shipment-refund-request-info',
      ]);
    });
  });

  describe('official sample answers', () => {
    const tracking = sample('tracking.TrackingResponseXml')
      .replace(/<\/?wrapper>/g, '')
      .trim();
    const purchase: ShipInput = { ...newPurchase({ samples, simulator: undefined }), service: 'DOM.EP' };
    const bought: CancelInput = {
      reference: purchase.reference,
      carrierShipmentId: '545021584835957806',
      trackingNumbers: [],
      kept: { way: 'contract' },
    };
    const ask = {
      rate: (body: string) => runRate(carrier, { shipment: samples.domestic }, playing([body])),
      create: (body: string) => runStep(ship, 'create', purchase, {}, playing([body]), options),
      look: (body: string) => runStep(cancel, 'look', bought, {}, playing([body]), options),
      refund: (body: string) => runStep(cancel, 'void', bought, { status: 'transmitted' }, playing([body]), options),
      track: (body: string) => runTrack(carrier, { trackingNumbers: ['7023210039414604'] }, playing([body])),
    };

    it('rates: four services with their lines, days and dates', async () => {
      noteEvidence('canada-post', 'rate', { samples: 1 });
      const answer = await ask.rate(sample('rate.RateResponseXML'));
      if (!answer.ok) throw new Error(answer.problem.message);
      expect(answer.value.problems).toEqual([]);
      expect(
        answer.value.offers.map((o) => [o.service, o.serviceName, o.total.minor, o.transitDays, o.deliverBy]),
      ).toEqual([
        ['DOM.EP', 'Expedited Parcel', 1021, 2, '2011-10-24'],
        ['DOM.PC', 'Priority Courier', 2520, 1, '2011-10-21'],
        ['DOM.RP', 'Regular Parcel', 1021, 4, '2011-10-26'],
        ['DOM.XP', 'Xpresspost', 1364, 2, '2011-10-24'],
      ]);
      expect(answer.value.offers[0]?.lines).toEqual([
        { kind: 'base', code: 'BASE', label: 'Postage', amount: cad(959) },
        { kind: 'discount', code: 'AUTDISC', label: 'Automation discount', amount: cad(-29) },
        { kind: 'fuel', code: 'FUELSC', label: 'Fuel surcharge', amount: cad(91) },
      ]);
    });

    it.each(['ShipmentResponseXML', 'NonSubmittedShipmentResponseXML', 'ReturnShipmentResponseXML'])(
      'purchase %s: number, links and what is charged',
      async (name) => {
        const link = 'https://ct.soa-gw.canadapost.ca/rs/0002004381/0002004381/shipment/545021584835957806';
        expect(await ask.create(sample(`shipment.${name}`))).toEqual({
          ok: true,
          value: {
            kind: 'done',
            keep: {
              way: 'contract',
              shipmentId: '545021584835957806',
              // Only one that is not transmitted yet waits in its group.
              ...(name === 'NonSubmittedShipmentResponseXML' ? { group: purchase.reference } : {}),
              links: {
                self: link,
                details: `${link}/details`,
                refund: `${link}/refund`,
                label: 'https://ct.soa-gw.canadapost.ca/rs/artifact/6e93d53968881714/10001782951/0',
              },
            },
            result: {
              carrierShipmentId: '545021584835957806',
              parcels: [{ number: 1, trackingNumber: '123456789012', trackingUrl: undefined }],
              charged: {
                lines: [
                  { kind: 'base', code: 'BASE', label: 'Postage', amount: cad(2507) },
                  { kind: 'fuel', code: 'FUELSC', label: 'Fuel surcharge', amount: cad(288) },
                  { kind: 'tax', code: 'HST', label: 'HST', amount: cad(363), ratePpm: undefined },
                ],
                total: cad(3158),
              },
            },
          },
        });
      },
    );

    it('status before a cancellation: created is void, transmitted is refunded', async () => {
      noteEvidence('canada-post', 'cancel', { samples: 2 });
      expect(await ask.look(sample('shipment.NonSubmittedShipmentResponseXML'))).toMatchObject({
        ok: true,
        value: { keep: { status: 'created' } },
      });
      expect(await ask.look(sample('shipment.ShipmentResponseXML'))).toMatchObject({
        ok: true,
        value: { keep: { status: 'transmitted' } },
      });
      expect(await ask.refund(sample('shipment.ShipmentRefundResponseXML'))).toMatchObject({
        ok: true,
        value: { result: { refund: 'later' } },
      });
    });

    it('tracking: six events with places, zones and statuses', async () => {
      noteEvidence('canada-post', 'track', { samples: 1 });
      const answer = await ask.track(tracking);
      if (!answer.ok) throw new Error(answer.problem.message);
      const [parcel] = answer.value;
      expect(parcel).toMatchObject({ estimatedDelivery: '2011-04-05', problems: [] });
      expect(parcel?.events.map((e) => [e.code, e.occurredAt, e.status, e.place])).toEqual([
        ['20', '2011-02-03T11:59:59-05:00', 'unknown', 'SAINTE-FOY, QC'],
        ['174', '2011-02-03T08:27:43-05:00', 'out-for-delivery', 'SAINTE-FOY, QC'],
        ['100', '2011-02-02T14:45:48-05:00', 'in-transit', 'QUEBEC, QC'],
        ['173', '2011-02-02T06:19:57-05:00', 'exception', 'QUEBEC, QC'],
        ['1496', '2011-02-01T07:59:52-05:00', 'delivered', 'QUEBEC, QC'],
        ['20', '2011-02-01T07:59:52-05:00', 'unknown', 'QUEBEC, QC'],
      ]);
    });

    it('the gateway’s schema error is our input in plain words', async () => {
      const refused = await runRate(
        carrier,
        { shipment: samples.domestic },
        refusing(500, sample('rate.RatingMissingArgsErrorXML')),
      );
      expect(refused).toMatchObject({
        ok: false,
        problem: {
          kind: 'invalid-input',
          vendorCode: 'Server',
          message: expect.stringMatching(/^[^<>{}]+\.$/) as string,
        },
      });
    });

    it('damaged in every field: no crash, no lost sibling, no wrong value', async () => {
      const cases = [
        { name: 'rate', body: sample('rate.RateResponseXML'), ask: ask.rate, costly: false },
        { name: 'purchase', body: sample('shipment.ShipmentResponseXML'), ask: ask.create, costly: true },
        { name: 'status', body: sample('shipment.NonSubmittedShipmentResponseXML'), ask: ask.look, costly: false },
        { name: 'refund', body: sample('shipment.ShipmentRefundResponseXML'), ask: ask.refund, costly: true },
        { name: 'tracking', body: tracking, ask: ask.track, costly: false },
      ];
      const faults: string[] = [];
      let runs = 0;
      for (const { name, body, ask: play, costly } of cases) {
        const whole: Result<unknown, unknown> = await play(body);
        if (!whole.ok) throw new Error(`${name}: the whole sample is not read`);
        for (const mutation of mutationsOf('application/xml', Buffer.from(body))) {
          runs += 1;
          const got = await play(Buffer.from(mutation.body).toString('utf8'));
          const where = `${name} ${mutation.path} ${mutation.how}`;
          if (!got.ok) {
            if (got.problem.vendorCode === 'connector-fault') faults.push(`${where}: crash`);
            if (costly && got.problem.kind !== 'unknown-effect')
              faults.push(`${where}: bought ends as ${got.problem.kind}`);
            if (mutation.insideItem && !costly) faults.push(`${where}: one bad item failed the whole answer`);
            continue;
          }
          const { wrong, lostItems } = survival(whole.value, got.value);
          if (wrong.length > 0) faults.push(`${where}: wrong ${wrong.join(', ')}`);
          const lost = Object.values(lostItems);
          if (mutation.insideItem && lost.some((n) => n > 1)) faults.push(`${where}: lost siblings`);
          const gone = mutation.how === 'removed' && mutation.path.endsWith(']');
          const said = /"problems":\[(?!\])/.test(JSON.stringify(got.value));
          if (lost.length > 0 && !gone && !said) faults.push(`${where}: lost without a message`);
        }
      }
      process.stdout.write(`Canada Post, damaged sample answers: ${runs} read, ${faults.length} faults\n`);
      expect(faults.slice(0, 20)).toEqual([]);
      expect(runs).toBeGreaterThan(600);
    });
  });
});
