/**
 * The end of a shipping day: every parcel of it that the access may see is handed over to GLS's systems at once, also those that
 * were not chosen here. GLS does so by itself four days later; it makes no paper and gives no number.
 */
import type { EndOfDayInput, EndOfDayResult } from '@scanship/connector-kit/carrier/end-of-day';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { JsonObject, StepOutcome, SteppedOperation } from '@scanship/connector-kit/steps/steps';
import { shipIt } from './client.ts';
import { manifest } from './manifest.ts';

const NAME = manifest.name;

async function close(input: EndOfDayInput, _kept: JsonObject, env: CarrierEnv): Promise<StepOutcome<EndOfDayResult>> {
  // GLS closes by the day a parcel was announced for, which need not be the day of the hand-over.
  const announced = input.shipments.map(({ kept }) => (typeof kept.shipDate === 'string' ? kept.shipDate : input.date));
  const date = announced[0] ?? input.date;
  const answer = await shipIt(env, { path: '/shipments/endofday', name: 'end of day', query: { date } });
  // After it no parcel of the day is open, so one that is not among these was closed before.
  const closed = answer.strictList('Shipments', (shipment) => shipment.object('Consignee')).length;
  const leftOut = input.shipments.flatMap(({ reference }, index) => {
    if (announced[index] !== date)
      return [
        { reference, message: `This parcel is announced for another day than ${date}; close that day by itself.` },
      ];
    return closed > 0
      ? []
      : [{ reference, message: `${NAME} had no open parcel of ${date}: this one is closed already.` }];
  });
  // GLS numbers no closes, so the day and our own reference stand for one.
  const manifestNumbers = closed > 0 ? [`${date} ${input.reference}`] : [];
  return { kind: 'done', result: { manifestNumbers, files: [], leftOut } };
}

export const endOfDay: SteppedOperation<EndOfDayInput, EndOfDayResult> = {
  steps: [{ name: 'close', effect: 'create', run: close }],
  // What a day that was closed a second time held is not told.
  recovery: 'none',
  settleAfterMs: 0,
};
