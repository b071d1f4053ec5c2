/**
 * A manifest of the parcels that are on none yet; its paper goes along with them. It carries nothing of ours: one whose answer
 * was lost is the newest that holds our parcels.
 */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { fail } from '@scanship/connector-kit/errors';
import { path } from '@scanship/connector-kit/http/http-address';
import { FieldProblem, readList, readObject, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import type { JsonObject, Recovery, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { customerOf, exchange, ID, sentence } from './client.ts';
import { manifest } from './manifest.ts';
import { download } from './papers.ts';

const PAGE_SIZE = 500;
const MOST_PAGES = 100;
/** Older manifests were handed over long ago; so many of the newest are looked into. */
const LOOKED_INTO = 10;
const POLL_MS = 2_000;

/** Every item of a list that comes in pages; all of it or nothing. */
async function pages<T>(
  env: CarrierEnv,
  of: { readonly path: string; readonly name: string; readonly query?: Readonly<Record<string, string>> },
  read: (item: ObjectReader) => T,
): Promise<readonly T[]> {
  const all: T[] = [];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const response = await exchange(env, {
      method: 'GET',
      path: of.path,
      name: of.name,
      query: { ...of.query, page, size: PAGE_SIZE },
    });
    const { items, problems } = readList({ items: response.json() }, 'items', read);
    const [problem] = problems;
    if (problem !== undefined) throw new FieldProblem('The list', `cannot be read: ${problem.replace(/\.$/, '')}`);
    all.push(...items);
    if (items.length < PAGE_SIZE) return all;
  }
  throw new FieldProblem('The list', 'has more pages than can be read');
}

const NOT_CLOSED = `${manifest.name} has this parcel on a manifest already, or it was deleted.`;

async function look(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const open = new Set(
    await pages(
      env,
      {
        path: path`/customers/${customerOf(env)}/parcels`,
        name: 'list open parcels',
        query: { showManifested: 'false' },
      },
      (p) => p.string('id', ID),
    ),
  );
  const ids = input.shipments.map((one) => one.carrierShipmentId).filter((id) => open.has(id));
  if (ids.length === 0) throw fail('refused', `${manifest.name} has these parcels on a manifest already.`);
  return { kind: 'done', keep: { ids } };
}

const textsOf = (kept: JsonObject, name: string): readonly string[] => {
  const value = kept[name];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
};

const idsIn = (answer: ObjectReader, name: string): readonly string[] => {
  const raw = answer.raw(name);
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw) || !raw.every((one): one is string => typeof one === 'string'))
    throw new FieldProblem(answer.at(name), 'should be a list of parcels');
  return raw;
};

async function close(_input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const ids = textsOf(kept, 'ids');
  const response = await exchange(env, { method: 'POST', path: '/manifests', name: 'create manifest', json: ids });
  const answer = readObject(response.json());
  const refused = idsIn(answer, 'errorParcelIds');
  if (!answer.has('id') && answer.has('errorMessage')) throw fail('refused', sentence(answer.string('errorMessage')));
  return { kind: 'done', keep: { manifestId: answer.string('id', ID), refused: [...refused] } };
}

async function paper(input: EndOfDayInput, kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  const manifestId = readObject(kept, 'kept').string('manifestId', ID);
  const bytes = await download(env, path`/manifests/${manifestId}/document`, 'manifest document', 'pdf');
  // "Accepted" comes before the paper is drawn.
  if (!bytes) return { kind: 'wait', retryAfterMs: POLL_MS };
  const [asked, refused] = [textsOf(kept, 'ids'), textsOf(kept, 'refused')];
  return {
    kind: 'done',
    result: {
      manifestNumbers: [manifestId],
      files: [{ kind: 'bytes', document: 'manifest', format: 'pdf', bytes }],
      leftOut: input.shipments.flatMap(({ reference, carrierShipmentId }) =>
        refused.includes(carrierShipmentId)
          ? [{ reference, message: `${manifest.name} did not take this parcel onto the manifest.` }]
          : asked.includes(carrierShipmentId)
            ? []
            : [{ reference, message: NOT_CLOSED }],
      ),
    },
  };
}

async function recover(
  _input: EndOfDayInput,
  step: string,
  kept: JsonObject,
  env: CarrierEnv,
): Promise<Recovery<EndOfDayResult>> {
  const ours = textsOf(kept, 'ids');
  const all = await pages(
    env,
    { path: path`/customers/${customerOf(env)}/manifests`, name: 'list manifests' },
    (m) => ({ id: m.string('id', ID), createdAt: m.instant('createdAt') }),
  );
  const newest = all.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt)).slice(0, LOOKED_INTO);
  for (const { id } of newest) {
    const held = await pages(env, { path: path`/manifests/${id}/parcels`, name: 'look into a manifest' }, (p) =>
      p.string('id', ID),
    );
    if (!held.some((one) => ours.includes(one))) continue;
    return { kind: 'found', step, keep: { manifestId: id, refused: ours.filter((one) => !held.includes(one)) } };
  }
  return { kind: 'absent' };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [
    { name: 'look', effect: 'read', run: look },
    { name: 'create', effect: 'create', run: close },
    { name: 'paper', effect: 'read', run: paper },
  ],
  recovery: 'listing',
  recover,
  settleAfterMs: 60_000,
};
