/** Simulator of the Tracking API: events and signatures of the parcels that were bought. */
import type { JsonObject } from '@scanship/domain/values/json';
import { SimRefusal, type SimContext } from '@scanship/simulator-kit/simulator';
import { storyOf, type StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { paidWith, requestOf } from './orders.ts';

const EVENTS: Readonly<Record<StoryEvent, readonly [string, string]>> = {
  created: ['EVAIP', 'Sender despatching item'],
  accepted: ['EVIMC', 'Item Received'],
  departed: ['EVDAV', 'Item Despatched to DO'],
  customs: ['EVNCU', 'In customs clearance'],
  out: ['EVGPD', 'Due to be delivered today'],
  delivered: ['EVKSP', 'Delivered and Signed'],
};

interface Way {
  readonly piece: JsonObject;
  readonly story: ReturnType<typeof storyOf>;
}

function wayOf(number: string, sim: SimContext): Way {
  const paid = paidWith(number, sim);
  if (!paid) throw new SimRefusal(404, 'E1142', `Barcode reference ${number} isn't recognised`);
  const { recipient, postageDetails } = requestOf(paid);
  const { countryCode = '', city = '' } = recipient.address ?? {};
  const crosses = !['GB', 'GG', 'JE', 'IM'].includes(countryCode);
  const days = crosses ? 6 : postageDetails?.serviceCode === 'TPS48' ? 3 : 2;
  const story = storyOf(new Date(paid.at), sim.now(), days, crosses, { from: 'Mount Pleasant MC', to: city });
  return { story, piece: { mailPieceId: number, carrierShortName: 'RM', carrierFullName: 'Royal Mail Group Ltd' } };
}

export function events(number: string, sim: SimContext): JsonObject {
  const { piece, story } = wayOf(number, sim);
  return {
    mailPieces: {
      ...piece,
      summary: { uniqueItemId: `${number}00000000`, oneDBarcode: number },
      events: story.toReversed().map(({ event, at, place }) => ({
        eventCode: EVENTS[event][0],
        eventName: EVENTS[event][1],
        eventDateTime: at.toISOString(),
        locationName: place,
      })),
    },
  };
}

export function signature(number: string, sim: SimContext): JsonObject {
  const { piece, story } = wayOf(number, sim);
  const delivered = story.find(({ event }) => event === 'delivered');
  if (!delivered)
    throw new SimRefusal(404, 'E1144', `Proof of delivery is not available for barcode reference ${number}`);
  return {
    mailPieces: {
      ...piece,
      signature: {
        oneDBarcode: number,
        recipientName: 'RECEIVER',
        signatureDateTime: delivered.at.toISOString(),
        imageFormat: 'image/svg+xml',
        imageId: '001234',
        height: 530,
        width: 660,
        image: '<svg height="530" width="660"></svg>',
      },
    },
  };
}
