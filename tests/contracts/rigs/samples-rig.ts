/** For carriers of which only samples are known: answers played from a list, members held against a sample, damage. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { ConnectorProblem } from '@scanship/connector-kit/errors';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { mutationsOf, survival } from '@scanship/connector-kit/conformance/mutations';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import type { Result } from '@scanship/domain/values/result';

export type Played = string | Uint8Array | { readonly status: number; readonly body?: string };

export const sampleText = (folder: string, name: string): string => readFileSync(join(folder, `${name}.json`), 'utf8');
export const sampleJson = (folder: string, name: string): Record<string, unknown> =>
  JSON.parse(sampleText(folder, name)) as Record<string, unknown>;

/** Answers each call from a list, JSON unless it is bytes; what was asked is in `sent`. */
export function playing(
  manifest: CarrierManifest,
  credentials: Readonly<Record<string, string>>,
  answers: readonly Played[],
): CarrierEnv & { readonly sent: HttpRequest[] } {
  const sent: HttpRequest[] = [];
  return {
    sent,
    mode: 'sandbox',
    credentials,
    settings: {},
    tokens: createTokenCache().of('samples'),
    now: () => new Date('2026-11-23T12:00:00Z'),
    pause: () => Promise.resolve(),
    http: {
      send: (request) => {
        const answer = answers[sent.length] ?? '';
        sent.push(request);
        const whole =
          typeof answer === 'string' || answer instanceof Uint8Array ? { status: 200, body: answer } : answer;
        return Promise.resolve(
          makeResponse(manifest.name, {
            status: whole.status,
            headers: { 'content-type': whole.body instanceof Uint8Array ? 'application/pdf' : 'application/json' },
            bytes: new Uint8Array(Buffer.from(whole.body ?? '')),
            traceId: 'sample',
          }),
        );
      },
    },
  };
}

/** Members of ours that the sample does not have, or has with another type; lists are held against the sample's first item. */
export function strangers(ours: unknown, sample: unknown, at = ''): readonly string[] {
  if (Array.isArray(ours)) {
    if (!Array.isArray(sample)) return [`${at} is no list in the sample`];
    return ours.flatMap((item, i) => strangers(item, sample[0], `${at}[${i}]`));
  }
  if (typeof ours === 'object' && ours !== null) {
    if (typeof sample !== 'object' || sample === null) return [`${at} is no object in the sample`];
    return Object.entries(ours).flatMap(([name, value]) =>
      value === undefined
        ? []
        : Object.hasOwn(sample, name)
          ? strangers(value, (sample as Record<string, unknown>)[name], `${at}.${name}`)
          : [`${at}.${name} is not in the sample`],
    );
  }
  return ours === null || sample === null || typeof ours === typeof sample
    ? []
    : [`${at} is a ${typeof ours}, in the sample a ${typeof sample}`];
}

/** "Not ready yet" is an honest answer to a damaged one. */
const waits = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'wait';

/** Plays every damage of a sample answer; says what crashed or came out wrong. */
export async function damage<T>(
  body: string,
  play: (body: string) => Promise<Result<T, ConnectorProblem>>,
  every = 1,
  type = 'application/json',
): Promise<{ readonly played: number; readonly faults: readonly string[] }> {
  const whole = await play(body);
  if (!whole.ok) throw new Error(whole.problem.message);
  const all = mutationsOf(type, Buffer.from(body));
  const faults: string[] = [];
  for (const mutation of process.env.VERIFY ? all : all.filter((_m, index) => index % every === 0)) {
    const got = await play(Buffer.from(mutation.body).toString('utf8'));
    const what = `${mutation.path} ${mutation.how}`;
    if (!got.ok && got.problem.vendorCode === 'connector-fault') faults.push(`${what}: crash`);
    if (got.ok && !waits(got.value) && survival(whole.value, got.value).wrong.length > 0)
      faults.push(`${what}: wrong value`);
  }
  return { played: all.length, faults };
}
