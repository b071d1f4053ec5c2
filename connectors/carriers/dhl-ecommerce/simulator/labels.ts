/** Labels by package ID (a used one is refused), voids, manifests that take a moment, and news on the way. */
import { randomInt } from 'node:crypto';
import type { Json, JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import { mod10Weights31 } from '@scanship/simulator-kit/check-digits';
import { labelPng } from '@scanship/simulator-kit/label-png';
import { SimRefusal, type SimAccount, type SimContext } from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { accept, labelRequest, manifestRequest, type LabelRequest } from './contract.ts';
import { gramsOf, PRODUCTS } from './pricing.ts';

/** A manifest takes DHL a moment. */
const CLOSING_MS = 150;

const refuse = (status: number, code: string, title: string): SimRefusal => new SimRefusal(status, code, title);
export const textOf = (entry: BookEntry | undefined, name: string): string => {
  const value = entry?.data[name];
  return typeof value === 'string' ? value : '';
};

const digits = (count: number): string => Array.from({ length: count }, () => randomInt(10)).join('');

/** The label of a package ID, unless it was voided. */
export const labelOf = (packageId: string, account: SimAccount, sim: SimContext): BookEntry | undefined =>
  sim.books
    .byReference(packageId)
    .find(
      (entry) =>
        entry.kind === 'paid' &&
        entry.account === account.id &&
        !sim.books.byId(entry.id).some(({ kind }) => kind === 'voided'),
    );

const byDhlId = (id: string, account: SimAccount, sim: SimContext): BookEntry | undefined =>
  sim.books.byId(id).find((entry) => entry.kind === 'paid' && entry.account === account.id);

const requestOf = (paid: BookEntry): LabelRequest => labelRequest.parse(paid.data['request']);
const isAbroad = (asked: LabelRequest): boolean => asked.consigneeAddress.country !== 'US';
const manifestOf = (id: string, sim: SimContext): string =>
  textOf(
    sim.books.byId(id).find((entry) => entry.kind === 'note' && typeof entry.data['manifest'] === 'string'),
    'manifest',
  );

function modelOf(paid: BookEntry): LabelModel {
  const asked = requestOf(paid);
  const person = (
    a: {
      readonly name?: string | undefined;
      readonly companyName?: string | undefined;
    } & LabelRequest['returnAddress'],
  ) => ({
    name: a.name ?? a.companyName,
    address1: a.address1,
    city: a.city,
    provinceCode: a.state ?? '',
    zipcode: a.postalCode,
    countryCode: a.country,
  });
  return {
    carrierName: 'DHL eCommerce',
    serviceName: asked.orderedProductId,
    trackingNumber: textOf(paid, 'trackingId') || paid.id,
    from: person(asked.returnAddress),
    to: person({ ...asked.consigneeAddress, companyName: asked.consigneeAddress.companyName ?? '' }),
    weightGrams: gramsOf(asked.packageDetail.weight),
    shipDate: paid.at.slice(0, 10),
    parcelNumber: 1,
    parcelCount: 1,
    references: [asked.packageDetail.packageId],
    test: true,
  };
}

export async function labelJson(paid: BookEntry, sim: SimContext): Promise<JsonObject> {
  const asked = requestOf(paid);
  const format = textOf(paid, 'format');
  const drawn = await sim.drawLabel(modelOf(paid), format === 'ZPL' ? 'zpl' : 'pdf');
  const bytes = format === 'PNG' ? await labelPng(drawn) : drawn;
  const { packageId } = asked.packageDetail;
  return {
    timestamp: sim.now().toISOString(),
    pickup: asked.pickup,
    distributionCenter: asked.distributionCenter,
    orderedProductId: asked.orderedProductId,
    labels: [
      {
        createdOn: paid.at,
        packageId,
        dhlPackageId: paid.id,
        ...(isAbroad(asked) ? {} : { trackingId: textOf(paid, 'trackingId') }),
        labelData: Buffer.from(bytes).toString('base64'),
        encodeType: 'BASE64',
        format,
        link: `${sim.address}/shipping/v4/label/${asked.pickup}?packageId=${packageId}`,
        labelDetail: { serviceLevel: 'GRD', outboundSortCode: '44', mailBanner: 'TEST' },
      },
    ],
  };
}

export async function create(body: unknown, format: string, account: SimAccount, sim: SimContext): Promise<JsonObject> {
  const asked = accept(labelRequest, body);
  if (asked.pickup !== account.credentials['pickup']) throw refuse(403, '403.0000001', 'Access to pickup denied');
  const product = PRODUCTS.find(({ id }) => id === asked.orderedProductId);
  if (product?.abroad !== isAbroad(asked) || gramsOf(asked.packageDetail.weight) > product.maxGrams)
    throw new SimRefusal(400, '400.0204009', 'product is not available for this package', 'orderedProductId');
  const { packageId } = asked.packageDetail;
  if (sim.books.byReference(packageId).some((entry) => entry.kind === 'paid' && entry.account === account.id))
    throw new SimRefusal(400, '400.0204009', 'packageId has been used already', 'packageDetail/packageId');
  const number = `92612${digits(16)}`;
  const paid = sim.books.append({
    kind: 'paid',
    id: isAbroad(asked) ? `GM${digits(18)}` : `9${digits(15)}`,
    account: account.id,
    reference: packageId,
    data: { request: body as Json, format, trackingId: `${number}${mod10Weights31(number)}`, days: product.days },
  });
  return labelJson(paid, sim);
}

export function voidLabel(packageId: string, account: SimAccount, sim: SimContext): void {
  const paid = labelOf(packageId, account, sim);
  if (!paid) throw refuse(404, '404.0204001', 'Label not found');
  if (isAbroad(requestOf(paid))) throw refuse(400, '400.0204010', 'International labels cannot be voided');
  if (manifestOf(paid.id, sim) !== '') throw refuse(400, '400.0204011', 'The package has been manifested');
  sim.books.append({ kind: 'voided', id: paid.id, account: account.id, reference: packageId, data: {} });
}

export function requestManifest(body: unknown, account: SimAccount, sim: SimContext): JsonObject {
  const asked = accept(manifestRequest, body);
  if (asked.pickup !== account.credentials['pickup']) throw refuse(403, '403.0000001', 'Access to pickup denied');
  const ids = asked.manifests.flatMap(({ dhlPackageIds = [] }) => dhlPackageIds);
  if (ids.length === 0) throw new SimRefusal(400, '400.0404003', 'name the packages', 'manifests');
  const requestId = sim.newId('req-');
  const reason = (id: string): string | undefined => {
    const paid = byDhlId(id, account, sim);
    if (!paid || !labelOf(paid.reference ?? '', account, sim)) return 'Package was not found';
    return manifestOf(id, sim) === '' ? undefined : 'Package has been manifested already';
  };
  const invalid = ids.flatMap((id) => {
    const words = reason(id);
    return words === undefined ? [] : [{ dhlPackageId: id, errorCode: '4041', errorDescription: words }];
  });
  const valid = ids.filter((id) => reason(id) === undefined);
  // One paper for parcels inside the country, one for those abroad.
  const papers = [false, true].flatMap((abroad): JsonObject[] => {
    const mine = valid.filter((id) => {
      const paid = byDhlId(id, account, sim);
      return paid !== undefined && isAbroad(requestOf(paid)) === abroad;
    });
    if (mine.length === 0) return [];
    const manifestId = sim.newId('dsm-');
    sim.books.append({ kind: 'manifest', id: manifestId, account: account.id, data: { packages: mine } });
    for (const id of mine) sim.books.append({ kind: 'note', id, account: account.id, data: { manifest: manifestId } });
    return [{ manifestId, isInternational: abroad, packages: mine }];
  });
  sim.books.append({
    kind: 'document',
    id: requestId,
    account: account.id,
    data: { papers, invalid, total: ids.length },
  });
  const link = `${sim.address}/shipping/v4/manifest/${asked.pickup}/${requestId}`;
  return { timestamp: sim.now().toISOString(), requestId, link };
}

const listOf = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? value : []);
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function manifestJson(requestId: string, account: SimAccount, sim: SimContext): JsonObject {
  const made = sim.books.byId(requestId).find((e) => e.kind === 'document' && e.account === account.id);
  if (!made) throw refuse(404, '404.0404001', 'Request not found');
  const pickup = account.credentials['pickup'] ?? '';
  const head = { timestamp: sim.now().toISOString(), pickup, requestId };
  if (sim.now().getTime() - Date.parse(made.at) < CLOSING_MS) return { ...head, status: 'IN_PROGRESS' };
  const invalid = listOf(made.data['invalid']);
  return {
    ...head,
    status: 'COMPLETED',
    manifests: listOf(made.data['papers'])
      .filter(isObject)
      .map((paper) => ({
        createdOn: made.at,
        manifestId: paper['manifestId'] ?? '',
        distributionCenter: account.credentials['distributionCenter'] ?? '',
        isInternational: paper['isInternational'] ?? false,
        total: listOf(paper['packages']).length,
        manifestData: Buffer.from(
          drawTestPaper(
            'Driver summary manifest',
            listOf(paper['packages']).map((id) => JSON.stringify(id)),
          ),
        ).toString('base64'),
        encodeType: 'BASE64',
        format: 'PDF',
      })),
    manifestSummary: {
      total: made.data['total'] ?? 0,
      invalid: { total: invalid.length, dhlPackageIds: [...invalid] },
    },
  };
}

const EVENTS: Readonly<Record<StoryEvent, readonly [id: number, text: string]>> = {
  created: [100, 'LABEL CREATED'],
  accepted: [200, 'PACKAGE RECEIVED AT DHL ECOMMERCE DISTRIBUTION CENTER'],
  departed: [300, 'DEPARTURE ORIGIN DHL ECOMMERCE FACILITY'],
  customs: [450, 'CUSTOMS CLEARANCE IN PROGRESS'],
  out: [598, 'OUT FOR DELIVERY'],
  delivered: [600, 'DELIVERED'],
};

export function track(query: URLSearchParams, account: SimAccount, sim: SimContext): JsonObject {
  const [packageId, dhlId, trackingId] = ['packageId', 'dhlPackageId', 'trackingId'].map((name) => query.get(name));
  const paid = sim.books
    .all()
    .find(
      (entry) =>
        entry.kind === 'paid' &&
        entry.account === account.id &&
        (entry.reference === packageId || entry.id === dhlId || textOf(entry, 'trackingId') === trackingId),
    );
  const packages = paid ? [packageJson(paid, sim)] : [];
  return { total: packages.length, limit: 10, offset: 0, timestamp: sim.now().toISOString(), packages };
}

function packageJson(paid: BookEntry, sim: SimContext): JsonObject {
  const asked = requestOf(paid);
  const days = typeof paid.data['days'] === 'number' ? paid.data['days'] : 5;
  const { consigneeAddress: to, returnAddress: from } = asked;
  const place = (a: { readonly city: string; readonly state?: string | undefined; readonly country: string }): string =>
    `${a.city}, ${a.state ?? ''}, ${a.country}`;
  const story = storyOf(new Date(paid.at), sim.now(), days, isAbroad(asked), { from: place(from), to: place(to) });
  const manifestId = manifestOf(paid.id, sim);
  return {
    recipient: { city: to.city, country: to.country, postalCode: to.postalCode },
    pickupDetail: { pickup: asked.pickup },
    package: {
      dhlPackageId: paid.id,
      packageId: asked.packageDetail.packageId,
      ...(isAbroad(asked) ? {} : { trackingId: textOf(paid, 'trackingId') }),
      ...(manifestId === '' ? {} : { manifestId }),
      orderedProductId: asked.orderedProductId,
      expectedDelivery: new Date(Date.parse(paid.at) + days * 86_400_000).toISOString().slice(0, 10),
    },
    // The simulator's clock is read in New York in winter.
    events: story.map(({ event, at, place: where }) => {
      const local = new Date(at.getTime() - 5 * 3_600_000).toISOString();
      return {
        date: local.slice(0, 10),
        time: local.slice(11, 19),
        timeZone: 'EST',
        location: where,
        primaryEventId: EVENTS[event][0],
        primaryEventDescription: EVENTS[event][1],
      };
    }),
  };
}
