/**
 * Nothing is lost without a word: an amount that grew leaves the price standing, with a rest that nobody named, and a code that nobody
 * knows leaves the event standing, with the carrier's words.
 */
import assert from 'node:assert/strict';
import { UNNAMED_CHARGE } from '../answers/json-reader.ts';
import type { Carrier, RateOffer, ShipResult, TrackedParcel } from '../carrier/carrier.ts';
import { onlyAsks } from '../http/http-faults.ts';
import { runRate, runTrack } from '../steps/run-question.ts';
import {
  drive,
  freshDrive,
  newPurchase,
  openHarnessEnv,
  type ConformanceCase,
  type Harness,
} from './conformance-harness.ts';
import { recording, replaying, type Recorded } from './conformance-mutations.ts';

/** Amounts as vendors write them, with decimals. */
const AMOUNT = /(?<![\d.\w-])\d{1,6}\.\d{1,4}(?![\d.\w])/g;
/** A whole number may be anything; an amount is one that stands in a price, in cents or in whole units. */
const WHOLE = /(?<![\d.\w-])\d{1,8}(?![\d.\w-])/g;
/** A code in a value of JSON or XML: one short word. */
const CODE = /(?<=[">])[A-Za-z0-9][\w-]{0,23}(?=["<])/g;
/** So many of one answer; they are spread over it. */
const MOST = 60;

interface Change {
  readonly was: string;
  readonly at: number;
  readonly body: Uint8Array;
}

/** The answer with one place changed at a time. */
function changes(recorded: Recorded, pattern: RegExp, into: (was: string) => string | undefined): Change[] {
  const text = recorded.response.text();
  const all = [...text.matchAll(pattern)].flatMap((found) => {
    const next = into(found[0]);
    return next === undefined || next === found[0] ? [] : [{ was: found[0], at: found.index, next }];
  });
  const step = Math.max(1, all.length / MOST);
  return all
    .filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
    .map(({ was, at, next }) => ({
      was,
      at,
      body: new Uint8Array(Buffer.from(text.slice(0, at) + next + text.slice(at + was.length), 'utf8')),
    }));
}

const grown = (was: string): string => {
  const decimals = Math.max(2, was.length - was.indexOf('.') - 1);
  return (Number(was) + 1.11).toFixed(decimals);
};

/** What stands in the prices, in minor units; small ones might as well be counts. */
const minorsOf = (offers: readonly RateOffer[]): ReadonlySet<number> =>
  new Set(
    offers
      .flatMap(({ lines, total, retail }) => [...lines.map(({ amount }) => amount), total, ...(retail ? [retail] : [])])
      .map(({ minor }) => Math.abs(minor))
      .filter((minor) => minor >= 100),
  );

/** In cents or in whole units, whichever it is; undefined for a number that is no amount. */
const grownWhole =
  (minors: ReadonlySet<number>) =>
  (was: string): string | undefined =>
    minors.has(Number(was))
      ? String(Number(was) + 111)
      : minors.has(Number(was) * 100)
        ? String(Number(was) + 1)
        : undefined;

function priceCase(carrier: Carrier, harness: Harness): ConformanceCase {
  const vendor = carrier.manifest.name;
  return {
    name: 'an amount that is more than it was takes no price away; what nobody named is told as a rest',
    capability: 'rate',
    notApplicable: harness.simulator && carrier.manifest.prices !== 'list' ? undefined : 'makes no calls',
    run: async () => {
      const record = recording(openHarnessEnv(carrier.manifest, harness));
      const input = { shipment: harness.samples.domestic };
      const whole = await runRate(carrier, input, record.env);
      assert.ok(whole.ok, JSON.stringify(whole));
      const services = whole.value.offers.map(({ service }) => service);
      const minors = minorsOf(whole.value.offers);
      const faults: string[] = [];
      let runs = 0;
      let inWhole = 0;
      let rests = 0;
      for (const [index, recorded] of record.taken.entries())
        for (const change of [...changes(recorded, AMOUNT, grown), ...changes(recorded, WHOLE, grownWhole(minors))]) {
          runs += 1;
          if (!change.was.includes('.')) inWhole += 1;
          const got = await runRate(carrier, input, replaying(record.env, vendor, record.taken, index, change.body));
          const where = `${recorded.request.name}, ${change.was} at ${change.at}`;
          if (!got.ok) {
            faults.push(`${where}: ${got.problem.message}`);
            continue;
          }
          const lost = services.filter((each) => !got.value.offers.some(({ service }) => service === each));
          if (lost.length > 0) faults.push(`${where}: no price for ${lost.join(', ')}`);
          if (got.value.offers.some(({ lines }) => lines.some(({ code }) => code === UNNAMED_CHARGE))) rests += 1;
        }
      assert.deepEqual(faults.slice(0, 8), [], `${faults.length} of ${runs} changed amounts took a price away`);
      return `${runs} amounts changed, ${inWhole} of them whole numbers, ${rests} told with a rest`;
    },
  };
}

/** Another code of the same length, which no vendor has. */
const unknownCode = (was: string): string | undefined =>
  /\d{5}/.test(was) ? undefined : 'Q9X7Z8W6V4U3T2S1R5P0N9M8'.slice(0, was.length);

function trackCase(carrier: Carrier, harness: Harness): ConformanceCase {
  const vendor = carrier.manifest.name;
  return {
    name: 'an event with a code that nobody knows is told with the carrier’s words',
    capability: 'track',
    notApplicable: harness.simulator ? undefined : 'makes no calls',
    run: async () => {
      assert.ok(carrier.ship);
      const bought = await drive(
        carrier,
        carrier.ship,
        newPurchase(harness),
        openHarnessEnv(carrier.manifest, harness),
        freshDrive<ShipResult>(),
      );
      const number = bought.result.parcels?.[0]?.trackingNumber ?? '';
      const record = recording(openHarnessEnv(carrier.manifest, harness));
      const input = { trackingNumbers: [number], shipmentIds: { [number]: bought.result.carrierShipmentId ?? '' } };
      const whole = await runTrack(carrier, input, record.env);
      assert.ok(whole.ok, JSON.stringify(whole));
      const eventsOf = (parcels: readonly TrackedParcel[]) => parcels.flatMap(({ events }) => events);
      const told = eventsOf(whole.value);
      const codes = new Set(told.flatMap(({ code }) => [code, ...code.split(/[^A-Z0-9_-]+/i)]));
      const faults: string[] = [];
      let runs = 0;
      for (const [index, recorded] of record.taken.entries()) {
        if (!onlyAsks(recorded.request)) continue;
        for (const change of changes(recorded, CODE, (was) => (codes.has(was) ? unknownCode(was) : undefined))) {
          runs += 1;
          const got = await runTrack(carrier, input, replaying(record.env, vendor, record.taken, index, change.body));
          const where = `${change.was} at ${change.at}`;
          const events = got.ok ? eventsOf(got.value) : [];
          if (events.length < told.length) faults.push(`${where}: ${told.length - events.length} events lost`);
          const silent = events.find(({ text }) => text.trim() === '');
          if (silent) faults.push(`${where}: an event without words`);
        }
      }
      assert.deepEqual(faults.slice(0, 8), [], `${faults.length} of ${runs} unknown codes took an event away`);
      return `${runs} codes changed`;
    },
  };
}

export const silenceCases = (carrier: Carrier, harness: Harness): ConformanceCase[] => [
  ...(carrier.manifest.capabilities.rate ? [priceCase(carrier, harness)] : []),
  ...(carrier.manifest.capabilities.track && carrier.manifest.capabilities.ship ? [trackCase(carrier, harness)] : []),
];
