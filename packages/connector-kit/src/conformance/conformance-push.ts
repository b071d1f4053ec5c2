/** Cases for connectors that take pushes: who may speak, and what is made of what is said. */
import assert from 'node:assert/strict';
import type { Carrier } from '../carrier/carrier.ts';
import type { ConformanceCase, Harness, PushSample } from './conformance-harness.ts';
import { ConnectorError } from '../errors.ts';
import { plain } from './own-case.ts';
import { understandPush } from '../steps/run-question.ts';
import type { TrackDelivery, TrackKeys, TrackWebhook } from '../tracking/track-webhook.ts';

const NOW = new Date('2026-11-23T18:00:00Z');
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function turnedAway(webhook: TrackWebhook, delivery: TrackDelivery, keys: TrackKeys, now: Date, what: string): void {
  try {
    webhook.verify(delivery, keys, now);
  } catch (error) {
    assert.ok(error instanceof ConnectorError, `${what}: ${String(error)}`);
    assert.equal(error.problem.kind, 'refused', what);
    return;
  }
  assert.fail(`${what} was let in`);
}

export function pushCases(carrier: Carrier, harness: Harness): ConformanceCase[] {
  const { trackWebhook: webhook } = carrier;
  const one = (name: string, run: (sample: PushSample, keys: TrackKeys) => void): ConformanceCase => ({
    name,
    capability: 'track',
    run: async () => {
      assert.ok(harness.samples.push, 'a connector with trackWebhook needs samples.push');
      const keys = { credentials: harness.samples.account.credentials, secret: 'a secret of twenty-eight signs' };
      run(harness.samples.push, keys);
      return undefined;
    },
  });
  if (!webhook) return [];
  const signed = (sample: PushSample, keys: TrackKeys, body = sample.body, at = NOW): TrackDelivery => ({
    headers: sample.headers(body, keys, at),
    body: bytes(body),
  });
  return [
    one('a push names its account and is let in by its signature, each with a key of its own', (sample, keys) => {
      const delivery = signed(sample, keys);
      assert.equal(webhook.accountOf(delivery), sample.account);
      const verified = webhook.verify(delivery, keys, NOW);
      assert.equal(verified.topic, sample.topic);
      assert.deepEqual(webhook.verify(delivery, keys, NOW), verified, 'the same delivery has the same key');
      const other = webhook.verify(signed(sample, keys, sample.another ?? sample.body), keys, NOW);
      assert.notEqual(other.deliveryKey, verified.deliveryKey);
    }),
    one('a push that is forged, changed, unsigned or old is turned away', (sample, keys) => {
      const delivery = signed(sample, keys);
      const changed = bytes(sample.body.replace(/\d/, (d) => String((Number(d) + 1) % 10)));
      turnedAway(webhook, { ...delivery, body: changed }, keys, NOW, 'a changed body');
      const stranger = {
        credentials: harness.samples.otherAccount.credentials,
        secret: 'a secret of somebody else ...',
      };
      turnedAway(webhook, delivery, stranger, NOW, 'a signature of other keys');
      turnedAway(webhook, { ...delivery, headers: {} }, keys, NOW, 'no signature');
      for (const name of Object.keys(delivery.headers).filter((each) => /sign/i.test(each)))
        for (const value of ['', 'zz', delivery.headers[name]?.slice(2) ?? ''])
          turnedAway(
            webhook,
            { ...delivery, headers: { ...delivery.headers, [name]: value } },
            keys,
            NOW,
            `"${value}" as ${name}`,
          );
      turnedAway(webhook, delivery, keys, new Date(NOW.getTime() + 25 * 3_600_000), 'a signature of yesterday');
      assert.equal(webhook.accountOf({ headers: {}, body: bytes('x') }), undefined);
    }),
    one('a push is understood item by item', (sample) => {
      const understood = understandPush(carrier, sample.topic, bytes(sample.body));
      assert.ok(understood.ok, JSON.stringify(understood));
      assert.deepEqual(plain(understood.value), plain(sample.expect));
      assert.ok(
        understood.value.parcels.some((parcel) => parcel.events.length > 0 && parcel.problems.length > 0),
        'the sample has a readable and an unreadable event',
      );
    }),
    one('a push that is cut off or rubbish is a problem, never a crash', (sample) => {
      for (const body of [
        '',
        '{',
        'null',
        '[]',
        '<html>',
        sample.body.slice(0, sample.body.length / 2),
        '\u0000\uFFFF',
      ]) {
        const understood = understandPush(carrier, sample.topic, bytes(body));
        assert.ok(
          understood.ok ? understood.value.parcels.length === 0 : understood.problem.kind === 'vendor-broken',
          `${body.slice(0, 20)}: ${JSON.stringify(understood)}`,
        );
      }
    }),
  ];
}
