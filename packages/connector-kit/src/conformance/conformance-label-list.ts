/** A list of labels: what was bought is in it under its own names, what was voided says so, nothing of another account is. */
import assert from 'node:assert/strict';
import type { Carrier, ShipResult } from '../carrier/carrier.ts';
import type { LabelListInput, LabelPage, ListedLabel } from '../carrier/label-list.ts';
import type { CarrierEnv } from '../environment.ts';
import { runListLabels } from '../steps/run-question.ts';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type ConformanceCase,
  type Harness,
} from './conformance-harness.ts';
import { playAll, recording, report } from './conformance-mutations.ts';
import { survival } from './mutations.ts';

const HOUR_MS = 3_600_000;
const MOST_PAGES = 500;

/** Every page. @throws AssertionError where one cannot be read, or the list does not end */
async function walk(carrier: Carrier, env: CarrierEnv, input: LabelListInput): Promise<readonly ListedLabel[]> {
  const labels: ListedLabel[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await runListLabels(carrier, { ...input, cursor }, env);
    assert.ok(page.ok, JSON.stringify(page));
    assert.deepEqual(page.value.problems, [], 'a clean list has no problems');
    labels.push(...page.value.labels);
    cursor = page.value.next;
    if (cursor === undefined) return labels;
  }
  throw new Error('the list of labels has no end');
}

interface Bought {
  readonly id: string;
  readonly reference: string;
  readonly numbers: readonly string[];
  readonly kept: Awaited<ReturnType<typeof drive>>['kept'];
}

async function buy(carrier: Carrier, harness: Harness, env: CarrierEnv): Promise<Bought> {
  assert.ok(carrier.ship);
  const input = newPurchase(harness);
  const state = await drive(carrier, carrier.ship, input, env, freshDrive<ShipResult>());
  const { carrierShipmentId, parcels } = state.result;
  assert.ok(carrierShipmentId !== undefined && parcels, JSON.stringify(state.problem));
  return {
    id: carrierShipmentId,
    reference: input.reference,
    numbers: parcels.map(({ trackingNumber }) => trackingNumber),
    kept: state.kept,
  };
}

/** Nothing vanishes without a word: what is not told is a problem beside the others, or the list cannot be read. */
function judge(whole: LabelPage, got: LabelPage, insideItem: boolean): string | undefined {
  const { wrong } = survival(whole.labels, got.labels);
  if (wrong.length > 0) return `wrong value at ${wrong.join(', ')}`;
  const lost = whole.labels.length - got.labels.length;
  if (insideItem && lost > 1) return `lost ${lost} labels`;
  return undefined;
}

export function labelListCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { cancel, manifest } = carrier;
  if (!carrier.listLabels || !carrier.ship) return [];
  const open = (): CarrierEnv => openHarnessEnv(manifest, harness);
  const anHourAgo = (env: CarrierEnv): Date => new Date(env.now().getTime() - HOUR_MS);
  const one = (name: string, run: ConformanceCase['run'], notApplicable?: string): ConformanceCase => ({
    name,
    capability: 'listLabels',
    run,
    notApplicable,
  });
  return [
    one('labels that were bought are listed once each under their own names, over several pages', async () => {
      const env = open();
      const since = anHourAgo(env);
      const bought = [await buy(carrier, harness, env), await buy(carrier, harness, env)];
      const listed = await walk(carrier, env, { since, size: 1 });
      for (const { id, reference, numbers } of bought) {
        const [found, twin] = listed.filter((label) => label.carrierShipmentId === id);
        assert.ok(found && !twin, `${id} stands in the list ${twin ? 'twice' : 'not at all'}`);
        assert.deepEqual([...found.trackingNumbers], [...numbers]);
        assert.equal(found.state, 'live');
        assert.equal(found.reference, manifest.labelList?.reference ? reference : undefined, 'the reference');
        assert.ok(Date.parse(found.madeAt) >= since.getTime(), `made at ${found.madeAt}`);
        assert.equal(new Date(found.madeAt).toISOString(), found.madeAt, 'a moment in UTC');
      }
      return `${listed.length} labels`;
    }),
    one('from tomorrow on there is none, and another account has none of them', async () => {
      const env = open();
      const { id } = await buy(carrier, harness, env);
      const tomorrow = new Date(env.now().getTime() + 48 * HOUR_MS);
      assert.deepEqual(await walk(carrier, env, { since: tomorrow }), []);
      const { credentials, id: accountId } = harness.samples.otherAccount;
      const other = openHarnessEnv(manifest, harness, credentials, { accountId });
      const theirs = await walk(carrier, other, { since: anHourAgo(env) });
      assert.ok(!theirs.some((label) => label.carrierShipmentId === id), 'another account sees it');
      return undefined;
    }),
    one(
      'a voided label is said to be voided, or is missing where the manifest says so',
      async () => {
        assert.ok(cancel);
        const env = open();
        const { id, reference, numbers, kept } = await buy(carrier, harness, env);
        const input = { reference, carrierShipmentId: id, trackingNumbers: numbers, kept };
        const voided = await drive(carrier, cancel, input, env, freshDrive());
        assert.equal(voided.problem, undefined, JSON.stringify(voided.problem));
        const listed = await walk(carrier, env, { since: anHourAgo(env) });
        const found = listed.find((label) => label.carrierShipmentId === id);
        assert.equal(found?.state, manifest.labelList?.voided ? 'voided' : undefined);
        return undefined;
      },
      cancel ? undefined : 'has no voids',
    ),
    one('what is listed is enough to void a label with', async () => {
      assert.ok(cancel);
      const env = open();
      const { id } = await buy(carrier, harness, env);
      const found = (await walk(carrier, env, { since: anHourAgo(env) })).find(
        ({ carrierShipmentId }) => carrierShipmentId === id,
      );
      assert.ok(found);
      const { trackingNumbers, kept = {}, reference = '' } = found;
      const input = { reference, carrierShipmentId: id, trackingNumbers, kept };
      const voided = await drive(carrier, cancel, input, env, freshDrive());
      assert.equal(voided.problem, undefined, JSON.stringify(voided.problem));
      return undefined;
    }),
    one('damaged answers to a list of labels: no crash, no wrong value', async () => {
      const record = recording(open());
      for (let bought = 0; bought < 2; bought += 1) await buy(carrier, harness, record.env);
      record.taken.length = 0;
      const input = { since: anHourAgo(record.env), size: 2 };
      const whole = await runListLabels(carrier, input, record.env);
      assert.ok(whole.ok, JSON.stringify(whole));
      const tally = await playAll<LabelPage>(
        manifest.name,
        record.env,
        record.taken,
        (env) => runListLabels(carrier, input, env),
        (mutation, _recorded, result) =>
          result.ok ? judge(whole.value, result.value, mutation.insideItem) : undefined,
      );
      return report(tally);
    }),
  ];
}
