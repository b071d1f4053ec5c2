/** `TrackingByPinsOrReferences`: one question for numbers and references alike, with or without proof of delivery. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { call } from './client.ts';

export interface Search {
  readonly trackingId: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly proof?: boolean | undefined;
  readonly account?: string | undefined;
}

/** The answer's element above the results. */
export async function search(env: CarrierEnv, searches: readonly Search[], name: string): Promise<ObjectReader> {
  const { answer } = await call(env, {
    service: 'tracking',
    operation: 'TrackingByPinsOrReferences',
    name,
    body: {
      TrackingSearchCriteria: {
        searches: {
          search: searches.map((one) => ({
            trackingId: one.trackingId,
            shipmentDateFrom: one.from,
            shipmentDateTo: one.to,
            pod: one.proof,
            account: one.account,
          })),
        },
      },
    },
    readOnly: true,
  });
  return answer;
}

const FOUND: Readonly<Record<string, boolean>> = { FOUND: true, 'NOT FOUND': false, NOTFOUND: false, NOT_FOUND: false };

/** @throws FieldProblem for a word that is neither */
export const isFound = (result: ObjectReader): boolean => result.choice('status', FOUND);

/**
 * "TORONTO, ON" or "BUFFALO, NY, US": half a place is none, since its zone places the event.
 * @throws FieldProblem for a damaged part
 */
export function placeOf(location: ObjectReader): string | undefined {
  const words = (name: string): string | undefined => (location.has(name) ? location.string(name) : undefined);
  const [city, province, country] = [words('City'), words('provinceState'), words('CountryCode')];
  if (city === undefined || country === undefined) return undefined;
  if (province === undefined && (country === 'CA' || country === 'US')) return undefined;
  return [city, province, country === 'CA' ? undefined : country].filter((part) => part !== undefined).join(', ');
}

/** "2022-11-17 10:48:28", local time of the place. */
export const localTime = (e: ObjectReader, name: string): string =>
  e.string(name, /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2})?$/).replace(' ', 'T');
