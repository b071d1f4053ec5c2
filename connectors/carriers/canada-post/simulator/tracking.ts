/** Tracking v2: the story of a bought parcel in the service's words. */
import type { JsonObject } from '@scanship/domain/values/json';
import type { LabelModel } from '@scanship/domain/printing/label';
import { SimRefusal, type SimAnswer, type SimContext, type SimRequest } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { element } from '@scanship/simulator-kit/xml-message';
import { checkAccept, TYPES } from './contract.ts';
import { accountOf, answerOf, text } from './messages.ts';
import { provinceOf } from './pricing.ts';

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string]>> = {
  created: ['3000', 'Electronic information submitted by shipper'],
  accepted: ['1302', 'Item accepted at the Post Office'],
  departed: ['0100', 'Item processed at postal facility'],
  customs: ['4400', 'Item has been sent to customs in the destination country'],
  out: ['0174', 'Item out for delivery'],
  delivered: ['1496', 'Item successfully delivered'],
};

/** Date, time and zone of an instant in the Eastern zone, the way the service writes them. */
function easternParts(time: Date): readonly [string, string, string] {
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', ...options }).format(time);
  const zone = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Toronto', timeZoneName: 'short' })
    .formatToParts(time)
    .find((p) => p.type === 'timeZoneName')?.value;
  return [
    format({ year: 'numeric', month: '2-digit', day: '2-digit' }),
    format({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }),
    zone ?? 'EST',
  ];
}

/** The parcel of a number and what has happened to it. @throws SimRefusal 004 */
function historyOf(pin: string, sim: SimContext) {
  const entry = sim.books.byId(text(sim.books.byId(pin)[0]?.data.shipmentId)).find((e) => e.kind === 'paid');
  if (!entry) throw new SimRefusal(404, '004', 'No Pin History');
  const model = entry.data.label as JsonObject & LabelModel;
  const story = storyOf(new Date(entry.at), sim.now(), Number(entry.data.days), entry.data.crosses === true, {
    from: model.from.city,
    to: model.to.city,
  });
  return { entry, model, story };
}

/** Proof of delivery as a document, once it is delivered. */
export async function certificate(request: SimRequest, sim: SimContext): Promise<SimAnswer> {
  accountOf(request, sim);
  checkAccept(request, TYPES.track);
  const pin = request.params.pin ?? '';
  const { model, story } = historyOf(pin, sim);
  if (story.at(-1)?.event !== 'delivered') throw new SimRefusal(404, '007', 'No Delivery Information Available');
  const pdf = await sim.drawLabel({ ...model, carrierName: 'DELIVERY CERTIFICATE (TEST)' }, 'pdf');
  return answerOf(200, 'track', 'delivery-confirmation-certificate', [
    element('filename', `${pin}.pdf`),
    element('image', Buffer.from(pdf).toString('base64')),
    element('mime-type', 'application/pdf'),
  ]);
}

export function track(request: SimRequest, sim: SimContext): SimAnswer {
  accountOf(request, sim);
  checkAccept(request, TYPES.track);
  const pin = request.params.pin ?? '';
  const { entry, model, story } = historyOf(pin, sim);
  const { from, to } = model;
  const [ref1 = '', ref2 = ''] = Array.isArray(entry.data.references) ? entry.data.references.map(text) : [];
  const fields: readonly (readonly [string, string])[] = [
    ['pin', pin],
    ['active-exists', '1'],
    ['archive-exists', ''],
    ['changed-expected-date', ''],
    ['destination-postal-id', to.countryCode === 'CA' ? to.zipcode : ''],
    ['expected-delivery-date', text((entry.data.price as JsonObject).by)],
    ['changed-expected-delivery-reason', ''],
    ['mailed-by-customer-number', ''],
    ['mailed-on-behalf-of-customer-number', ''],
    ['original-pin', ''],
    ['service-name', model.serviceName],
    ['service-name-2', model.serviceName],
    ['customer-ref-1', ref1],
    ['customer-ref-2', ref2],
    ['return-pin', ''],
    ['signature-image-exists', 'false'],
    ['suppress-signature', 'false'],
  ];
  return answerOf(200, 'track', 'tracking-detail', [
    ...fields.map(([name, value]) => element(name, value)),
    element('delivery-options', []),
    element(
      'significant-events',
      story
        .toReversed()
        .map((e) =>
          occurrence(e.event, e.at, e.place, e.place === to.city ? to.provinceCode : provinceOf(from.zipcode)),
        ),
    ),
  ]);
}

function occurrence(event: StoryEvent, time: Date, place: string, province: string): string {
  const [code, words] = EVENTS[event];
  const [date, clock, zone] = easternParts(time);
  const fields: readonly (readonly [string, string])[] = [
    ['event-identifier', code],
    ['event-date', date],
    ['event-time', clock],
    ['event-time-zone', zone],
    ['event-description', words],
    ['signatory-name', event === 'delivered' ? 'T. TESTER' : ''],
    ['event-site', place.toUpperCase()],
    ['event-province', province],
    ['event-retail-location-id', ''],
    ['event-retail-name', ''],
  ];
  return element(
    'occurrence',
    fields.map(([name, value]) => element(name, value)),
  );
}
