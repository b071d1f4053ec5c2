/** A fresh process that loads connectors, or makes the first call of one, and prints how long that took. */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import type { RateInput } from '@scanship/connector-kit/carrier/carrier';
import type { JsonObject } from '@scanship/domain/values/json';

export interface LoadJob {
  readonly kind: 'load';
}
export interface FirstCallJob {
  readonly kind: 'first-call';
  readonly slug: string;
  readonly input: RateInput;
  readonly settings: JsonObject;
  readonly credentials: Readonly<Record<string, string>>;
  /** Bodies in base64. */
  readonly answers: readonly {
    readonly status: number;
    readonly headers: Record<string, string>;
    readonly body: string;
  }[];
}
/** Milliseconds on the clock and of CPU; what a job does not measure is 0. */
export interface LoadTimes {
  readonly count: number;
  readonly manifests: number;
  readonly manifestsCpu: number;
  readonly code: number;
  readonly codeCpu: number;
  readonly first: number;
  readonly firstCpu: number;
}

const NONE: LoadTimes = { count: 0, manifests: 0, manifestsCpu: 0, code: 0, codeCpu: 0, first: 0, firstCpu: 0 };

async function timed<T>(work: () => Promise<T>): Promise<readonly [T, number, number]> {
  const before = process.cpuUsage();
  const started = performance.now();
  const value = await work();
  const wall = performance.now() - started;
  const { user, system } = process.cpuUsage(before);
  return [value, wall, (user + system) / 1000];
}

const registryOf = async () => {
  const { createCarrierRegistry } = await import('@scanship/server/modules/carriers/connector-registry');
  return createCarrierRegistry({ samples: true });
};

async function load(): Promise<LoadTimes> {
  const [registry, manifests, manifestsCpu] = await timed(registryOf);
  const [, code, codeCpu] = await timed(() => Promise.all(registry.all().map((entry) => entry.load())));
  return { ...NONE, count: registry.all().length, manifests, manifestsCpu, code, codeCpu };
}

async function firstCall(job: FirstCallJob): Promise<LoadTimes> {
  const registry = await registryOf();
  const { makeResponse } = await import('@scanship/connector-kit/http/http-response');
  const { createTokenCache } = await import('@scanship/connector-kit/credentials/token-source');
  const now = new Date('2026-01-01T00:00:00Z');
  const answers = [...job.answers];
  const [, first, firstCpu] = await timed(async () => {
    const carrier = await registry.find(job.slug)?.load();
    if (!carrier?.rate) throw new Error(`${job.slug} has no rates.`);
    await carrier.rate(job.input, {
      mode: 'simulator',
      credentials: job.credentials,
      settings: job.settings,
      tokens: createTokenCache({ now: () => now }).of('bench'),
      now: () => now,
      pause: () => Promise.resolve(),
      http: {
        send: () => {
          const answer = answers.shift();
          if (!answer) throw new Error(`${job.slug} makes more calls than there are answers.`);
          const bytes = new Uint8Array(Buffer.from(answer.body, 'base64'));
          return Promise.resolve(makeResponse(job.slug, { ...answer, bytes, traceId: 'bench' }));
        },
      },
    });
  });
  return { ...NONE, first, firstCpu };
}

const job = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as LoadJob | FirstCallJob;
console.log(JSON.stringify(job.kind === 'load' ? await load() : await firstCall(job)));
