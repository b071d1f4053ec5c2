/** For carriers of one JSON document: records what is sent in the contract's terms, and plays answers without a server. */
import { openHarnessEnv, type Harness } from '@scanship/connector-kit/conformance/conformance-harness';
import type { CarrierManifest } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import type { HttpRequest } from '@scanship/connector-kit/http/http';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import type { ApiRequest } from '../judges/openapi.ts';

/** A call of a connector as it would be on the wire. */
export function wire(request: HttpRequest): ApiRequest {
  const url = new URL(request.path, 'http://vendor');
  for (const [name, value] of Object.entries(request.query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value));
  const body = typeof request.body === 'string' ? request.body : undefined;
  return { method: request.method, path: `${url.pathname}${url.search}`, headers: { ...request.headers }, body };
}

export interface Exchanged {
  readonly name: string;
  readonly request: ApiRequest;
  readonly status: number;
  /** Parsed answer; undefined where it is no JSON. */
  readonly answer: unknown;
}

/** An environment against the simulator that notes every exchange. */
export function recordingEnv(
  manifest: CarrierManifest,
  harness: Harness,
  credentials: Readonly<Record<string, string>> = harness.samples.account.credentials,
): { readonly env: CarrierEnv; readonly all: Exchanged[] } {
  const env = openHarnessEnv(manifest, harness, credentials);
  const all: Exchanged[] = [];
  const send: CarrierEnv['http']['send'] = async (request) => {
    const response = await env.http.send(request);
    const json = /json/.test(response.headers['content-type'] ?? '');
    all.push({
      name: request.name,
      request: wire(request),
      status: response.status,
      answer: json ? response.json() : undefined,
    });
    return response;
  };
  return { all, env: { ...env, http: { send } } };
}

/** Answers every call from its own list by name, or with `json`; sign-in with a token. */
export function playingEnv(
  manifest: CarrierManifest,
  credentials: Readonly<Record<string, string>>,
  json: unknown,
  status = 200,
  named: Readonly<Record<string, unknown>> = {},
): CarrierEnv {
  const now = (): Date => new Date('2026-11-23T12:00:00Z');
  const signIn = { access_token: 'played', token_type: 'Bearer', expires_in: 3600 };
  return {
    mode: 'simulator',
    credentials,
    settings: {},
    tokens: createTokenCache({ now }).of('played'),
    now,
    pause: () => Promise.resolve(),
    http: {
      send: (request) => {
        const own = named[request.name] ?? (request.name === 'sign in' ? signIn : json);
        return Promise.resolve(
          makeResponse(manifest.name, {
            status: request.name === 'sign in' || Object.hasOwn(named, request.name) ? 200 : status,
            headers: { 'content-type': 'application/json' },
            bytes: new Uint8Array(Buffer.from(typeof own === 'string' ? own : JSON.stringify(own))),
            traceId: 'played',
          }),
        );
      },
    },
  };
}
