/** Ten parcels a question. Events have words and no codes; articles stand by themselves or within a consignment. */
import type { CarrierTrackingEvent, TrackedParcel, TrackInput } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { FieldProblem, type ObjectReader } from '@scanship/connector-kit/answers/json-reader';
import { statusOfWords } from '@scanship/connector-kit/tracking/status-words';
import { untracked } from '@scanship/connector-kit/tracking/track-each';
import type { TrackingStatus } from '@scanship/domain/tracking/tracking';
import { ask, inWords, readError } from './client.ts';
import { manifest } from './manifest.ts';

/** Australia Post's own words, before the common ones; the first form that fits counts. */
const WORDS: readonly (readonly [RegExp, TrackingStatus])[] = [
  [/^shipping information/i, 'label-created'],
  [/awaiting collection|ready for (pick ?up|collection)/i, 'available-for-pickup'],
  [/^(?:(?!with|on ?board)[^])*(?:with|on ?board)[^]*for delivery|on ?board with driver/i, 'out-for-delivery'],
  [/awaiting clearance|in customs|cleared by customs|held by (customs|border)/i, 'customs'],
  [/awaiting international departure|cleared and awaiting/i, 'in-transit'],
  [/received by australia post|received (item|from) sender|^lodged|picked up/i, 'accepted'],
  [/to be re-?delivered|unsuccessful delivery|cannot be delivered|held by courier|possible delay/i, 'exception'],
];
export const statusOf = (words: string): TrackingStatus =>
  WORDS.find(([form]) => form.test(words))?.[1] ?? statusOfWords(words) ?? 'unknown';

function event(e: ObjectReader): CarrierTrackingEvent {
  const text = e.string('description');
  return {
    occurredAt: e.instant('date'),
    status: statusOf(text),
    code: text,
    text,
    place: e.maybe('location', (n) => e.string(n)),
  };
}

/** The article among those of a consignment; a single one may go by another name than the one asked for. */
function articleOf(result: ObjectReader, trackingNumber: string): ObjectReader | undefined {
  const articles = result
    .list('trackable_items', (one) => one, { optional: true })
    .flatMap((one) => (one.has('items') ? one.list('items', (article) => article) : [one]));
  const named = articles.find((one) => one.has('article_id') && one.string('article_id') === trackingNumber);
  return named ?? (articles.length === 1 ? articles[0] : undefined);
}

function readResult(whole: ObjectReader): TrackedParcel {
  const trackingNumber = whole.string('tracking_id', /^[A-Z0-9]{4,60}$/);
  const result = whole.isolated();
  const errors = result.list('errors', readError, { optional: true }).map(({ words }) => inWords(words));
  const article = articleOf(result, trackingNumber);
  const events = article?.list('events', event, { optional: true }) ?? [];
  const problems = [...errors, ...result.problems];
  if (events.length === 0 && problems.length === 0)
    return untracked(trackingNumber, `${manifest.name} has no news of ${trackingNumber} yet.`);
  return { trackingNumber, events, problems };
}

/** A result that cannot be read never costs the others theirs; the caller says that it is missing. */
export function readTracked(body: ObjectReader): readonly TrackedParcel[] {
  return body.list('tracking_results', (one) => {
    try {
      return readResult(one);
    } catch (error) {
      if (!(error instanceof FieldProblem) || !one.has('tracking_id')) throw error;
      return untracked(one.string('tracking_id'), `${manifest.name}: ${error.message}`);
    }
  });
}

const PER_CALL = 10;

export async function track(input: TrackInput, env: CarrierEnv): Promise<readonly TrackedParcel[]> {
  const parcels: TrackedParcel[] = [];
  for (let at = 0; at < input.trackingNumbers.length; at += PER_CALL) {
    const body = await ask(env, {
      method: 'GET',
      path: '/track',
      query: { tracking_ids: input.trackingNumbers.slice(at, at + PER_CALL).join(',') },
      name: 'track',
    });
    parcels.push(...readTracked(body));
  }
  return parcels;
}
