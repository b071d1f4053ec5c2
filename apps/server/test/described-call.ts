/** A call as the API's own description has it: what a client would read, not what we hold in memory. */
import type { Call } from '@scanship/contracts/call';
import { openApiDocument } from '../src/modules/operations/index.ts';
import type { Schema } from './near-schema.ts';

export interface DescribedCall {
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedCall>>>>;
}

const known = new Map<string, DescribedCall>();

/** @throws for a call that the description leaves out */
export function describedCall(call: Call): DescribedCall {
  const found = known.get(call.id);
  if (found) return found;
  const document: Described = JSON.parse(JSON.stringify(openApiDocument([call], 'test')));
  const [operation] = Object.values(Object.values(document.paths)[0] ?? {});
  if (!operation) throw new Error(`${call.id} is not described`);
  known.set(call.id, operation);
  return operation;
}

/** Schema of its JSON body; undefined where it takes none. */
export const bodySchema = (call: Call): Schema | undefined =>
  describedCall(call).requestBody?.content['application/json']?.schema;
