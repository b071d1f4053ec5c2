/**
 * UPS against its official documents and recorded answers: every request validates, the simulator refuses what the contract
 * refuses, and every sample answer is read with its meaning, whole and damaged.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-ups/carrier';
import { samples } from '@scanship/carrier-ups/harness';
import { manifest } from '@scanship/carrier-ups/manifest';
import { simulator } from '@scanship/carrier-ups/simulator';
import type { CancelInput } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { ConnectorError } from '@scanship/connector-kit/errors';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import { runRate, runTestConnection, runTrack } from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { ShipmentRequest } from '@scanship/domain/shipping/shipment';
import { openBooks } from '@scanship/simulator-kit/books';
import { newId, type SimContext, type SimRoute } from '@scanship/simulator-kit/simulator';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { drawTestLabel } from '@scanship/simulator-kit/test-label';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { compareVerdicts, type DifferentialCase, type ListedException, type Verdict } from '../judges/differential.ts';
import { jsonMutants } from '../judges/json-mutants.ts';
import type { ApiRequest } from '../judges/openapi.ts';
import {
  anyPurchase,
  drawn,
  dutyPaid,
  insideUnitedStates,
  insured,
  openUps,
  playing,
  toCanada,
  toGermany,
} from '../rigs/ups-rig.ts';

const { ship, cancel } = carrier;
if (!ship || !cancel) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };

/** A request as it goes over the wire, below the host. */
interface Sent {
  readonly name: string;
  readonly request: ApiRequest;
  readonly status: number;
  readonly answer: unknown;
}

withVendorContract('carriers/ups', (folder) => {
  const contract = openUps(folder);
  let stand: TestSimulator;
  const dataDir = mkdtempSync(join(tmpdir(), 'ups-contract-'));
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
  });

  const wire = (request: HttpRequest): ApiRequest => {
    const url = new URL(request.path, 'http://vendor');
    for (const [name, value] of Object.entries(request.query ?? {}))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const body = typeof request.body === 'string' ? request.body : undefined;
    return { method: request.method, path: `${url.pathname}${url.search}`, headers: { ...request.headers }, body };
  };
  /** The connector's environment against the simulator, remembering every exchange. */
  const recording = (): { env: CarrierEnv; all: Sent[] } => {
    const env = openHarnessEnv(manifest, { samples, simulator: stand.simulator });
    const all: Sent[] = [];
    const send: CarrierEnv['http']['send'] = async (request) => {
      const response = await env.http.send(request);
      all.push({ name: request.name, request: wire(request), status: response.status, answer: response.json() });
      return response;
    };
    return { all, env: { ...env, http: { send } } };
  };
  const buy = async (shipment: ShipmentRequest, service: string, labelFormat: 'pdf' | 'zpl' = 'zpl') => {
    const { env, all } = recording();
    const input = newPurchase({ samples, simulator: stand.simulator }, { shipment, service, labelFormat });
    const state = await drive(carrier, ship, input, env, freshDrive());
    expect(state.problem).toBeUndefined();
    const trackingNumbers = (state.result.parcels ?? []).map((p) => p.trackingNumber);
    const undo: CancelInput = {
      reference: input.reference,
      carrierShipmentId: state.result.carrierShipmentId ?? '',
      trackingNumbers,
      kept: state.kept,
    };
    return { input, undo, trackingNumbers, env, all };
  };
  /** One of everything the connector says, by name. */
  const everything = async (): Promise<Map<string, Sent>> => {
    const found = new Map<string, Sent>();
    const keep = (label: string, all: readonly Sent[], name: string): void => {
      const one = all.findLast((sent) => sent.name === name);
      if (!one) throw new Error(`${label}: "${name}" was not sent`);
      found.set(label, one);
    };
    for (const [label, shipment] of [
      ['rate inside Canada', insured],
      ['rate to the United States, duty paid', dutyPaid],
      ['rate inside the United States', insideUnitedStates],
    ] as const) {
      const { env, all } = recording();
      expect((await runRate(carrier, { shipment }, env)).ok, label).toBe(true);
      keep(label, all, 'rates');
      keep('token', all, 'sign in');
    }
    const bought = [
      ['ship inside Canada', await buy(insured, '01')],
      ['ship to the United States, duty paid, two parcels', await buy(dutyPaid, '65')],
      ['ship to Germany', await buy(toGermany, '08')],
      ['ship inside the United States, two parcels', await buy(insideUnitedStates, '03')],
      ['ship to Canada', await buy(toCanada, '11')],
    ] as const;
    for (const [label, one] of bought) keep(label, one.all, 'create shipment');
    keep('ship, label as GIF', (await buy(insured, '01', 'pdf')).all, 'create shipment');
    const [, own] = bought[3];
    expect((await recoverStep(ship, 'create', own.input, {}, own.env, options)).ok).toBe(true);
    keep('recovery by reference', own.all.slice(0, -2), 'recover label');
    keep('recovery by number', own.all, 'recover label');
    expect((await runTrack(carrier, { trackingNumbers: own.trackingNumbers.slice(0, 1) }, own.env)).ok).toBe(true);
    keep('track', own.all, 'track');
    const state = await drive(carrier, cancel, own.undo, own.env, freshDrive());
    expect(state.problem).toBeUndefined();
    keep('void', own.all, 'void shipment');
    const test = recording();
    expect((await runTestConnection(carrier, test.env)).ok).toBe(true);
    keep('test of the connection', test.all, 'test prices');
    return found;
  };

  const operationOf = (label: string): CarrierOperation => {
    if (label === 'track') return 'track';
    if (label === 'void') return 'cancel';
    if (/^(ship|recovery)/.test(label)) return 'ship';
    return label.startsWith('rate') ? 'rate' : 'testConnection';
  };

  describe('requests', () => {
    it('validate against the official documents', async () => {
      const all = await everything();
      expect(all.size).toBe(15);
      for (const [label, { request }] of all)
        expect([label, contract.judge(request)]).toEqual([label, { accepted: true, why: 'valid' }]);
      for (const label of all.keys()) noteEvidence('ups', operationOf(label), { requests: { sent: 1, valid: 1 } });
    });

    it('are answered by the simulator as the documents say', async () => {
      for (const [label, { request, status, answer }] of await everything())
        expect([label, contract.judgeAnswer(request, status, answer)]).toEqual([
          label,
          { accepted: true, why: 'valid' },
        ]);
    });

    it('validate for whatever people write, or are refused in words before the call', async () => {
      let built = 0;
      let refused = 0;
      for (const { shipment, service } of anyPurchase(400)) {
        let request: HttpRequest | undefined;
        const env = playing([]);
        const send: CarrierEnv['http']['send'] = (sent) => {
          if (sent.name === 'sign in') return env.http.send(sent);
          request = sent;
          return Promise.reject(new ConnectorError({ kind: 'refused', message: 'Only the request is wanted.' }));
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
      expect(built).toBeGreaterThan(100);
      expect(refused).toBeGreaterThan(50);
    });
  });

  describe('the simulator', () => {
    const EXCEPTIONS: readonly ListedException[] = [
      {
        match: /^token: half a body$/,
        reason: 'The document takes any grant_type; its words name client_credentials alone.',
      },
    ];

    /** Codes of refusals that a schema can cause; all others are rules UPS states in words. */
    const STRUCTURAL: ReadonlySet<string> = new Set([
      '10006',
      '10400',
      '250002',
      'MALFORMED_JSON',
      'UNSUPPORTED_MEDIA_TYPE',
      'TV0010',
    ]);
    /** The route is called directly: thousands of calls over HTTP would only cost time. Its books are its own. */
    const asked = async ({ method, path, headers, body = '' }: ApiRequest): Promise<Verdict> => {
      const url = new URL(path, 'http://simulator');
      const form = (route: SimRoute): RegExp => new RegExp(`^${route.path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
      const route = simulator.routes.find((r) => r.method === method && form(r).test(url.pathname));
      if (!route) return { accepted: false, why: `there is no ${method} ${url.pathname}` };
      const answer = await route.handle(
        {
          method,
          path: url.pathname,
          params: { ...form(route).exec(url.pathname)?.groups },
          query: url.searchParams,
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
          body: Buffer.from(body),
          text: () => body,
        },
        context,
      );
      const text = typeof answer.body === 'string' ? answer.body : '';
      const code = /"code":"(\w+)"/.exec(text)?.[1] ?? '';
      return {
        accepted: !STRUCTURAL.has(code),
        why: `${answer.status} ${code} ${/"message":"([^"]*)"/.exec(text)?.[1] ?? ''}`.trim(),
      };
    };
    const without = (headers: ApiRequest['headers'], name: string): ApiRequest['headers'] =>
      Object.fromEntries(Object.entries(headers).filter(([key]) => key.toLowerCase() !== name));

    /** Changes around the body: method, path, headers, and a body that is none. */
    const around = (request: ApiRequest): { what: string; request: ApiRequest }[] => [
      { what: 'without sign-in', request: { ...request, headers: without(request.headers, 'authorization') } },
      {
        what: 'with another sign-in',
        request: { ...request, headers: { ...request.headers, authorization: 'Digest x' } },
      },
      { what: 'another method', request: { ...request, method: 'PUT', body: request.body ?? '{}' } },
      {
        what: 'another path',
        request: { ...request, path: request.path.replace('/api/', '/api/x/').replace('/oauth/', '/x/') },
      },
      { what: 'without transId', request: { ...request, headers: without(request.headers, 'transid') } },
      { what: 'without transactionSrc', request: { ...request, headers: without(request.headers, 'transactionsrc') } },
      ...(request.body === undefined
        ? []
        : [
            { what: 'without body', request: { ...request, body: undefined } },
            { what: 'as text', request: { ...request, headers: { ...request.headers, 'content-type': 'text/plain' } } },
            { what: 'half a body', request: { ...request, body: request.body.slice(0, -2) } },
          ]),
    ];
    const mutantsOf = (request: ApiRequest): { what: string; request: ApiRequest }[] => {
      const { body } = request;
      if (body === undefined || !body.startsWith('{')) return around(request);
      return [
        ...around(request),
        ...drawn(jsonMutants(JSON.parse(body))).map(({ what, value }) => ({
          what,
          request: { ...request, body: JSON.stringify(value) },
        })),
      ];
    };

    it('refuses what the contract refuses, and nothing else that a schema could say', async () => {
      const all = await everything();
      // One of a kind is enough of each: tracking and voids know only their own shipment.
      const cases: DifferentialCase<ApiRequest>[] = [...all]
        .filter(([label]) => label !== 'test of the connection' && label !== 'ship, label as GIF')
        .map(([name, { request }]) => ({
          name,
          request,
          mutants: mutantsOf(request),
          contract: (one) => contract.judge(one),
          simulator: asked,
        }));
      const comparison = await compareVerdicts(cases, EXCEPTIONS);
      process.stdout.write(
        `UPS, contract and simulator: ${cases.length} requests, ${comparison.compared} compared, ${comparison.refused} refused by the contract, ${comparison.differences.length} unlisted differences\n`,
      );
      expect(comparison.differences.slice(0, 40)).toEqual([]);
      expect(comparison.unused).toEqual([]);
      expect(comparison.compared).toBeGreaterThan(800);
      expect(comparison.refused).toBeGreaterThan(comparison.compared / 3);
    }, 120_000);
  });
});
