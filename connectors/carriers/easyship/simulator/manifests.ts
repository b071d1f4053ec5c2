/** Manifests of the simulator: of one courier account, each shipment once; USPS wants to be told which. */
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { SERVICES } from './catalogue.ts';
import { accept, manifestRequest } from './contract.ts';
import { courierOf, withLabels } from './shipments.ts';

const refused = (message: string): SimRefusal => new SimRefusal(422, 'invalid_content', message);
const idsOf = ({ data }: BookEntry): readonly string[] =>
  Array.isArray(data.shipments) ? data.shipments.filter((each): each is string => typeof each === 'string') : [];

const made = (sim: SimContext, account: SimAccount): readonly BookEntry[] =>
  sim.books.all().filter((e) => e.kind === 'manifest' && e.account === account.id);

/** Shipments that are not the account's own, or on another manifest, are dropped without a word. */
export function create(body: unknown, sim: SimContext, account: SimAccount): JsonObject {
  const { courier_id: courier, shipment_ids: ids } = accept(manifestRequest, body);
  const umbrella = SERVICES.find((one) => one.courierId === courier)?.umbrella;
  if (umbrella === undefined) throw new SimRefusal(404, 'resource_not_found', 'The Courier was not found');
  if (umbrella !== 'USPS') throw refused(`${umbrella} does not support manifests.`);
  if (!ids) throw refused('shipment_ids must be provided to generate a manifest for USPS.');
  const closed = new Set(made(sim, account).flatMap(idsOf));
  const shipments = withLabels(sim, account).filter(
    ({ id, voided, request }) =>
      ids.includes(id) && !voided && !closed.has(id) && courierOf(request)?.courierId === courier,
  );
  if (shipments.length === 0) throw refused('There are no shipments to generate a manifest for.');
  const id = randomUUID();
  sim.books.append({
    kind: 'manifest',
    id,
    account: account.id,
    data: { courier, umbrella, shipments: shipments.map((one) => one.id) },
  });
  return one(id, sim, account);
}

const manifestJson = (entry: BookEntry, sim: SimContext): JsonObject => ({
  id: entry.id,
  courier: { id: entry.data.courier ?? '', umbrella_name: entry.data.umbrella ?? '' },
  created_at: entry.at,
  ref_number: `M${entry.id.slice(0, 8).toUpperCase()}`,
  shipments_count: idsOf(entry).length,
  document: { format: 'url', url: `${sim.address}/files/${entry.id}_manifest.pdf` },
});

function own(id: string, sim: SimContext, account: SimAccount): BookEntry {
  const entry = made(sim, account).find((each) => each.id === id);
  if (!entry) throw new SimRefusal(404, 'resource_not_found', 'The Manifest was not found');
  return entry;
}

export const one = (id: string, sim: SimContext, account: SimAccount): JsonObject => ({
  manifest: manifestJson(own(id, sim, account), sim),
  meta: { request_id: id },
});

export function list(query: URLSearchParams, sim: SimContext, account: SimAccount): JsonObject {
  const [courier, from] = [query.get('courier_id'), query.get('created_at_from')];
  const manifests = made(sim, account)
    .filter((e) => courier === null || e.data.courier === courier)
    .filter((e) => from === null || e.at >= from)
    .map((e) => manifestJson(e, sim));
  return { manifests, meta: { pagination: { page: 1, next: null, count: manifests.length }, request_id: 'manifests' } };
}

/** The paper lies behind a public link. */
export function file(name: string, sim: SimContext): Uint8Array {
  const id = /^([0-9a-f-]{36})_manifest\.pdf$/.exec(name)?.[1] ?? '';
  const entry = sim.books.byId(id).find(({ kind }) => kind === 'manifest');
  if (!entry) throw new SimRefusal(404, 'resource_not_found', 'There is no such file.');
  return drawTestPaper(`MANIFEST ${entry.id.slice(0, 8).toUpperCase()}`, idsOf(entry));
}
