/** The server, called as the contract says. Answers are checked against it; what a newer server adds is left out. */
import {
  agentJobContent,
  agentUpdate,
  agentUpdatePackage,
  nextAgentJob,
  pairAgent,
  reportAgentJob,
  syncAgentPrinters,
  unpairAgent,
} from '@scanship/contracts/printing/agent-v1';
import type { BodyOf, Call, DataOf } from '@scanship/contracts/call';
import { envelope } from '@scanship/contracts/envelope';

/** The server answered, and the answer is no. */
export class Refused extends Error {
  override readonly name = 'Refused';
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  constructor(status: number, message: string, retryAfterMs?: number) {
    super(message);
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
  /** The same request will never be accepted. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 408, 423, 425, 429].includes(this.status);
  }
}

export interface ApiOptions {
  /** Origin of the server. */
  readonly server: string;
  readonly token?: string;
  /** Ends every call. */
  readonly signal?: AbortSignal;
  readonly agentVersion: string;
}

export type Body<C extends Call> = BodyOf<C>;

export interface Api {
  pair(body: BodyOf<typeof pairAgent>): Promise<DataOf<typeof pairAgent>>;
  sync(body: BodyOf<typeof syncAgentPrinters>): Promise<DataOf<typeof syncAgentPrinters>>;
  next(body: BodyOf<typeof nextAgentJob>, signal?: AbortSignal): Promise<DataOf<typeof nextAgentJob>>;
  content(id: string, mostBytes: number): Promise<Buffer>;
  report(id: string, body: BodyOf<typeof reportAgentJob>): Promise<DataOf<typeof reportAgentJob>>;
  update(query: { readonly platform: string; readonly arch: string }): Promise<DataOf<typeof agentUpdate>>;
  updatePackage(sha256: string, mostBytes: number): Promise<Buffer>;
  unpair(): Promise<void>;
  /** How far the server's clock is ahead of this machine's. Milliseconds; 0 before the first answer. */
  clockAheadMs(): number;
}

const CALL_MS = 20_000;
const CONTENT_MS = 120_000;

function retryAfter(response: Response): number | undefined {
  const seconds = Number(response.headers.get('retry-after'));
  return Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3_600) * 1_000 : undefined;
}

export function connectApi(options: ApiOptions): Api {
  let ahead = 0;

  function noteClock(response: Response, took: number): void {
    const date = Date.parse(response.headers.get('date') ?? '');
    // The header counts whole seconds: small differences mean nothing.
    const difference = date + 500 - (Date.now() - took / 2);
    if (Number.isFinite(difference)) ahead = Math.abs(difference) < 2_000 ? 0 : difference;
  }

  async function ask(
    call: Call,
    path: string,
    init: RequestInit,
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Response> {
    const begun = Date.now();
    const signals = [AbortSignal.timeout(timeoutMs), options.signal, signal].filter((each) => each !== undefined);
    const response = await fetch(new URL(`/api${path}`, options.server), {
      ...init,
      method: call.method,
      redirect: 'error',
      signal: AbortSignal.any(signals),
      headers: {
        accept: 'application/json',
        'user-agent': `print-agent/${options.agentVersion}`,
        ...(init.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      },
    });
    noteClock(response, call === nextAgentJob ? 0 : Date.now() - begun);
    if (response.ok) return response;
    const said = envelope.safeParse(await response.json().catch(() => undefined));
    const sentence = said.success ? said.data.errorMessage : undefined;
    throw new Refused(response.status, sentence ?? `The server answered ${response.status}.`, retryAfter(response));
  }

  async function data<C extends Call>(
    call: C,
    path: string,
    body: unknown,
    timeoutMs = CALL_MS,
    signal?: AbortSignal,
  ): Promise<DataOf<C>> {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await ask(call, path, init, timeoutMs, signal);
    const read = envelope.parse(await response.json());
    return call.data?.parse(read.data) as DataOf<C>;
  }

  async function bytes(call: Call, path: string, mostBytes: number): Promise<Buffer> {
    const response = await ask(call, path, {}, CONTENT_MS);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const part of response.body ?? []) {
      size += part.byteLength;
      if (size > mostBytes) throw new Error(`more than the ${mostBytes} bytes that were promised`);
      parts.push(part);
    }
    return Buffer.concat(parts);
  }

  const one = (path: string, name: string, value: string) => path.replace(`{${name}}`, encodeURIComponent(value));

  return {
    pair: (body) => data(pairAgent, pairAgent.path, body),
    sync: (body) => data(syncAgentPrinters, syncAgentPrinters.path, body),
    next: (body, signal) => data(nextAgentJob, nextAgentJob.path, body, body.waitSeconds * 1_000 + CALL_MS, signal),
    content: (id, mostBytes) => bytes(agentJobContent, one(agentJobContent.path, 'id', id), mostBytes),
    report: (id, body) => data(reportAgentJob, one(reportAgentJob.path, 'id', id), body),
    update: (query) =>
      data(
        agentUpdate,
        `${agentUpdate.path}?${new URLSearchParams({ agentVersion: options.agentVersion, ...query }).toString()}`,
        undefined,
      ),
    updatePackage: (sha256, mostBytes) =>
      bytes(agentUpdatePackage, one(agentUpdatePackage.path, 'sha256', sha256), mostBytes),
    async unpair() {
      await data(unpairAgent, unpairAgent.path, undefined);
    },
    clockAheadMs: () => ahead,
  };
}
