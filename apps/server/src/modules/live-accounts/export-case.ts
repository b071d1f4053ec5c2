/**
 * A case for developers: exchanges in the form of `OwnExchange` (connector-kit/conformance), with everything that names a person, an
 * account or a shipment replaced, the same everywhere in the file. docs/connectors.md tells how it becomes a case.
 */
import { randomBytes } from 'node:crypto';
import { createPseudonyms, parsed, type Pseudonyms } from '@scanship/connector-kit/http/pseudonyms';
import type { Json } from '@scanship/domain/values/json';
import type { ExactCall } from '../carriers/index.ts';

/** Headers that decide how an answer is read; all others are left out. */
const KEPT_HEADERS = new Set(['content-type', 'retry-after', 'x-total-count', 'x-wp-total', 'x-wp-totalpages']);

export interface CaseOf {
  readonly connector: string;
  readonly name: string;
  /** Values of the account that are no secret and may stand anywhere: its numbers, its store's address. */
  readonly accountValues: readonly string[];
  readonly calls: readonly ExactCall[];
}

export function exportCase({ connector, name, accountValues, calls }: CaseOf): Uint8Array {
  const pseudonyms = createPseudonyms(randomBytes(32));
  for (const value of accountValues) pseudonyms.add(value);
  for (const { content } of calls)
    for (const text of [content.address, content.requestBody, content.responseBody])
      if (text !== null) pseudonyms.learn(text);
  const whole: Json = {
    form: 'scanship-case/1',
    connector,
    name: pseudonyms.write(name),
    // The month is enough for a case, and tells nobody of a day.
    recorded: (calls[0]?.call.at ?? '').slice(0, 7),
    exchanges: calls.map((one) => exchangeOf(one, pseudonyms)),
  };
  return Buffer.from(`${JSON.stringify(whole, undefined, 2)}\n`);
}

function exchangeOf({ call, content }: ExactCall, pseudonyms: Pseudonyms): Json {
  const { path, query } = placeOf(content.address, pseudonyms);
  return {
    operation: call.operation,
    request: {
      method: call.method,
      path,
      query,
      headers: headersOf(content.requestHeaders),
      body: bodyOf(content.requestBody, pseudonyms),
    },
    answer:
      call.status === null
        ? null
        : {
            status: call.status,
            headers: headersOf(content.responseHeaders),
            body: bodyOf(content.responseBody, pseudonyms),
          },
    fault: content.fault === null ? null : pseudonyms.write(content.fault),
  };
}

/** Without the host: a store's address is its name. */
function placeOf(address: string, pseudonyms: Pseudonyms): { readonly path: string; readonly query: string } {
  if (!URL.canParse(address)) return { path: '', query: '' };
  const { pathname, search } = new URL(address);
  return { path: pseudonyms.write(decodeURI(pathname)), query: pseudonyms.write(search) };
}

const headersOf = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([header]) => KEPT_HEADERS.has(header)));

function bodyOf(body: string | null, pseudonyms: Pseudonyms): Json {
  if (body === null) return null;
  const text = pseudonyms.write(body);
  // Shortened, or no JSON after all: it stands there as text.
  return (parsed(text)?.value ?? text) as Json;
}
