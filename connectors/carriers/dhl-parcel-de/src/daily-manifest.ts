/** The manifest of a day: which shipments were closed out, on which sheet, and the paper itself. */
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { readObject } from '@scanship/connector-kit/answers/json-reader';
import { call } from './client.ts';
import { pdfOf, SHIPMENT } from './documents.ts';

interface DailyManifest {
  /** Sheet of each shipment that was closed out on the day. */
  readonly sheets: ReadonlyMap<string, string>;
  readonly papers: readonly Uint8Array[];
}

/** @param day YYYY-MM-DD; undefined when nothing was closed out on it */
export async function dailyManifest(
  day: string,
  env: CarrierEnv,
  documents: 'include' | 'URL',
): Promise<DailyManifest | undefined> {
  const response = await call(env, {
    api: 'shipping',
    method: 'GET',
    path: '/manifests',
    query: { date: day, includeDocs: documents },
    name: 'get manifest',
    accept: [404],
  });
  if (response.status === 404) return undefined;
  const answer = readObject(response.json());
  const items = answer.strictList('items', (one) => [one.id('shipmentNo', SHIPMENT), one.id('sheetNo')] as const);
  return {
    sheets: new Map(items),
    papers: documents === 'include' && answer.has('manifest') ? answer.strictList('manifest', pdfOf) : [],
  };
}
