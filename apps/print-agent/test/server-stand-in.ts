/** The server's side of the protocol in this process: hands out, leases, hears reports, and keeps a book of all of it. */
import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AgentJob,
  nextAgentJob,
  pairAgent,
  reportAgentJob,
  syncAgentPrinters,
} from '@scanship/contracts/printing/agent-v1';
import type { BodyOf, DataOf } from '@scanship/contracts/call';
import { AGENT_STEPS, mayBecome, type PrintJobState, STATE_OF_STEP } from '@scanship/domain/printing/printing';

export interface ServedJob {
  readonly job: AgentJob;
  readonly document: Buffer;
  state: PrintJobState;
  leaseUntil: number;
  readonly steps: { readonly step: string; readonly at: string; readonly reason: string | null }[];
  handedOut: number;
}

type Sync = BodyOf<typeof syncAgentPrinters>;

export interface ServerStandIn {
  readonly url: string;
  readonly jobs: Map<string, ServedJob>;
  readonly syncs: Sync[];
  readonly pairings: BodyOf<typeof pairAgent>[];
  unpaired: number;
  readonly ways: {
    code: string;
    token: string;
    down: boolean;
    leaseMs: number;
    networkPrinters: DataOf<typeof syncAgentPrinters>['networkPrinters'];
    /** Answers are lost after their effect: one in so many; 0 never. */
    loseOneIn: number;
    goOn: boolean;
    damageContent: number;
    update: { readonly statement: string; readonly signature: string; readonly bytes: Buffer } | undefined;
    askUpdate: boolean;
  };
  add(printerName: string, document: Buffer, more?: Partial<AgentJob>): string;
  /** Forgets everything about a job and hands it out once more. */
  handAgain(id: string): void;
  close(): Promise<void>;
}

export async function startServerStandIn(): Promise<ServerStandIn> {
  const jobs = new Map<string, ServedJob>();
  const order: string[] = [];
  let firstOpen = 0;
  const waiting = new Set<() => void>();
  const ways: ServerStandIn['ways'] = {
    code: 'pairing-code-1',
    token: 'token-of-this-machine-1',
    down: false,
    leaseMs: 60_000,
    networkPrinters: [],
    loseOneIn: 0,
    goOn: true,
    damageContent: 0,
    update: undefined,
    askUpdate: false,
  };
  let asked = 0;

  function lease(holding: readonly string[]): ServedJob | undefined {
    const now = Date.now();
    for (const id of holding) {
      const held = jobs.get(id);
      if (held?.state === 'leased') held.leaseUntil = now + ways.leaseMs;
    }
    let open = false;
    for (let at = firstOpen; at < order.length; at += 1) {
      const served = jobs.get(order[at] ?? '');
      if (!served) continue;
      const free = served.state === 'queued' || (served.state === 'leased' && served.leaseUntil < now);
      if (free && Date.parse(served.job.expiresAt) < now) served.state = 'expired';
      else if (free) {
        served.state = 'leased';
        served.leaseUntil = now + ways.leaseMs;
        served.handedOut += 1;
        return served;
      }
      if (served.state === 'queued' || served.state === 'leased') open = true;
      else if (!open) firstOpen = at + 1;
    }
    return undefined;
  }

  async function next(body: BodyOf<typeof nextAgentJob>, gone: () => boolean): Promise<unknown> {
    const until = Date.now() + body.waitSeconds * 1_000;
    for (;;) {
      // Who has hung up gets no lease.
      if (gone()) return { job: null, ask: null };
      const served = lease(body.holding);
      if (ways.askUpdate) {
        ways.askUpdate = false;
        return { job: served?.job ?? null, ask: 'update' };
      }
      if (served || Date.now() >= until || ways.down) return { job: served?.job ?? null, ask: null };
      await new Promise<void>((resolve) => {
        const done = () => {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        };
        const timer = setTimeout(done, Math.min(500, until - Date.now()));
        waiting.add(done);
      });
    }
  }

  function report(id: string, body: BodyOf<typeof reportAgentJob>): unknown {
    const served = jobs.get(id);
    if (!served) return undefined;
    const read = reportAgentJob.body.parse(body);
    if (!served.steps.some((each) => each.step === read.step))
      served.steps.push({ step: read.step, at: read.at, reason: read.reason ?? null });
    const state = STATE_OF_STEP[read.step];
    if (served.state === 'queued' && state === 'leased') served.state = 'leased';
    const from = served.state === 'queued' ? 'leased' : served.state;
    if (AGENT_STEPS.includes(read.step) && from !== state && mayBecome(from, state)) served.state = state;
    return { goOn: ways.goOn && !['expired', 'cancelled'].includes(served.state) };
  }

  async function answer(method: string, path: string, body: unknown, gone: () => boolean): Promise<unknown> {
    if (path === '/api/agent/v1/printer/sync') {
      syncs.push(syncAgentPrinters.body.parse(body));
      return { networkPrinters: ways.networkPrinters, againAfterSeconds: 300 };
    }
    if (path === '/api/agent/v1/jobs/next') return next(nextAgentJob.body.parse(body), gone);
    if (path === '/api/agent/v1/unpair') {
      stand.unpaired += 1;
      return { message: 'Removed.' };
    }
    if (path.startsWith('/api/agent/v1/update?'))
      return { update: ways.update ? { statement: ways.update.statement, signature: ways.update.signature } : null };
    const found = /^\/api\/agent\/v1\/jobs\/([^/]+)\/report$/.exec(path);
    if (found && method === 'POST') return report(found[1] ?? '', body as BodyOf<typeof reportAgentJob>);
    return undefined;
  }

  function bytesOf(path: string): Buffer | undefined {
    const job = /^\/api\/agent\/v1\/jobs\/([^/]+)\/content$/.exec(path);
    const document = job ? jobs.get(job[1] ?? '')?.document : undefined;
    if (document && ways.damageContent > 0) {
      ways.damageContent -= 1;
      return Buffer.from(document).fill(0, 0, 1);
    }
    return document ?? (path.startsWith('/api/agent/v1/update/package/') ? ways.update?.bytes : undefined);
  }

  const syncs: Sync[] = [];
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    const send = (status: number, body: unknown) => {
      asked += 1;
      if (ways.loseOneIn > 0 && asked % ways.loseOneIn === 0) return void request.socket.destroy();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      if (ways.down) return void request.socket.destroy();
      const path = request.url ?? '';
      const text = Buffer.concat(parts).toString('utf8');
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      if (path === '/api/agent/v1/pair') {
        const wish = pairAgent.body.parse(body);
        if (wish.code !== ways.code)
          return send(410, { errorMessage: 'This code is not good any more.', code: 'gone' });
        stand.pairings.push(wish);
        ways.code = '';
        return send(200, {
          data: {
            agentId: randomUUID(),
            token: ways.token,
            brandName: 'Example Shipping',
            customerName: 'Corner Shop',
          },
        });
      }
      if (request.headers.authorization !== `Bearer ${ways.token}`)
        return send(401, { errorMessage: 'This agent is not known.', code: 'token_invalid' });
      const bytes = request.method === 'GET' ? bytesOf(path) : undefined;
      if (bytes) {
        response.writeHead(200, { 'content-type': 'application/octet-stream' });
        response.end(bytes);
        return;
      }
      answer(request.method ?? '', path, body, () => request.socket.destroyed).then(
        (data) => (data === undefined ? send(404, { errorMessage: 'There is no such job.' }) : send(200, { data })),
        (error: unknown) => send(422, { errorMessage: String(error) }),
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stand: ServerStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    jobs,
    syncs,
    pairings: [],
    unpaired: 0,
    ways,
    add(printerName, document, more = {}) {
      const id = more.id ?? randomUUID();
      const job: AgentJob = {
        id,
        printerName,
        title: `Label ${jobs.size + 1}`,
        format: 'zpl',
        size: '4x6',
        dpi: 203,
        copies: 1,
        bytes: document.length,
        sha256: createHash('sha256').update(document).digest('hex'),
        expiresAt: new Date(Date.now() + 900_000).toISOString(),
        leaseSeconds: Math.round(ways.leaseMs / 1_000),
        ...more,
      };
      jobs.set(id, { job, document, state: 'queued', leaseUntil: 0, steps: [], handedOut: 0 });
      order.push(id);
      for (const each of waiting) each();
      return id;
    },
    handAgain(id) {
      const served = jobs.get(id);
      if (served) Object.assign(served, { state: 'queued', steps: [] });
      firstOpen = 0;
      for (const each of waiting) each();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return stand;
}
