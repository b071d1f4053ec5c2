/**
 * Manifests of USPS shipments of one courier account. A manifest does not say which shipments are on it: one that was cut off is
 * told by those the account had before, and by how many shipments it holds.
 */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, type ObjectReader, readObject } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { download } from '@scanship/connector-kit/http/vendor-call';
import { findLabels, notFoundWords } from './bought-labels.ts';
import { exchange, LINK, nextPage, UUID } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;
const DAY_MS = 86_400_000;

const keptText = (kept: JsonObject, name: 'courier' | 'since' | 'manifestId'): string => {
  const value = kept[name];
  if (typeof value !== 'string') throw new RangeError(`${name} was not kept`);
  return value;
};
const texts = (kept: JsonObject, name: 'ids' | 'before'): readonly string[] => {
  const { [name]: all } = kept;
  if (!Array.isArray(all)) throw new RangeError(`${name} were not kept`);
  return all.filter((each): each is string => typeof each === 'string');
};

interface Made {
  readonly id: string;
  readonly count: number;
}
const madeOf = (m: ObjectReader): Made => ({ id: m.string('id', UUID), count: m.integer('shipments_count', 0) });

/** Manifests of a courier account from a day on; whole or not at all. */
async function list(courier: string, since: string, env: CarrierEnv): Promise<readonly Made[]> {
  const response = await exchange(env, {
    method: 'GET',
    path: '/manifests',
    name: 'list manifests',
    query: { courier_id: courier, created_at_from: since, per_page: 100 },
  });
  const answer = readObject(response.json());
  const made = answer.strictList('manifests', madeOf);
  if (nextPage(answer.object('meta').object('pagination')) !== undefined)
    throw fail('vendor-broken', `${NAME} lists more manifests of a day than are read.`);
  return made;
}

/** One manifest is of one courier account; shipments of another wait for the next close. */
async function look(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const wanted = new Set(input.shipments.map((s) => s.carrierShipmentId));
  const search = await findLabels((id) => wanted.has(id), wanted.size, env);
  const known = new Set(search.found.map(({ shipmentId }) => shipmentId));
  const [first] = search.found;
  const strange = [...wanted].find((id) => !known.has(id));
  if (!first || strange !== undefined) throw fail('refused', notFoundWords(search, NAME, strange ?? ''));
  const { courier } = first;
  const since = new Date(env.now().getTime() - DAY_MS).toISOString().slice(0, 10);
  return {
    kind: 'done',
    keep: {
      ids: search.found.filter((label) => label.courier === courier).map(({ shipmentId }) => shipmentId),
      courier,
      since,
      before: (await list(courier, since, env)).map(({ id }) => id),
    },
  };
}

export const manifestMessage = (courier: string, ids: readonly string[]) => ({
  courier_id: courier,
  shipment_ids: ids,
});

const keepMade = ({ id, count }: Made): JsonObject => ({ manifestId: id, count });

async function close(_input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const response = await exchange(env, {
    method: 'POST',
    path: '/manifests',
    name: 'create manifest',
    json: manifestMessage(keptText(kept, 'courier'), texts(kept, 'ids')),
  });
  return { kind: 'done', keep: keepMade(madeOf(readObject(response.json()).object('manifest'))) };
}

async function recover(
  _input: EndOfDayInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const before = new Set(texts(kept, 'before'));
  const made = (await list(keptText(kept, 'courier'), keptText(kept, 'since'), env)).filter(
    ({ id }) => !before.has(id),
  );
  const [first, ...others] = made;
  if (!first) return { kind: 'absent' };
  // Somebody in Easyship's own screens may have made one at the same moment.
  if (others.length > 0 || first.count !== texts(kept, 'ids').length)
    throw fail('vendor-broken', `${NAME} has new manifests and does not say whether one is of these shipments.`);
  return { kind: 'found', step, keep: keepMade(first) };
}

async function paper(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const id = keptText(kept, 'manifestId');
  const response = await exchange(env, { method: 'GET', path: path`/manifests/${id}`, name: 'manifest' });
  const made = readObject(response.json()).object('manifest');
  if (made.string('id', UUID) !== id)
    throw new FieldProblem(made.at('id'), 'is another manifest than the one asked for');
  const number = made.string('ref_number', /^[^\p{Cc}]{1,60}$/u);
  const ids = new Set(texts(kept, 'ids'));
  // Which were left out it does not say, so that none may be said to be closed.
  if (kept.count !== ids.size)
    throw fail(
      'refused',
      `${NAME} made manifest ${number} of ${Number(kept.count)} of ${ids.size} shipments and does not say which; look at it in its own screens.`,
    );
  const document = made.object('document');
  if (!document.has('url')) return { kind: 'wait', retryAfterMs: 2000 };
  const bytes = await download(env, document.string('url', LINK), 'manifest file');
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') !== '%PDF')
    throw new FieldProblem(document.at('url'), 'does not lead to a PDF');
  const leftOut = input.shipments
    .filter((s) => !ids.has(s.carrierShipmentId))
    .map(({ reference }) => ({
      reference,
      message: `${NAME} makes a manifest of one courier account; this shipment is of another. Close it by itself.`,
    }));
  return {
    kind: 'done',
    result: {
      manifestNumbers: [number],
      files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes }],
      leftOut,
    },
  };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'close', effect: 'create', run: close },
    { name: 'paper', effect: 'read', run: paper },
  ],
  recovery: 'listing',
  recover,
  settleAfterMs: 60_000,
};
