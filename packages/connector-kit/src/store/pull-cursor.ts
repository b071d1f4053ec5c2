/** Reads what a page left behind for the next one. It was stored meanwhile, maybe by another version of the connector. */
import type { JsonObject } from '@scanship/domain/values/json';
import { fail } from '../errors.ts';
import { FieldProblem, readObject, type ObjectReader } from '../answers/json-reader.ts';

/**
 * @throws ConnectorError `invalid-input` for a cursor that is not ours (any more). Whoever stored it asks again from the beginning of
 *   the same pull, so nothing is lost.
 */
export function readCursor<T>(cursor: JsonObject, read: (kept: ObjectReader) => T): T {
  try {
    return read(readObject(cursor));
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    throw fail('invalid-input', 'Where this pull stood cannot be read, so it begins again from its start.', {
      vendorCode: 'bad-cursor',
      vendorMessage: error.message,
    });
  }
}

/** @throws FieldProblem for anything but a list of texts */
export function readTexts(kept: ObjectReader, name: string): string[] {
  const value: unknown = kept.raw(name);
  const list: readonly unknown[] = Array.isArray(value) ? value : [undefined];
  return list.map((one) => {
    if (typeof one !== 'string') throw new FieldProblem(kept.at(name), 'should be a list of texts');
    return one;
  });
}
