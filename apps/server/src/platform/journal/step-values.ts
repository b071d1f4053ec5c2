/** What a step gave, as it is sealed in `effect_steps.vendor_result`: JSON, with file bytes as base64. */
import type { Json, JsonObject } from '@scanship/domain/values/json';

export interface StepValue {
  readonly keep: JsonObject;
  readonly result: JsonObject;
}

/** @param withBytes false leaves file bytes out, because they are stored as documents in the same transaction */
export function encodeStepValue(keep: object | undefined, result: object | undefined, withBytes: boolean): Json {
  return { keep: encode(keep ?? {}, withBytes), result: encode(result ?? {}, withBytes) };
}

export function decodeStepValue(value: Json): { readonly keep: JsonObject; readonly result: JsonObject } {
  if (!isObject(value)) return { keep: {}, result: {} };
  const keep = value['keep'];
  // Bytes are no JSON, and only the handler that gave them reads them again.
  const result = decode(value['result'] ?? {}) as JsonObject;
  return { keep: isObject(keep) ? keep : {}, result };
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function encode(value: unknown, withBytes: boolean): Json {
  if (value instanceof Uint8Array)
    return {
      $bytes: withBytes ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') : null,
    };
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map((each) => encode(each, withBytes));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, each]) => each !== undefined)
        .map(([name, each]) => [name, encode(each, withBytes)]),
    );
  return typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value))
    ? value
    : null;
}

function decode(value: Json): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (!isObject(value)) return value;
  if ('$bytes' in value) return typeof value['$bytes'] === 'string' ? Buffer.from(value['$bytes'], 'base64') : null;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, decode(each ?? null)]));
}
