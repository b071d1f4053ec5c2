/**
 * Files of a lane share their workers, so a file that leaves another `fetch` behind breaks whichever comes next. A vendor's client that
 * brings its own (they once had to) is imported in a hook, and what it replaced is put back after the tests.
 */
import { afterAll } from 'vitest';

const NAMES = ['fetch', 'Request', 'Response', 'Headers', 'FormData', 'AbortController', 'setTimeout', 'Date'] as const;

type Globals = Readonly<Record<(typeof NAMES)[number], unknown>>;
const now = (): Globals => {
  const { fetch, Request, Response, Headers, FormData, AbortController, setTimeout, Date } = globalThis;
  return { fetch, Request, Response, Headers, FormData, AbortController, setTimeout, Date };
};

declare global {
  /** As a worker's first file found them. */
  var globalsAtFirst: Globals | undefined;
}
const first = (globalThis.globalsAtFirst ??= now());

afterAll(() => {
  const left = now();
  const changed = NAMES.filter((name) => left[name] !== first[name]);
  Object.assign(globalThis, first);
  if (changed.length > 0) throw new Error(`This file leaves its own ${changed.join(', ')} to the files after it.`);
});
