/**
 * FedEx against its official documents: every request validates, and the simulator refuses what the documents refuse.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-fedex/carrier';
import { domestic, samples } from '@scanship/carrier-fedex/harness';
import { manifest } from '@scanship/carrier-fedex/manifest';
import { packagingCode } from '@scanship/carrier-fedex/packagings';
import { simulator } from '@scanship/carrier-fedex/simulator';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { workingDay } from '@scanship/connector-kit/conformance/conformance-operations';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import {
  runCheckAddress,
  runDiscoverServices,
  runPickupAvailability,
  runRate,
  runTestConnection,
  runTrack,
} from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import { toMillimetres } from '@scanship/domain/values/measure';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { openBooks } from '@scanship/simulator-kit/books';
import { newId, type SimContext, type SimRoute } from '@scanship/simulator-kit/simulator';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { drawTestLabel } from '@scanship/simulator-kit/test-label';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type DifferentialCase, type ListedException, type Verdict } from '../judges/differential.ts';
import {
  anyPurchase,
  dutyPaid,
  insured,
  openFedex,
  playing,
  returnFromAbroad,
  toCanada,
  toGermany,
  toHome,
} from '../rigs/fedex-rig.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import type { ApiRequest } from '../judges/openapi.ts';

const { ship, cancel, pickup, endOfDay } = carrier;
if (!ship || !cancel || !pickup?.cancel || !endOfDay || !samples.pickup || !samples.addresses)
  throw new Error('the connector lacks an operation');
const cancelPickup = pickup.cancel;
const wish = samples.pickup;
const { addresses } = samples;
const options = { deadlineMs: 20_000, vendor: manifest.name };

interface Sent {
  readonly operation: CarrierOperation;
  readonly request: ApiRequest;
  readonly status: number;
  readonly answer: unknown;
}

withVendorContract('carriers/fedex', (folder) => {
  const contract = openFedex(folder);
  let stand: TestSimulator;
  const dataDir = mkdtempSync(join(tmpdir(), 'fedex-contract-'));
  const now = (): Date => new Date();
  const context: SimContext = {
    books: openBooks(join(dataDir, 'books.jsonl'), now),
    accounts: simulator.accounts,
    now,
    address: 'http://127.0.0.1',
    drawLabel: drawTestLabel,
    newId,
  };
  let all: Map<string, Sent>;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
    all = await everything();
  });
  afterAll(async () => {
    await stand.close();
    context.books.close();
    rmSync(dataDir, { recursive: true });
  });

  const wire = (request: HttpRequest): ApiRequest => ({
    method: request.method,
    path: request.path,
    headers: { ...request.headers },
    body: typeof request.body === 'string' ? request.body : undefined,
  });
  /** The connector's environment against the simulator, remembering every exchange. */
  const recording = (): { env: CarrierEnv; sent: (Omit<Sent, 'operation'> & { readonly name: string })[] } => {
    const env = openHarnessEnv(manifest, { samples, simulator: stand.simulator });
    const sent: (Omit<Sent, 'operation'> & { readonly name: string })[] = [];
    const send: CarrierEnv['http']['send'] = async (request) => {
      const response = await env.http.send(request);
      sent.push({ name: request.name, request: wire(request), status: response.status, answer: response.json() });
      return response;
    };
    return { sent, env: { ...env, http: { send } } };
  };

  /** One of everything the connector says, by name. */
  const everything = async (): Promise<Map<string, Sent>> => {
    const found = new Map<string, Sent>();
    const { env, sent } = recording();
    const harness = { samples, simulator: stand.simulator };
    const keep = (label: string, operation: CarrierOperation, name: string): void => {
      const one = sent.findLast((each) => each.name === name);
      if (!one) throw new Error(`${label}: "${name}" was not sent`);
      found.set(label, { operation, request: one.request, status: one.status, answer: one.answer });
    };
    for (const [label, shipment] of [
      ['rate inside Canada', insured],
      ['rate to the United States', dutyPaid],
      ['rate to a home', toHome],
      ['rate of a return', returnFromAbroad],
    ] as const) {
      const answer = await runRate(carrier, { shipment }, env);
      expect(answer.ok, JSON.stringify(answer)).toBe(true);
      keep(label, 'rate', 'rates');
    }
    keep('token', 'testConnection', 'sign in');
    const buy = async (
      label: string,
      operation: CarrierOperation,
      shipment: ShipmentRequest,
      service: string,
      zpl = false,
    ) => {
      const input = newPurchase(harness, { shipment, service, labelFormat: zpl ? 'zpl' : 'pdf' });
      const state = await drive(carrier, ship, input, env, freshDrive());
      expect(state.problem, label).toBeUndefined();
      keep(label, operation, 'create shipment');
      return { input, state };
    };
    await buy('ship inside Canada', 'ship', insured, 'PRIORITY_OVERNIGHT');
    await buy('ship to the United States', 'international', dutyPaid, 'FEDEX_INTERNATIONAL_PRIORITY', true);
    await buy('ship to Germany', 'international', toGermany, 'INTERNATIONAL_ECONOMY');
    await buy('ship to a home', 'dangerousGoods', toHome, 'GROUND_HOME_DELIVERY');
    await buy('ship to Canada in a pak', 'international', toCanada, 'FEDEX_INTERNATIONAL_PRIORITY');
    await buy('return from abroad', 'returns', returnFromAbroad, 'FEDEX_INTERNATIONAL_PRIORITY');
    const [box] = domestic.parcels;
    const parcels = Array.from({ length: 41 }, (_v, index) => ({ ...box, weightGrams: 500, number: index + 1 }));
    const many = await buy('ship as a job', 'ship', { ...domestic, parcels }, 'FEDEX_GROUND');
    expect(many.state.result.parcels?.length).toBe(41);
    keep('result of a job', 'ship', 'shipment results');
    const { input, state } = await buy('ship', 'ship', domestic, 'FEDEX_GROUND');
    const { carrierShipmentId = '', parcels: shipped = [] } = state.result;
    const trackingNumbers = shipped.map((one) => one.trackingNumber);
    expect((await runTrack(carrier, { trackingNumbers }, env)).ok).toBe(true);
    keep('track', 'track', 'track');
    await stand.admin.setClock('fedex', 20 * 86_400_000);
    const proof = await carrier.proofOfDelivery?.(
      {
        trackingNumber: carrierShipmentId,
        destination: { countryCode: 'CA', zipcode: 'V6B 1A1' },
        shipDate: '2026-11-23',
      },
      env,
    );
    expect(proof?.files.length).toBe(1);
    keep('proof of delivery', 'proofOfDelivery', 'proof of delivery');
    await stand.admin.setClock('fedex', 0);
    const closing = {
      reference: input.reference,
      uuid: input.uuid,
      from: domestic.from,
      date: '2026-11-23',
      shipments: [
        {
          reference: input.reference,
          carrierShipmentId,
          service: 'FEDEX_GROUND',
          trackingNumbers,
          destination: 'CA',
          kept: state.kept,
        },
      ],
    };
    expect((await drive(carrier, endOfDay, closing, env, freshDrive())).problem).toBeUndefined();
    keep('close', 'endOfDay', 'ground close');
    expect(await recoverStep(endOfDay, 'close', closing, {}, env, options)).toMatchObject({ value: { kind: 'found' } });
    keep('manifest again', 'endOfDay', 'manifest again');
    const other = await buy('ship again', 'ship', domestic, 'FEDEX_GROUND', true);
    const undo = {
      reference: other.input.reference,
      carrierShipmentId: other.state.result.carrierShipmentId ?? '',
      trackingNumbers: [],
      kept: {},
    };
    expect((await drive(carrier, cancel, undo, env, freshDrive())).problem).toBeUndefined();
    keep('cancel', 'cancel', 'cancel shipment');
    const date = workingDay(env.now());
    for (const services of [['FEDEX_GROUND'], ['FEDEX_2_DAY']]) {
      const asked = { ...wish, date, load: { ...wish.load, services } };
      expect((await runPickupAvailability(carrier, asked, env)).ok).toBe(true);
      keep(`days of ${services.join()}`, 'pickup', 'pickup availability');
      const booking = await drive(
        carrier,
        pickup.book,
        { ...asked, reference: input.reference, uuid: input.uuid },
        env,
        freshDrive(),
      );
      expect(booking.problem).toBeUndefined();
      keep(`pickup of ${services.join()}`, 'pickup', 'book pickup');
      const { confirmation = '' } = booking.result;
      const booked = { confirmation, reference: input.reference, date, wish: asked, kept: booking.kept };
      expect((await drive(carrier, cancelPickup, booked, env, freshDrive())).problem).toBeUndefined();
      keep(`pickup of ${services.join()} cancelled`, 'pickup', 'cancel pickup');
    }
    for (const which of ['good', 'unknown'] as const) {
      expect((await runCheckAddress(carrier, addresses[which], env)).ok).toBe(true);
      keep(`address, ${which}`, 'checkAddress', 'check address');
    }
    expect((await runDiscoverServices(carrier, domestic.from, env)).ok).toBe(true);
    keep('services', 'discoverServices', 'services');
    expect((await runTestConnection(carrier, env)).ok).toBe(true);
    keep('test of the connection', 'testConnection', 'test prices');
    return found;
  };

  it('requests validate against the official documents', () => {
    for (const [label, { request }] of all)
      expect([label, contract.judge(request)]).toEqual([label, { accepted: true, why: 'valid' }]);
    for (const operation of new Set([...all.values()].map((one) => one.operation))) {
      const sent = [...all.values()].filter((one) => one.operation === operation).length;
      noteEvidence('fedex', operation, { requests: { sent, valid: sent } });
    }
    noteEvidence('fedex', 'ship', { recovery: 'none' });
    noteEvidence('fedex', 'cancel', { recovery: 'by-reference' });
    noteEvidence('fedex', 'endOfDay', { recovery: 'by-reference' });
    noteEvidence('fedex', 'pickup', { recovery: 'none' });
  });

  it('are answered by the simulator as the documents say', () => {
    for (const [label, { request, status, answer }] of all)
      expect([label, contract.judgeAnswer(request, status, answer)]).toEqual([label, { accepted: true, why: 'valid' }]);
  });

  it('validate for whatever people write, or are refused in words before the call', async () => {
    let built = 0;
    let refused = 0;
    for (const { shipment, service } of anyPurchase(250)) {
      let request: HttpRequest | undefined;
      const env = playing([]);
      const send: CarrierEnv['http']['send'] = (sent) => {
        if (sent.name === 'sign in') return env.http.send(sent);
        request = sent;
        return Promise.reject(fail('refused', 'Only the request is wanted.'));
      };
      const input = { ...newPurchase({ samples, simulator: undefined }), shipment, service };
      const result = await runStep(ship, 'create', input, {}, { ...env, http: { send } }, options);
      if (!request) {
        refused += 1;
        expect(result).toMatchObject({
          ok: false,
          problem: { kind: 'invalid-input', field: expect.any(String) as string },
        });
        continue;
      }
      built += 1;
      expect(contract.judge(wire(request)), request.body as string).toMatchObject({ accepted: true });
    }
    // Both happen often enough to mean something.
    expect(built).toBeGreaterThan(60);
    expect(refused).toBeGreaterThan(60);
  });

  it('the form of a trade document is what the document describes', async () => {
    const { attachDocument } = carrier;
    if (!attachDocument) throw new Error('documents cannot be attached');
    let form = '';
    const env = playing([]);
    const send: CarrierEnv['http']['send'] = (sent) => {
      if (sent.name === 'sign in') return env.http.send(sent);
      form = Buffer.from(sent.body as Uint8Array).toString('utf8');
      return Promise.reject(fail('refused', 'Only the request is wanted.'));
    };
    const input = {
      reference: 'CONTRACT00000001',
      carrierShipmentId: '794953535000',
      trackingNumbers: ['794953535000'],
      shipDate: '2026-11-23',
      originCountry: 'CA',
      destinationCountry: 'US',
      document: {
        kind: 'commercial-invoice' as const,
        name: 'a.pdf',
        format: 'pdf' as const,
        bytes: Buffer.from('%PDF-'),
      },
      kept: {},
    };
    await runStep(attachDocument, 'upload', input, {}, { ...env, http: { send } }, options);
    const part = JSON.parse(/\r\n\r\n(\{.*\})\r\n/.exec(form)?.[1] ?? '{}') as Record<string, unknown>;
    const document = JSON.parse(readFileSync(join(folder, 'EDUDocuments-Resource.json'), 'utf8')) as {
      components: { schemas: Record<string, { required?: string[]; properties?: Record<string, unknown> }> };
    };
    const own = Object.values(document.components.schemas).find(
      (schema) => schema.properties?.['workflowName'] && schema.properties['meta'] && schema.properties['name'],
    );
    expect(own?.required?.every((name) => Object.hasOwn(part, name))).toBe(true);
    expect(Object.keys(part).every((name) => Object.hasOwn(own?.properties ?? {}, name))).toBe(true);
    expect(form).toContain('name="attachment"; filename="a.pdf"');
    noteEvidence('fedex', 'attachDocument', { requests: { sent: 1, valid: 1 } });
  });

  const EXCEPTIONS: readonly ListedException[] = [
    {
      match: /^address, \w+: addressesToValidate\[0\]\.address (a list|null|text)$/,
      reason: 'The document gives the address no type; nothing can be resolved of what is none.',
    },
  ];
  const STRUCTURAL: ReadonlySet<string> = new Set(['INVALID.INPUT.EXCEPTION', 'NOT.AUTHORIZED.ERROR']);

  /** The route is called directly: thousands of calls over HTTP would only cost time. Its books are its own. */
  const asked = async ({ method, path, headers, body = '' }: ApiRequest): Promise<Verdict> => {
    const route: SimRoute | undefined = simulator.routes.find((r) => r.method === method && r.path === path);
    if (!route) return { accepted: false, why: `there is no ${method} ${path}` };
    const answer = await route.handle(
      {
        method,
        path,
        params: {},
        query: new URLSearchParams(),
        headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        body: Buffer.from(body),
        text: () => body,
      },
      context,
    );
    const text = typeof answer.body === 'string' ? answer.body : '';
    const code = /"code":"([^"]*)"/.exec(answer.status >= 400 ? text : '')?.[1] ?? '';
    return {
      accepted: !STRUCTURAL.has(code),
      why: `${answer.status} ${code} ${/"message":"([^"]*)"/.exec(text)?.[1] ?? ''}`,
    };
  };

  const without = (headers: ApiRequest['headers'], name: string): ApiRequest['headers'] =>
    Object.fromEntries(Object.entries(headers).filter(([key]) => key.toLowerCase() !== name));
  const mutantsOf = (request: ApiRequest): { what: string; request: ApiRequest }[] => [
    { what: 'without sign-in', request: { ...request, headers: without(request.headers, 'authorization') } },
    { what: 'another method', request: { ...request, method: 'PATCH' } },
    { what: 'another path', request: { ...request, path: `${request.path}/x` } },
    ...(request.body?.startsWith('{')
      ? [
          { what: 'half a body', request: { ...request, body: request.body.slice(0, -2) } },
          ...jsonMutants(JSON.parse(request.body)).map(({ what, value }) => ({
            what,
            request: { ...request, body: JSON.stringify(value) },
          })),
        ]
      : []),
  ];

  it('the simulator refuses what the documents refuse, and nothing else that a schema could say', async () => {
    const plenty = process.env['VERIFY'] !== undefined;
    const cases: DifferentialCase<ApiRequest>[] = [...all]
      .filter(([label]) => !['test of the connection', 'ship as a job', 'ship again', 'token'].includes(label))
      .map(([name, { request }]) => {
        const mutants = mutantsOf(request);
        return {
          name,
          request,
          mutants: plenty
            ? mutants
            : (fc.sample(
                fc.shuffledSubarray(mutants, {
                  minLength: Math.min(36, mutants.length),
                  maxLength: Math.min(36, mutants.length),
                }),
                { numRuns: 1, seed: 11 },
              )[0] ?? []),
          contract: (one) => contract.judge(one),
          simulator: asked,
        };
      });
    const comparison = await compareVerdicts(cases, EXCEPTIONS);
    process.stdout.write(
      `FedEx, contract and simulator: ${cases.length} requests, ${comparison.compared} compared, ${comparison.refused} refused by the contract, ${comparison.differences.length} unlisted differences\n`,
    );
    expect(comparison.differences.slice(0, 40)).toEqual([]);
    expect(comparison.compared).toBeGreaterThan(plenty ? 4000 : 600);
    expect(comparison.refused).toBeGreaterThan(comparison.compared / 3);
  }, 120_000);
});

withVendorContract('carriers/amazon-shipping', (folder) => {
  /** Ours, and the name in Amazon's list. */
  const NAMES: Readonly<Record<string, string>> = {
    'fedex-envelope': 'FedEx_Envelope',
    'fedex-pak': 'FedEx_Pak_1',
    'fedex-pak-padded': 'FedEx_Padded_Pak',
    'fedex-box-small': 'FedEx_Box_Small_1',
    'fedex-box-medium': 'FedEx_Box_Medium_1',
    'fedex-box-large': 'FedEx_Box_Large_1',
    'fedex-box-extra-large': 'FedEx_Box_Extra_Large_1',
    'fedex-tube': 'FedEx_Tube',
    'fedex-10kg-box': 'FedEx_Box_10kg',
    'fedex-25kg-box': 'FedEx_Box_25kg',
  };
  it('packagings have the sizes that are published for them', () => {
    const list = readFileSync(join(folder, 'merchantFulfillmentV0.json'), 'utf8');
    const packagings = manifest.packagings ?? [];
    expect(packagings.map(({ code }) => code)).toEqual(Object.keys(NAMES));
    for (const { code, outer } of packagings) {
      const entry = new RegExp(
        `"value": "${NAMES[code] ?? 'unknown'}",\\s+"description": "([\\d.]+) x ([\\d.]+) x ([\\d.]+) (in|cm)`,
      ).exec(list);
      // The list says inches of the 25 kg box, whose 54.80 x 42.10 x 33.50 are centimetres.
      const unit = entry?.[4] === 'in' && code !== 'fedex-25kg-box' ? 'in' : 'cm';
      const [lengthMm, widthMm, heightMm] = [1, 2, 3].map((side) => toMillimetres(Number(entry?.[side]), unit));
      expect({ code, ...outer }).toEqual({ code, lengthMm, widthMm, heightMm });
      expect(packagingCode(code)).toMatch(/^FEDEX_/);
    }
  });
});
