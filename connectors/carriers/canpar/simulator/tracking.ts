/** Tracking for anybody: the simulator's story in Canpar's words, in Eastern time at places in Ontario and the like. */
import type { SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { child, element, textOf } from '@scanship/simulator-kit/xml-message';
import { byBarcode, compactTime, signature } from './shipments.ts';
import { refuse } from './wire.ts';

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string, string]>> = {
  created: ['MAN', 'Shipment information received', 'Renseignements reçus'],
  accepted: ['PIC', 'Picked up', 'Ramassé'],
  departed: ['ARR', 'In transit', 'En transit'],
  customs: ['CUS', 'Customs clearance', 'Dédouanement'],
  out: ['WC', 'With courier for delivery', 'Avec le livreur'],
  delivered: ['DEL', 'Delivered', 'Livré'],
};

export function track(request: unknown, sim: SimContext): string[] {
  const barcode = textOf(request, 'barcode');
  if (barcode === '') throw refuse('BARCODE IS REQUIRED');
  const kept = byBarcode(barcode, sim);
  if (!kept) throw refuse('NO SHIPMENT FOUND');
  const { shipment, entry, price } = kept;
  const [from, to] = [child(shipment, 'pickup_address'), child(shipment, 'delivery_address')];
  const abroad = textOf(to, 'country') !== 'CA';
  const story = storyOf(new Date(entry.at), sim.now(), price.days, abroad, { from: 'from', to: 'to' });
  // The clocks of all depots here run in Eastern time, so every scan is made at the sender's or the hub.
  const place = (here: string): string => {
    const a = here === 'from' && textOf(from, 'province') === 'ON' ? from : undefined;
    return element('address', [
      element('city', a ? textOf(a, 'city').toUpperCase() : 'MISSISSAUGA'),
      element('country', 'CA'),
      element('province', 'ON'),
    ]);
  };
  const done = story.some((e) => e.event === 'delivered');
  return [
    element('result', [
      element('barcode', barcode),
      element('delivered', String(done)),
      element('estimated_delivery_date', price.deliverOn.replaceAll('-', '')),
      ...story.toReversed().map((e) => {
        const [code, english, french] = EVENTS[e.event];
        return element('events', [
          place(e.place),
          element('code', code),
          element('code_description_en', english),
          element('code_description_fr', french),
          element('comment', ''),
          element('local_date_time', compactTime(e.at)),
          element('time_shift', 0),
        ]);
      }),
      element('shipping_date', textOf(shipment, 'shipping_date').slice(0, 10).replaceAll('-', '')),
      ...(done ? [element('signed_by', signature(kept))] : []),
    ]),
  ];
}
