/**
 * Canada Post beside buying, against its official schemas and samples: manifests, returns, pickups, proof of delivery, services
 * and the sign-up of merchants.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { carrier } from '@scanship/carrier-canada-post/carrier';
import { samples } from '@scanship/carrier-canada-post/harness';
import { manifest } from '@scanship/carrier-canada-post/manifest';
import { simulator } from '@scanship/carrier-canada-post/simulator';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
} from '@scanship/connector-kit/conformance/conformance-harness';
import { workingDay } from '@scanship/connector-kit/conformance/conformance-operations';
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import type { CarrierOperation } from '@scanship/domain/shipping/carrier-operations';
import type { BookedPickup, PickupResult } from '@scanship/connector-kit/carrier/pickup';
import {
  runDiscoverServices,
  runPickupAvailability,
  runProofOfDelivery,
} from '@scanship/connector-kit/steps/run-question';
import { recoverStep, runStep } from '@scanship/connector-kit/steps/step-runner';
import type { Result } from '@scanship/domain/values/result';
import { openBooks } from '@scanship/simulator-kit/books';
import { newId, type SimContext } from '@scanship/simulator-kit/simulator';
import { startTestSimulator, type TestSimulator } from '@scanship/simulator-kit/test-host';
import { drawTestLabel } from '@scanship/simulator-kit/test-label';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noteEvidence } from '../../support/carrier-evidence.ts';
import { withVendorContract } from '../../support/vendor-folder.ts';
import { askSimulator, drawn, openSchemas, playing, SCHEMA_OF } from '../rigs/canada-post-rig.ts';
import { compareVerdicts } from '../judges/differential.ts';
import { xmlMutants } from '../judges/xml-mutants.ts';

const { ship, endOfDay, pickup, onboarding } = carrier;
if (!ship || !endOfDay || !pickup?.change || !pickup.cancel || !onboarding)
  throw new Error('the connector lacks an operation');
const options = { deadlineMs: 20_000, vendor: manifest.name };
const { returned, pickup: wish } = samples;
if (!returned || !wish) throw new Error('the connector lacks samples');
const platform = { user: 'test-platform-key', password: 'test-platform-word', platformId: '1000009' };

interface Exchanged {
  readonly operation: CarrierOperation;
  readonly request: HttpRequest;
  readonly type: string;
  readonly body: string;
}

withVendorContract('carriers/canada-post', (folder) => {
  const schemas = openSchemas(folder);
  const sample = (name: string): string => readFileSync(join(folder, 'samples/from-tests', `${name}.xml`), 'utf8');
  const dataDir = mkdtempSync(join(tmpdir(), 'canada-post-operations-'));
  const now = (): Date => new Date();
  const context: SimContext = {
    books: openBooks(join(dataDir, 'books.jsonl'), now),
    accounts: simulator.accounts,
    now,
    address: 'http://127.0.0.1',
    drawLabel: drawTestLabel,
    newId,
  };
  let stand: TestSimulator;
  const all: Exchanged[] = [];

  const harness = () => ({ samples, simulator: stand.simulator });
  const recording = (
    operation: CarrierOperation,
    credentials: Readonly<Record<string, string>> = samples.account.credentials,
  ): CarrierEnv => {
    // The keys of an application are not those of an account.
    const fields = credentials === platform ? { credentials: manifest.onboarding?.app ?? [] } : {};
    const env = openHarnessEnv({ ...manifest, ...fields }, harness(), credentials);
    const send: CarrierEnv['http']['send'] = async (request) => {
      const response = await env.http.send(request);
      const type = response.headers['content-type'] ?? '';
      all.push({ operation, request, type, body: type.endsWith('+xml') ? response.text() : '' });
      return response;
    };
    return { ...env, http: { send } };
  };
  const closing = async (env: CarrierEnv): Promise<EndOfDayInput> => {
    const purchase = newPurchase(harness());
    const state = await drive(carrier, ship, purchase, env, freshDrive());
    expect(state.problem).toBeUndefined();
    const { reference, uuid } = newPurchase(harness());
    return {
      reference,
      uuid,
      from: samples.domestic.from,
      date: '2026-11-23',
      shipments: [
        {
          reference: purchase.reference,
          carrierShipmentId: state.result.carrierShipmentId ?? '',
          service: purchase.service,
          trackingNumbers: state.result.parcels?.map((p) => p.trackingNumber) ?? [],
          destination: 'CA',
          kept: state.kept,
        },
      ],
    };
  };

  beforeAll(async () => {
    stand = await startTestSimulator(simulator);
    // A return, and its proof of delivery three weeks later.
    const env = recording('returns');
    const state = await drive(carrier, ship, newPurchase(harness(), returned), env, freshDrive());
    expect(state.problem).toBeUndefined();
    const trackingNumber = state.result.parcels?.[0]?.trackingNumber ?? '';
    await stand.admin.setClock('canada-post', 21 * 86_400_000);
    const proof = await runProofOfDelivery(
      carrier,
      { trackingNumber, destination: { countryCode: 'CA', zipcode: 'M5V 2T6' }, shipDate: '2026-11-23' },
      recording('proofOfDelivery'),
    );
    await stand.admin.setClock('canada-post', 0);
    expect(proof).toMatchObject({ ok: true, value: { signedBy: 'T. TESTER', files: [{ format: 'pdf' }] } });
    // A close, whose answer is then asked for as if it had been lost.
    const closer = recording('endOfDay');
    const close = await closing(closer);
    const closed = await drive(carrier, endOfDay, close, closer, freshDrive<EndOfDayResult>());
    expect(closed.problem).toBeUndefined();
    expect(await recoverStep(endOfDay, 'transmit', close, closed.kept, closer, options)).toMatchObject({
      ok: true,
      value: { kind: 'found', keep: { manifests: closed.kept.manifests } },
    });
    // A pickup: asked, booked, found again, changed, cancelled.
    const caller = recording('pickup');
    const day = { ...wish, date: workingDay(new Date()) };
    expect(await runPickupAvailability(carrier, day, caller)).toMatchObject({ ok: true, value: { available: true } });
    const { reference, uuid } = newPurchase(harness());
    const input = { ...day, reference, uuid };
    const booking = await drive(carrier, pickup.book, input, caller, freshDrive<PickupResult>());
    expect(booking.problem).toBeUndefined();
    const { confirmation = '' } = booking.result;
    expect(await recoverStep(pickup.book, 'book', input, {}, caller, options)).toMatchObject({
      ok: true,
      value: { kind: 'found', result: { confirmation } },
    });
    const booked: BookedPickup = { confirmation, reference, date: day.date, wish: day, kept: booking.kept };
    if (!pickup.change || !pickup.cancel) throw new Error('the connector lacks an operation');
    const change = { booked, wish: { ...day, closeTime: '16:00' }, ...newPurchase(harness()) };
    expect((await drive(carrier, pickup.change, change, caller, freshDrive())).problem).toBeUndefined();
    expect((await drive(carrier, pickup.cancel, booked, caller, freshDrive())).problem).toBeUndefined();
    expect((await runDiscoverServices(carrier, samples.domestic.from, recording('discoverServices'))).ok).toBe(true);
    // The sign-up, a browser's part played by hand.
    const registrar = recording('onboarding', platform);
    const begun = await onboarding.begin(
      {
        state: 'signed',
        returnTo: 'http://127.0.0.1:1/return',
        simulatorConsent: stand.simulator.address,
        language: 'en',
      },
      registrar,
    );
    const answer = await fetch(begun.address.split('?')[0] ?? '', {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams([...new URL(begun.address).searchParams, ['answer', 'allow']]),
    });
    const back = new URL(answer.headers.get('location') ?? '');
    expect(back.searchParams.get('state')).toBe('signed');
    const query = Object.fromEntries(back.searchParams);
    const joined = await onboarding.complete({ query, kept: begun.kept, returnTo: back.href }, registrar);
    expect(joined.credentials).toMatchObject({ customer: '1000001', contract: '40000001', user: 'test-key-contract' });
  }, 30_000);
  afterAll(async () => {
    await stand.close();
    context.books.close();
    rmSync(dataDir, { recursive: true });
    schemas.close();
  });

  const bodyOf = ({ request }: Exchanged): string =>
    typeof request.body === 'string' ? request.body.replace(/^<\?xml[^>]*\?>\s*/, '') : '';
  const schemaOf = ({ request }: Exchanged): string => SCHEMA_OF[request.headers?.['content-type'] ?? ''] ?? '';

  it('requests validate against the official schemas', () => {
    const sent = all.filter((one) => bodyOf(one) !== '');
    const roots = new Set<string>();
    for (const one of sent) {
      expect(schemas.judge(schemaOf(one), bodyOf(one)), bodyOf(one)).toMatchObject({ accepted: true });
      roots.add(/^<([\w-]+)/.exec(bodyOf(one))?.[1] ?? '');
    }
    expect([...roots].toSorted()).toEqual([
      'authorized-return',
      'pickup-details',
      'pickup-request-details',
      'pickup-request-update',
      'shipment',
      'transmit-set',
    ]);
    for (const operation of new Set(all.map((one) => one.operation))) {
      const mine = sent.filter((one) => one.operation === operation);
      // A question without a body has nothing a schema could refuse.
      if (mine.length > 0)
        noteEvidence('canada-post', operation, { requests: { sent: mine.length, valid: mine.length } });
    }
    noteEvidence('canada-post', 'endOfDay', { recovery: 'by-reference' });
    noteEvidence('canada-post', 'pickup', { recovery: 'listing' });
  });

  it('the simulator answers in documents that the schemas accept', () => {
    const roots = new Set<string>();
    for (const { type, body, request } of all) {
      if (body === '') continue;
      const root = /<([\w-]+) xmlns/.exec(body)?.[1] ?? '';
      roots.add(root);
      const schema = root === 'services' ? 'discovery' : (SCHEMA_OF[type] ?? '');
      expect(schemas.judge(schema, body), `${request.name}: ${body}`).toMatchObject({ accepted: true });
    }
    expect([...roots].toSorted()).toEqual([
      'authorized-return-info',
      'delivery-confirmation-certificate',
      'groups',
      'manifest',
      'manifest-details',
      'manifests',
      'merchant-info',
      'pickup-availability',
      'pickup-request-detailed-info',
      'pickup-request-info',
      'pickup-request-price',
      'pickup-requests',
      'services',
      'shipment-info',
      'token',
      'tracking-detail',
    ]);
  });

  it('the simulator refuses what the schemas refuse, and nothing else', async () => {
    const seen = new Set<string>();
    const cases = all
      .filter((one) => bodyOf(one) !== '' && schemaOf(one) !== 'shipment')
      .filter((one) => {
        const root = /^<([\w-]+)/.exec(bodyOf(one))?.[1] ?? '';
        return seen.has(root) ? false : Boolean(seen.add(root));
      })
      .map((one) => ({
        name: `${schemaOf(one)} ${one.request.name}`,
        request: bodyOf(one),
        mutants: drawn(xmlMutants(bodyOf(one))),
        contract: (xml: string) => schemas.judge(schemaOf(one), xml),
        simulator: (xml: string) => askSimulator(one.request, xml, context),
      }));
    // A change needs its pickup in these books, too.
    const change = all.find(({ request }) => request.name === 'change pickup');
    context.books.append({
      kind: 'pickup',
      id: change?.request.path.split('/').at(-1) ?? '',
      account: samples.account.id,
      data: { place: {} },
    });
    const comparison = await compareVerdicts(cases, []);
    process.stdout.write(
      `Canada Post beside buying, schemas and simulator: ${cases.length} requests, ${comparison.compared} compared, ${comparison.refused} refused by the schemas, ${comparison.differences.length} differences\n`,
    );
    expect(comparison.differences.slice(0, 40)).toEqual([]);
    expect(comparison.compared).toBeGreaterThan(250);
  }, 60_000);

  describe('official sample answers', () => {
    const paperLink = 'https://ct.soa-gw.canadapost.ca/rs/0002004381/0002004381/manifest/732071711235567991';
    const close: EndOfDayInput = {
      ...newPurchase({ samples, simulator: undefined }),
      from: samples.domestic.from,
      date: '2026-11-23',
      shipments: [],
    };
    const purchase = newPurchase({ samples, simulator: undefined }, returned);
    const booked: BookedPickup = {
      confirmation: '0074698052',
      reference: 'K000000000000001',
      date: '2015-01-28',
      wish,
      kept: {},
    };
    const availability = sample('pickup.PickupAvailabilityResponseXML');
    const PRICE =
      '<pickup-request-price><pre-tax-amount>3.50</pre-tax-amount><hst-amount>0.46</hst-amount><due-amount>3.96</due-amount></pickup-request-price>';
    const ask = {
      papers: (body: string) =>
        runStep(endOfDay, 'papers', close, { manifests: [paperLink] }, playing([body, '%PDF-1.4']), options),
      availability: (body: string) => runPickupAvailability(carrier, wish, playing([body, PRICE])),
      return: (body: string) => runStep(ship, 'return', purchase, {}, playing([body]), options),
      details: (body: string) =>
        pickup.cancel
          ? recoverStep(pickup.cancel, 'cancel', booked, {}, playing([body]), options)
          : Promise.reject(new Error('no cancellation')),
    };

    it('a manifest: its number and the link to its paper', async () => {
      expect(await ask.papers(sample('manifest.ManifestResponse'))).toMatchObject({
        ok: true,
        value: { result: { manifestNumbers: ['P123456789'], files: [{ document: 'manifest', format: 'pdf' }] } },
      });
      noteEvidence('canada-post', 'endOfDay', { samples: 1 });
    });

    it('pickups: possible until 16:00, and one that is still active', async () => {
      expect(await ask.availability(availability)).toMatchObject({
        ok: true,
        value: { available: true, bookBy: '16:00', messages: [], price: { total: { minor: 396, currency: 'CAD' } } },
      });
      expect(await ask.details(sample('pickup.PickupDetailseResponseXML'))).toEqual({
        ok: true,
        value: { kind: 'absent' },
      });
      noteEvidence('canada-post', 'pickup', { samples: 2 });
    });

    it('a return: number and label; and its refusal in words', async () => {
      expect(await ask.return(sample('return_shipment.ReturnShipmentResponseXML'))).toMatchObject({
        ok: true,
        value: {
          keep: { links: { label: 'https://ct.soa-gw.canadapost.ca/rs/artifact/return/label/987654321098' } },
          result: { carrierShipmentId: '987654321098' },
        },
      });
      const refused = await import('@scanship/carrier-canada-post/refusals').then(({ meaningOf }) =>
        meaningOf('9111', 'Postal code is not valid for province.'),
      );
      expect(sample('return_shipment.ReturnShipmentErrorResponseXML')).toContain('<code>9111</code>');
      // The number alone says "no service"; its words tell what is wrong.
      expect(refused).toMatchObject({ kind: 'invalid-input', message: expect.stringContaining('Postal code') });
      noteEvidence('canada-post', 'returns', { samples: 2 });
    });

    it('damaged in every field: no crash, no wrong value', async () => {
      const cases: readonly (readonly [
        string,
        string,
        (body: string) => Promise<Result<unknown, ConnectorProblem>>,
      ])[] = [
        ['manifest', sample('manifest.ManifestResponse'), ask.papers],
        ['availability', availability, ask.availability],
        ['return', sample('return_shipment.ReturnShipmentResponseXML'), ask.return],
        ['details', sample('pickup.PickupDetailseResponseXML'), ask.details],
      ];
      const faults: string[] = [];
      let runs = 0;
      for (const [name, body, play] of cases) {
        const whole = await play(body);
        if (!whole.ok) throw new Error(`${name}: the whole sample is not read`);
        for (const mutation of mutationsOf('application/xml', Buffer.from(body))) {
          runs += 1;
          const got = await play(Buffer.from(mutation.body).toString('utf8'));
          const where = `${name} ${mutation.path} ${mutation.how}`;
          if (!got.ok) {
            if (got.problem.vendorCode === 'connector-fault') faults.push(`${where}: crash`);
            continue;
          }
          const withoutWords = (value: unknown): unknown =>
            JSON.parse(JSON.stringify(value, (key, v: unknown) => (key === 'messages' ? undefined : v)));
          const { wrong } = survival(withoutWords(whole.value), withoutWords(got.value));
          if (wrong.length > 0) faults.push(`${where}: wrong ${wrong.join(', ')}`);
        }
      }
      process.stdout.write(
        `Canada Post beside buying, damaged sample answers: ${runs} read, ${faults.length} faults\n`,
      );
      expect(faults.slice(0, 20)).toEqual([]);
      expect(runs).toBeGreaterThan(80);
    });
  });
});
