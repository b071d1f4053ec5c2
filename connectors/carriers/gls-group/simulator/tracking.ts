/** Track and Trace of the simulator, and ShipIT's proof of delivery. */
import type { JsonObject } from '@scanship/domain/values/json';
import { jsonAnswer, type SimAnswer, type SimContext } from '@scanship/simulator-kit/simulator';
import { drawTestPaper } from '@scanship/simulator-kit/test-paper';
import type { StoryEvent } from '@scanship/simulator-kit/tracking-story';
import { accept, podRequest, refuse } from './contract.ts';
import { identified, story, type Parcel } from './parcels.ts';

/** Codes of a data set and of the hand-over are GLS's own; the others are the simulator's. */
const EVENTS: Readonly<Record<StoryEvent, readonly [code: string, status: string, words: string]>> = {
  created: ['INTIAL.PREADVICE', 'PREADVICE', 'The parcel data was entered into the GLS IT system.'],
  accepted: ['INTIAL.NORMAL', 'INTRANSIT', 'The parcel was handed over to GLS.'],
  departed: ['OUTBND.NORMAL', 'INTRANSIT', 'The parcel has left the parcel center.'],
  customs: ['OUTBND.CUSTOMS', 'INTRANSIT', 'The parcel is in customs.'],
  out: ['INDELI.NORMAL', 'INDELIVERY', 'The parcel is expected to be delivered during the day.'],
  delivered: ['DELIVD.NORMAL', 'DELIVERED', 'The parcel has been delivered.'],
};

/** With an offset and no colon in it, as the contract's examples. */
const offset = (at: Date): string => `${at.toISOString().slice(0, 19)}+0000`;

const MOST = 10;

function parcelMessage(requested: string, parcel: Parcel, sim: SimContext): JsonObject {
  const told = story(parcel, sim);
  const { CountryCode } = parcel.shipment.Consignee.Address;
  const last = told.at(-1);
  const events = told.toReversed().map(({ event, at, place }) => ({
    code: EVENTS[event][0],
    city: place,
    postalCode: '',
    country: CountryCode,
    description: EVENTS[event][2],
    eventDateTime: offset(at),
  }));
  return {
    requested,
    unitno: parcel.parcelNumber,
    status: parcel.voided ? 'CANCELED' : EVENTS[last?.event ?? 'created'][1],
    statusDateTime: offset(last?.at ?? new Date(parcel.paid.at)),
    events,
  };
}

/** @param reads which of a parcel's names may be asked for */
export function parcelsAnswer(
  numbers: string,
  parcels: readonly Parcel[],
  sim: SimContext,
  reads: readonly ('trackId' | 'parcelNumber')[],
): SimAnswer {
  const wanted = numbers.split(',');
  if (wanted.length > MOST)
    return jsonAnswer(400, {
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: `Provided references of size '${wanted.length}' is more than allowed limit of ${MOST}`,
    });
  return jsonAnswer(200, {
    parcels: wanted.map((requested) => {
      const parcel = parcels.find((one) => reads.some((name) => one[name] === requested));
      return parcel
        ? parcelMessage(requested, parcel, sim)
        : { requested, errorCode: 'E_404_01', errorMessage: 'Resource Not Found' };
    }),
  });
}

export function proof(body: unknown, parcels: readonly Parcel[], sim: SimContext): JsonObject {
  const wanted = accept(podRequest, body);
  const [parcel, ...others] = identified(parcels, wanted);
  if (!parcel || others.length > 0)
    throw refuse(
      'INVALID_SHIPMENT_ID',
      `No shipment unit found for parcel identifier(s) ${Object.values(wanted).join(' ')}.`,
    );
  const delivered = story(parcel, sim).find(({ event }) => event === 'delivered');
  if (!delivered)
    throw refuse(
      'INVALID_SHIPMENT_ID',
      'Invalid shipment unit number ShipmentUnit.TrackTraceStatus: POD cannot be generated, the parcel is in the wrong state.',
    );
  const paper = drawTestPaper('Proof of delivery', [parcel.parcelNumber, offset(delivered.at)]);
  return { PODItem: { TrackID: parcel.trackId, ImageData: Buffer.from(paper).toString('base64') } };
}
