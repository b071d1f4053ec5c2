/** Groups, their transmission, and the manifests that come of it. One transmission makes one paper here. */
import { randomInt } from 'node:crypto';
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import type { BookEntry } from '@scanship/simulator-kit/books';
import {
  SimRefusal,
  type SimAccount,
  type SimAnswer,
  type SimContext,
  type SimRequest,
} from '@scanship/simulator-kit/simulator';
import { dollars } from '@scanship/simulator-kit/tariff';
import { element, many } from '@scanship/simulator-kit/xml-message';
import { accept, checkAccept, TYPES } from './contract.ts';
import { accountOf, answerOf, at, day, text, textAt } from './messages.ts';
import { waiting } from './shipments.ts';

const baseOf = (account: SimAccount, sim: SimContext): string => {
  const customer = account.credentials.customer ?? '';
  return `${sim.address}/rs/${customer}/${customer}`;
};
const linkTo = (rel: string, href: string, type: string): string =>
  element('link', '', { rel, href, 'media-type': type });

export function groups(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.shipment);
  const names = [...new Set(waiting(account, sim).map((e) => text(e.data.group)))];
  return answerOf(
    200,
    'shipment',
    'groups',
    names.map((name) =>
      element('group', [
        linkTo('group', `${baseOf(account, sim)}/shipment?groupId=${encodeURIComponent(name)}`, TYPES.shipment),
        element('group-id', name),
      ]),
    ),
  );
}

const manifestLinks = (entries: readonly BookEntry[], account: SimAccount, sim: SimContext): SimAnswer =>
  answerOf(
    200,
    'manifest',
    'manifests',
    entries.map((e) => linkTo('manifest', `${baseOf(account, sim)}/manifest/${e.id}`, TYPES.manifest)),
  );

export function transmit(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.manifest);
  const asked = accept(request, 'transmit-set');
  if (account.credentials.contract === undefined)
    throw new SimRefusal(400, '2506', 'Contract number is mandatory for manifests.');
  const names = many(at(asked, 'group-ids', 'group-id')).map(text);
  const excluded = many(at(asked, 'excluded-shipments', 'shipment-id')).map(text);
  const open = waiting(account, sim);
  const unknown = names.find((name) => !open.some((e) => e.data.group === name));
  if (unknown !== undefined)
    throw new SimRefusal(400, '9123', `Group id ${unknown} was not found for transmission; please remove or correct.`);
  if (!['Account', 'CreditCard', 'SupplierAccount'].includes(textAt(asked, 'method-of-payment')))
    throw new SimRefusal(400, '1711', 'Please select a different Method of Payment.');
  const shipments = open.filter((e) => names.includes(text(e.data.group)) && !excluded.includes(e.id));
  const number = `P${String(randomInt(10 ** 9)).padStart(9, '0')}`;
  const from = at(asked, 'manifest-address');
  const place = {
    name: textAt(from, 'manifest-company'),
    address1: textAt(from, 'address-details', 'address-line-1'),
    city: textAt(from, 'address-details', 'city'),
    provinceCode: textAt(from, 'address-details', 'prov-state'),
    zipcode: textAt(from, 'address-details', 'postal-zip-code'),
    countryCode: 'CA',
  };
  const label: JsonObject & LabelModel = {
    carrierName: 'MANIFEST (TEST)',
    serviceName: `${shipments.length} shipments`,
    trackingNumber: number,
    from: place,
    to: place,
    weightGrams: 1,
    shipDate: day(sim),
    parcelNumber: 1,
    parcelCount: 1,
    references: [textAt(asked, 'customer-reference')].filter((line) => line !== ''),
    test: true,
  };
  const entry = sim.books.append({
    kind: 'manifest',
    id: String(randomInt(10 ** 9, 10 ** 12)).padStart(18, '7'),
    account: account.id,
    reference: textAt(asked, 'customer-reference') || undefined,
    data: {
      number,
      payment: textAt(asked, 'method-of-payment'),
      point: textAt(asked, 'requested-shipping-point'),
      shipments: shipments.map((e) => e.id),
      label,
    },
  });
  for (const shipment of shipments)
    sim.books.append({ kind: 'note', id: shipment.id, account: account.id, data: { manifest: entry.id } });
  return manifestLinks([entry], account, sim);
}

const compact = (moment: string): string => moment.slice(0, 10).replaceAll('-', '');

export function listManifests(request: SimRequest, sim: SimContext): SimAnswer {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.manifest);
  const start = request.query.get('start') ?? '';
  const end = request.query.get('end') ?? compact(new Date(sim.now().getTime() + 86_400_000).toISOString());
  if (!/^\d{8}$/.test(start) || !/^\d{8}$/.test(end) || start > end)
    throw new SimRefusal(400, '9105', 'The start date cannot be a later date than the end date.');
  const mine = sim.books
    .all()
    .filter((e) => e.kind === 'manifest' && e.account === account.id)
    .filter((e) => compact(e.at) >= start && compact(e.at) <= end);
  return manifestLinks(mine, account, sim);
}

function entryOf(request: SimRequest, sim: SimContext): { entry: BookEntry; account: SimAccount } {
  const account = accountOf(request, sim);
  checkAccept(request, TYPES.manifest);
  const entry = sim.books.byId(request.params.id ?? '').find((e) => e.kind === 'manifest' && e.account === account.id);
  if (!entry) throw new SimRefusal(404, '404', 'The resource path is incorrect or no longer available.');
  return { entry, account };
}

export function readManifest(request: SimRequest, sim: SimContext): SimAnswer {
  const { entry, account } = entryOf(request, sim);
  const self = `${baseOf(account, sim)}/manifest/${entry.id}`;
  return answerOf(200, 'manifest', 'manifest', [
    element('po-number', text(entry.data.number)),
    element('links', [
      linkTo('self', self, TYPES.manifest),
      linkTo('details', `${self}/details`, TYPES.manifest),
      linkTo('manifestShipments', `${baseOf(account, sim)}/shipment?manifestId=${entry.id}`, TYPES.shipment),
      linkTo('artifact', `${sim.address}/rs/artifact/${account.id}/${entry.id}/0`, 'application/pdf'),
    ]),
  ]);
}

export function manifestDetails(request: SimRequest, sim: SimContext): SimAnswer {
  const { entry, account } = entryOf(request, sim);
  const { label } = entry.data;
  const { from } = label as JsonObject & LabelModel;
  const customer = account.credentials.customer ?? '';
  const total = (entry.data.shipments as string[])
    .flatMap((id) => sim.books.byId(id))
    .filter((e) => e.kind === 'paid')
    .reduce((sum, e) => sum + Math.round(Number((e.data.price as JsonObject).due) * 100), 0);
  const cost = (name: string, cents: number): string => element(name, dollars(cents));
  return answerOf(200, 'manifest', 'manifest-details', [
    element('po-number', text(entry.data.number)),
    element('final-shipping-point', text(entry.data.point) || from.zipcode),
    element('shipping-point-name', 'TEST DEPOT'),
    element('shipping-point-id', '0000'),
    element('mailed-by-customer', customer),
    element('mailed-on-behalf-of', customer),
    element('paid-by-customer', customer),
    element('customer-ref', entry.reference ?? ''),
    element('manifest-date', entry.at.slice(0, 10)),
    element('manifest-time', `${entry.at.slice(11, 16)} GMT`),
    element('contract-id', account.credentials.contract ?? ''),
    element('method-of-payment', text(entry.data.payment)),
    element('manifest-pricing-info', [
      cost('base-cost', total),
      cost('automation-discount', 0),
      cost('options-and-surcharges', 0),
      cost('gst', 0),
      cost('pst', 0),
      cost('hst', 0),
      cost('total-due-cpc', total),
    ]),
    element('manifest-address', [
      element('manifest-company', from.name),
      element('phone-number', '416 555 0100'),
      element('address-details', [
        element('address-line-1', from.address1),
        element('city', from.city),
        element('prov-state', from.provinceCode),
        element('country-code', 'CA'),
        element('postal-zip-code', from.zipcode),
      ]),
    ]),
  ]);
}
