/** Buying and voiding, cut off at every step in every way, judged by the simulator's books. */
import assert from 'node:assert/strict';
import type { CancelInput, Carrier, CarrierManifest, ShipInput, ShipResult } from '../carrier/carrier.ts';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type ConformanceCase,
  type Drive,
  type Harness,
} from './conformance-harness.ts';
import type { CarrierEnv } from '../environment.ts';
import { pause } from '../http/http-client.ts';
import { recoverStep, runStep } from '../steps/step-runner.ts';
import type { Step } from '../steps/steps.ts';

const LATE_MS = 900;
const CUT_DEADLINE_MS = 350;

async function paidIn(harness: Harness, reference: string): Promise<{ paid: number; voided: number }> {
  const books = (await harness.simulator?.books()) ?? [];
  const paid = books.filter((b) => b.kind === 'paid' && b.reference === reference);
  const ids = new Set(paid.map((b) => b.id));
  return { paid: paid.length, voided: books.filter((b) => b.kind === 'voided' && ids.has(b.id)).length };
}

/** Formats a label may come in when one is wished for: a picture stands for a PDF where the carrier makes none. */
function formatsFor(manifest: CarrierManifest, wish: ShipInput['labelFormat']): readonly string[] {
  if (manifest.labelFormats.includes(wish)) return [wish];
  return wish === 'pdf' ? manifest.labelFormats.filter((format) => format === 'gif' || format === 'png') : [];
}

function checkShipped(manifest: CarrierManifest, input: ShipInput, state: Drive<ShipResult>): ShipResult {
  assert.equal(state.problem, undefined, JSON.stringify(state.problem));
  const { carrierShipmentId, parcels, files, charged } = state.result;
  assert.ok(carrierShipmentId, 'no shipment id');
  assert.ok(parcels && files, 'no parcels or files');
  assert.deepEqual(
    parcels.map((p) => p.number),
    input.shipment.parcels.map((p) => p.number),
  );
  assert.equal(new Set(parcels.map((p) => p.trackingNumber)).size, parcels.length, 'tracking numbers are not unique');
  for (const parcel of parcels) {
    assert.match(parcel.trackingNumber, /^[A-Z0-9]{8,40}$/);
    assert.ok(
      files.some(
        (f) =>
          f.document === 'label' &&
          (f.parcelNumber === parcel.number || (f.parcelNumber === undefined && parcels.length === 1)),
      ),
      `no label for parcel ${parcel.number}`,
    );
  }
  for (const file of files) {
    if (file.kind !== 'bytes') {
      assert.equal(file.model.test, true, 'a label from a simulator must say TEST');
      continue;
    }
    const start = Buffer.from(file.bytes.subarray(0, 5)).toString('latin1');
    if (file.document === 'label') {
      const formats = formatsFor(manifest, input.labelFormat);
      assert.ok(formats.includes(file.format), `a label came in ${file.format}, not in ${formats.join(' or ')}`);
    }
    assert.match(
      start,
      { zpl: /^\^XA/, pdf: /^%PDF-/, gif: /^GIF8[79]/, png: /^.PNG/ }[file.format],
      `${file.format} file starts with ${start}`,
    );
  }
  if (charged)
    assert.equal(
      charged.lines.reduce((sum, l) => sum + l.amount.minor, 0),
      charged.total.minor,
      'charged lines',
    );
  return { carrierShipmentId, parcels, files, charged };
}

const CUTS = [
  'before sending',
  'request lost',
  'answer lost',
  'outcome not stored',
  'answer after the time-out',
] as const;
type Cut = (typeof CUTS)[number];

const costly = (step: Step<ShipInput, ShipResult>): boolean => step.effect === 'create' || step.effect === 'pay';

/** Runs one step under a cut; afterwards nobody but the carrier knows what happened. */
async function cutStep(
  carrier: Carrier,
  harness: Harness,
  step: Step<ShipInput, ShipResult>,
  cut: Cut,
  input: ShipInput,
  env: CarrierEnv,
  state: Drive<ShipResult>,
): Promise<void> {
  const { ship } = carrier;
  assert.ok(ship && harness.simulator);
  if (cut === 'before sending') return;
  const effect = costly(step) ? 'effect' : 'read';
  const faults = {
    'request lost': [{ kind: 'drop-before-effect', effect, times: 3 }],
    'answer lost': [{ kind: 'drop-after-effect', effect, times: 3 }],
    'outcome not stored': [],
    'answer after the time-out': [{ kind: 'latency', effect, times: 1, ms: LATE_MS }],
  } as const;
  await harness.simulator.setFaults(faults[cut]);
  const deadlineMs = cut === 'answer after the time-out' ? CUT_DEADLINE_MS : carrier.manifest.deadlineMs.ship;
  const outcome = await runStep(ship, step.name, input, state.kept, env, { deadlineMs, vendor: carrier.manifest.name });
  await harness.simulator.clearFaults();
  if (cut === 'answer after the time-out') await pause(LATE_MS);
  if (!outcome.ok && costly(step))
    assert.equal(outcome.problem.kind, 'unknown-effect', `${cut}: ${JSON.stringify(outcome.problem)}`);
  if (cut === 'request lost' && costly(step))
    assert.ok(!outcome.ok || ship.recovery === 'own-key', 'a lost request cannot have an outcome');
}

/** Goes on as the journal does: look-up first where something may have been bought, a person where nobody can be asked. */
async function settle(
  carrier: Carrier,
  step: Step<ShipInput, ShipResult>,
  cut: Cut,
  input: ShipInput,
  env: CarrierEnv,
  state: Drive<ShipResult>,
): Promise<'settled' | 'person'> {
  const { ship } = carrier;
  assert.ok(ship);
  if (!costly(step)) return 'settled';
  const options = { deadlineMs: carrier.manifest.deadlineMs.ship, vendor: carrier.manifest.name };
  for (let turns = 0; turns < 50; turns += 1) {
    const recovery = await recoverStep(ship, step.name, input, state.kept, env, options);
    if (!recovery.ok) {
      assert.equal(ship.recovery, 'none', JSON.stringify(recovery.problem));
      assert.equal(recovery.problem.vendorCode, 'cannot-be-asked');
      return 'person';
    }
    if (recovery.value.kind === 'not-yet') {
      await pause(recovery.value.retryAfterMs);
      continue;
    }
    const happened = cut !== 'before sending' && cut !== 'request lost';
    if (ship.recovery === 'own-key') assert.equal(recovery.value.kind, 'found');
    else assert.equal(recovery.value.kind, happened ? 'found' : 'absent', `${cut}: what the look-up says`);
    if (recovery.value.kind === 'found') {
      state.kept = { ...state.kept, ...recovery.value.keep };
      state.result = { ...state.result, ...recovery.value.result };
      state.finished.push(
        ...ship.steps
          .slice(0, ship.steps.findIndex((s) => s.name === step.name) + 1)
          .map((s) => s.name)
          .filter((n) => !state.finished.includes(n)),
      );
    }
    return 'settled';
  }
  throw new Error('the look-up never came to an end');
}

function cutCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { ship } = carrier;
  if (!ship) return [];
  return ship.steps.flatMap((step) =>
    CUTS.map((cut) => ({
      name: `cut at "${step.name}", ${cut}: never two paid labels, and settled or left to a person`,
      capability: 'ship' as const,
      notApplicable: harness.simulator ? undefined : 'makes no calls',
      run: async () => {
        const env = openHarnessEnv(carrier.manifest, harness);
        const input = newPurchase(harness);
        const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>(), step.name);
        assert.equal(state.problem, undefined, JSON.stringify(state.problem));
        await cutStep(carrier, harness, step, cut, input, env, state);
        const how = await settle(carrier, step, cut, input, env, state);
        if (how === 'person') {
          assert.ok((await paidIn(harness, input.reference)).paid <= 1, 'two paid labels');
          return 'left to a person';
        }
        checkShipped(carrier.manifest, input, await drive(carrier, ship, input, env, state));
        assert.equal((await paidIn(harness, input.reference)).paid, 1, 'paid labels in the books');
        return undefined;
      },
    })),
  );
}

const one = (name: string, run: () => Promise<void>, notApplicable?: string): ConformanceCase => ({
  name,
  capability: 'ship',
  notApplicable,
  run: async () => {
    await run();
    return undefined;
  },
});

export function shipCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { ship, manifest } = carrier;
  if (!manifest.capabilities.ship || !ship) return [];
  const { samples } = harness;
  const buy = async (more: Partial<ShipInput>): Promise<void> => {
    const env = openHarnessEnv(manifest, harness);
    const input = newPurchase(harness, more);
    checkShipped(manifest, input, await drive(carrier, ship, input, env, freshDrive<ShipResult>()));
    if (harness.simulator) assert.deepEqual(await paidIn(harness, input.reference), { paid: 1, voided: 0 });
  };
  const [parcel] = samples.domestic.parcels;
  const several = Math.min(3, manifest.capabilities.parcelsPerCall);
  const labels = (['pdf', 'zpl'] as const).map((labelFormat) =>
    one(
      `a label in ${labelFormat}, a tracking number and one paid entry`,
      () => buy({ labelFormat }),
      formatsFor(manifest, labelFormat).length > 0 ? undefined : 'format not offered',
    ),
  );
  return [
    ...labels,
    one(
      `${several} parcels in one call: a number and a label each`,
      () =>
        buy({
          shipment: {
            ...samples.domestic,
            parcels: Array.from({ length: several }, (_v, i) => ({ ...parcel, weightGrams: 900, number: i + 1 })),
          },
        }),
      several > 1 ? undefined : 'one parcel per call',
    ),
    one(
      'across the border with customs data',
      () => buy({ shipment: samples.crossBorder?.shipment, service: samples.crossBorder?.service }),
      samples.crossBorder ? undefined : 'not international',
    ),
    one(
      'across the border without customs data is refused in words, unpaid',
      async () => {
        assert.ok(samples.crossBorder);
        const env = openHarnessEnv(manifest, harness);
        const input = newPurchase(harness, {
          service: samples.crossBorder.service,
          shipment: { ...samples.crossBorder.shipment, customs: undefined },
        });
        const state = await drive(carrier, ship, input, env, freshDrive<ShipResult>());
        assert.equal(state.problem?.problem.kind, 'invalid-input', JSON.stringify(state.problem));
        assert.match(state.problem.problem.message, /customs/i);
        assert.equal((await paidIn(harness, input.reference)).paid, 0);
      },
      samples.crossBorder ? undefined : 'not international',
    ),
    ...cutCases(carrier, harness),
  ];
}

export function cancelCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { cancel, ship, manifest } = carrier;
  if (!manifest.capabilities.cancel || !cancel || !ship) return [];
  const bought = async (env: CarrierEnv): Promise<{ input: CancelInput; reference: string }> => {
    const purchase = newPurchase(harness);
    const state = await drive(carrier, ship, purchase, env, freshDrive<ShipResult>());
    const result = checkShipped(manifest, purchase, state);
    const trackingNumbers = result.parcels.map((p) => p.trackingNumber);
    return {
      reference: purchase.reference,
      input: {
        reference: purchase.reference,
        carrierShipmentId: result.carrierShipmentId,
        trackingNumbers,
        kept: state.kept,
      },
    };
  };
  const noBooks = harness.simulator ? undefined : 'makes no calls';
  const options = { deadlineMs: manifest.deadlineMs.other, vendor: manifest.name };
  const last = cancel.steps.at(-1);
  return [
    {
      name: 'voided is said only when the books say so; a second cancel is refused',
      capability: 'cancel',
      notApplicable: noBooks,
      run: async () => {
        const env = openHarnessEnv(manifest, harness);
        const { input, reference } = await bought(env);
        const first = await drive(carrier, cancel, input, env, freshDrive());
        assert.equal(first.problem, undefined, JSON.stringify(first.problem));
        assert.ok(first.result.refund, 'the refund is not named');
        assert.deepEqual(await paidIn(harness, reference), { paid: 1, voided: 1 });
        const second = await drive(carrier, cancel, input, env, freshDrive());
        assert.equal(second.problem?.problem.kind, 'refused', JSON.stringify(second));
        assert.deepEqual(await paidIn(harness, reference), { paid: 1, voided: 1 });
        return undefined;
      },
    },
    {
      name: 'a shipment the carrier does not know cannot be cancelled',
      capability: 'cancel',
      notApplicable: noBooks,
      run: async () => {
        const env = openHarnessEnv(manifest, harness);
        const { input, reference } = await bought(env);
        const strange = {
          ...input,
          carrierShipmentId: `${input.carrierShipmentId.slice(0, -4)}0000`,
          trackingNumbers: ['NOSUCHNUMBER'],
          kept: {},
        };
        const state = await drive(carrier, cancel, strange, env, freshDrive());
        assert.ok(
          state.problem && ['refused', 'invalid-input'].includes(state.problem.problem.kind),
          JSON.stringify(state),
        );
        assert.deepEqual(await paidIn(harness, reference), { paid: 1, voided: 0 });
        return undefined;
      },
    },
    ...(['drop-before-effect', 'drop-after-effect'] as const).map((kind) => ({
      name: `a cancel cut off (${kind}) is unknown, and asking tells which`,
      capability: 'cancel' as const,
      notApplicable: noBooks,
      run: async () => {
        assert.ok(harness.simulator && last);
        const env = openHarnessEnv(manifest, harness);
        const { input, reference } = await bought(env);
        const state = await drive(carrier, cancel, input, env, freshDrive(), last.name);
        await harness.simulator.setFaults([{ kind, effect: 'effect', times: 3 }]);
        const outcome = await runStep(cancel, last.name, input, state.kept, env, options);
        await harness.simulator.clearFaults();
        assert.ok(!outcome.ok && outcome.problem.kind === 'unknown-effect', JSON.stringify(outcome));
        const { voided } = await paidIn(harness, reference);
        const recovery = await recoverStep(cancel, last.name, input, state.kept, env, options);
        if (cancel.recovery === 'none') assert.ok(!recovery.ok);
        else if (cancel.recovery === 'own-key') assert.ok(recovery.ok && recovery.value.kind === 'found');
        else
          assert.ok(
            recovery.ok && recovery.value.kind === (voided === 1 ? 'found' : 'absent'),
            JSON.stringify(recovery),
          );
        return undefined;
      },
    })),
  ];
}
