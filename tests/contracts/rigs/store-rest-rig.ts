/** Records the calls of a store connector, and finds what a contract refuses while the simulator takes it. */
import { readFileSync } from 'node:fs';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import type { StoreEnv } from '@scanship/connector-kit/store/store-environment';
import { jsonMutants } from '../judges/json-mutants.ts';
import type { ApiRequest, Correction, OpenApiJudge } from '../judges/openapi.ts';

/** Fields that are nullable without a type of their own, in the schemas of a document (JSON): no validator takes that. */
export function nullableRefs(file: string): Correction[] {
  const found: Correction[] = [];
  const walk = (value: unknown, at: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('nullable' in value && !('type' in value) && typeof value.nullable === 'boolean')
      found.push({ at: at.join('.'), set: { nullable: undefined }, reason: 'The field is nullable without a type.' });
    for (const [name, part] of Object.entries(value)) walk(part, [...at, name]);
  };
  const document = JSON.parse(readFileSync(file, 'utf8')) as { components: { schemas: unknown } };
  walk(document.components.schemas, ['components', 'schemas']);
  return found;
}

export interface SeenCall {
  readonly name: string;
  readonly request: ApiRequest;
  readonly status: number;
  readonly answer: unknown;
}

function asSent(request: HttpRequest): ApiRequest {
  const query = new URLSearchParams(
    Object.entries(request.query ?? {}).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  ).toString();
  return {
    method: request.method,
    path: query === '' ? request.path : `${request.path}?${query}`,
    headers: request.headers ?? {},
    ...(typeof request.body === 'string' ? { body: request.body } : {}),
  };
}

/** The same environment; every call and its answer is put into `seen`. */
export const watchCalls = <E extends Pick<StoreEnv, 'http'>>(env: E, seen: SeenCall[]): E => ({
  ...env,
  http: {
    async send(request) {
      const response = await env.http.send(request);
      seen.push({ name: request.name, request: asSent(request), status: response.status, answer: response.json() });
      return response;
    },
  },
});

export interface MutantCount {
  readonly compared: number;
  readonly refused: number;
  /** "call: what: words of the contract" for each that the simulator took. */
  readonly taken: readonly string[];
}

/**
 * Every n-th mutant of the bodies (all with VERIFY set), judged by the contract and sent to the simulator.
 * @param meant mutants ("call: what") that the simulator may take
 */
export async function mutantsTaken(
  calls: readonly SeenCall[],
  contract: OpenApiJudge,
  address: string,
  sample: number,
  meant: RegExp,
): Promise<MutantCount> {
  const step = process.env.VERIFY ? 1 : sample;
  const taken: string[] = [];
  let compared = 0;
  let refused = 0;
  for (const { name, request } of calls) {
    const all = jsonMutants(JSON.parse(request.body ?? '{}') as unknown);
    for (const [index, mutant] of all.entries()) {
      if (index % step !== 0) continue;
      const body = JSON.stringify(mutant.value) ?? '';
      compared += 1;
      const verdict = contract.judge({ ...request, body });
      if (verdict.accepted) continue;
      refused += 1;
      const answer = await fetch(address + request.path, { method: request.method, headers: request.headers, body });
      await answer.arrayBuffer();
      if (answer.ok && !meant.test(`${name}: ${mutant.what}`)) taken.push(`${name}: ${mutant.what}: ${verdict.why}`);
    }
  }
  return { compared, refused, taken };
}
