/**
 * DHL eCommerce against the official answers of its SDK, read with their meaning, whole and damaged. There is no
 * machine-readable contract; the simulator refuses what the documents demand.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-dhl-ecommerce/carrier';
import { samples } from '@scanship/carrier-dhl-ecommerce/harness';
import { manifest } from '@scanship/carrier-dhl-ecommerce/manifest';
import { readLabel } from '@scanship/carrier-dhl-ecommerce/ship';
import { simulator } from '@scanship/carrier-dhl-ecommerce/simulator';
import type { ShipResult } from '@scanship/connector-kit/carrier/carrier';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import { runTestConnection } from '@scanship/connector-kit/steps/run-question';
import { runStep } from '@scanship/connector-kit/steps/step-runner';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { playingEnv, recordingEnv } from '../rigs/simple-rig.ts';

const { ship } = carrier;
if (!ship) throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const { credentials } = samples.account;
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');

withVendorContract('carriers/dhl-ecommerce-americas', (folder) => {
  const at = join(folder, 'samples/responses');
  const sample = (name: string): Record<string, unknown> =>
    JSON.parse(readFileSync(join(at, `${name}.json`), 'utf8')) as Record<string, unknown>;
  let stand: TestSimulator;
  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
  });
  afterAll(() => stand.close());

  /** The sample's label is cut short: the picture of a whole one stands in. */
  const label = (): Record<string, unknown> => {
    const answer = sample('200');
    const labels = answer['labels'] as Record<string, unknown>[];
    return { ...answer, labels: labels.map((one) => ({ ...one, labelData: PNG })) };
  };
  const purchase = { ...newPurchase({ samples, simulator: undefined }), reference: '123456789', service: 'GND' };
  const create = (body: unknown) =>
    runStep(ship, 'create', purchase, {}, playingEnv(manifest, credentials, body), options);

  it('the official label: its numbers, its picture', async () => {
    expect(await create(label())).toMatchObject({
      ok: true,
      value: {
        keep: { dhlPackageId: '987654321', abroad: false },
        result: {
          carrierShipmentId: '123456789',
          parcels: [{ number: 1, trackingNumber: '918273645' }],
          files: [{ document: 'label', format: 'png', parcelNumber: 1 }],
        },
      },
    });
    expect(readLabel(readObject(label()), '123456789', 1, true).result.parcels).toEqual([
      { number: 1, trackingNumber: '987654321' },
    ]);
    noteEvidence(manifest.slug, 'ship', { samples: 1, recovery: 'by-reference' });
  });

  it('the official label as it is, cut short, is not taken for one', async () => {
    expect(await create(sample('200'))).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
  });

  /** The official answer over real HTTP, since what a status means is decided there. */
  const refusing = async (name: string): Promise<Awaited<ReturnType<typeof create>>> => {
    const server = createServer((request, response) => {
      const signIn = request.url?.startsWith('/auth/') === true;
      response.writeHead(signIn ? 200 : Number(name.slice(0, 3)), { 'content-type': 'application/json' });
      response.end(JSON.stringify(signIn ? sample('200_token') : sample(name)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server has no address');
    const simulated = { ...stand.simulator, address: `http://127.0.0.1:${address.port}` };
    try {
      return await runStep(
        ship,
        'create',
        purchase,
        {},
        openHarnessEnv(manifest, { samples, simulator: simulated }),
        options,
      );
    } finally {
      server.closeAllConnections();
      server.close();
    }
  };

  it('official refusals: who is to blame, in words', async () => {
    expect(await refusing('400_validation_failed')).toMatchObject({
      ok: false,
      problem: {
        kind: 'invalid-input',
        vendorCode: '400.0204003',
        field: 'from',
        message: 'DHL eCommerce: Static Validation Failed: required key [returnAddress] not found.',
      },
    });
    expect(await refusing('400_downstream_validation_failed')).toMatchObject({
      ok: false,
      problem: { kind: 'invalid-input', vendorCode: '400.0204009' },
    });
    expect(await refusing('401_invalid_token')).toMatchObject({
      ok: false,
      problem: { kind: 'not-authorised', vendorCode: '401.0000002' },
    });
    for (const name of ['400_invalid_credentials', '401_invalid_credentials'])
      expect(await refusing(name)).toMatchObject({
        ok: false,
        problem: {
          kind: 'not-authorised',
          message: 'DHL eCommerce does not know this client ID, or the secret does not belong to it.',
        },
      });
    for (const name of ['500_gateway_error', '500_unknown_exception'])
      expect(await refusing(name)).toMatchObject({ ok: false, problem: { kind: 'unknown-effect' } });
    for (const name of ['405', '411'])
      expect(await refusing(name)).toMatchObject({ ok: false, problem: { kind: 'refused' } });
    noteEvidence(manifest.slug, 'ship', { samples: readdirSync(at).length - 2 });
  });

  it('the official token is used as it is', async () => {
    const used: unknown[] = [];
    const played = playingEnv(manifest, credentials, { packages: [] }, 200, { 'sign in': sample('200_token') });
    const env = {
      ...played,
      http: {
        send: (request: Parameters<typeof played.http.send>[0]) => {
          used.push(request.headers?.['authorization']);
          return played.http.send(request);
        },
      },
    };
    expect((await runTestConnection(carrier, env)).ok).toBe(true);
    expect(used[1]).toBe('Bearer t0k3n');
    noteEvidence(manifest.slug, 'testConnection', { samples: 1 });
  });

  it('the simulator answers labels and refusals in the form of the official ones', async () => {
    const { env, all } = recordingEnv(manifest, { samples, simulator: stand.simulator });
    const input = newPurchase({ samples, simulator: stand.simulator });
    await drive(carrier, ship, input, env, freshDrive<ShipResult>());
    const made = all.find(({ name }) => name === 'create label')?.answer as Record<string, unknown>;
    expect(Object.keys(made).toSorted()).toEqual(Object.keys(sample('200')).toSorted());
    const members = (answer: Record<string, unknown>): string[] =>
      Object.keys((answer['labels'] as Record<string, unknown>[])[0] ?? {}).toSorted();
    expect(members(made)).toEqual(members(sample('200')));
    const authorization = all.find(({ name }) => name === 'create label')?.request.headers['authorization'] ?? '';
    const body = JSON.parse(all.find(({ name }) => name === 'create label')?.request.body ?? '{}') as Record<
      string,
      unknown
    >;
    for (const member of [
      'pickup',
      'distributionCenter',
      'consigneeAddress',
      'returnAddress',
      'packageDetail',
      'orderedProductId',
    ]) {
      const { [member]: _left, ...rest } = body;
      const response = await fetch(`${stand.simulator.address}/shipping/v4/label?format=PNG`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify(rest),
      });
      const refused = (await response.json()) as Record<string, unknown>;
      expect(response.status, member).toBe(400);
      expect(Object.keys(refused).toSorted()).toEqual(Object.keys(sample('400_validation_failed')).toSorted());
    }
  });

  it('a damaged label: no crash, no wrong value', async () => {
    const whole = await create(label());
    if (!whole.ok) throw new Error(whole.problem.message);
    const all = mutationsOf('application/json', Buffer.from(JSON.stringify(label())));
    const faults: string[] = [];
    for (const mutation of all) {
      const got = await create(Buffer.from(mutation.body).toString('utf8'));
      const what = `${mutation.path} ${mutation.how}`;
      if (!got.ok && got.problem.kind !== 'unknown-effect') faults.push(`${what}: ${got.problem.kind}`);
      if (got.ok && survival(whole.value, got.value).wrong.length > 0) faults.push(`${what}: wrong value`);
    }
    expect(all.length).toBeGreaterThan(50);
    expect(faults).toEqual([]);
  });
});
