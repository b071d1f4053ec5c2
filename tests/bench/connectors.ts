/**
 * What a connector costs by itself: building and reading its messages when warm, loading its code, and its first call.
 * Measured with the cases every connector brings along, so a new one is in these tables without anybody thinking of it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import type { Carrier } from '@scanship/connector-kit/carrier/carrier';
import type { CarrierEnv } from '@scanship/connector-kit/environment';
import { makeResponse } from '@scanship/connector-kit/http/http-response';
import { type OwnCase, playOwnCase } from '@scanship/connector-kit/conformance/own-case';
import { createTokenCache } from '@scanship/connector-kit/credentials/token-source';
import { build } from 'esbuild';
import { registered } from '../conformance/registered.ts';
import { root } from '../support/app.ts';
import type { FirstCallJob, LoadJob, LoadTimes } from './connector-child.ts';
import { median, type Row } from './table.ts';

/** Milliseconds of CPU a kB of what is sent and read, and the least that is granted. */
const PER_KB = { xml: 0.1, json: 0.01 } as const;
const LEAST_MS = 1;
const MANIFESTS_MS = 50;
const ALL_CODE_MS = 500;
const FIRST_CALL_MS = 150;

const WARM_UP = 60;
/** One case is repeated until it has used this much CPU, several times over: the first time the compiler still works beside it. Milliseconds. */
const ENOUGH_MS = 50;
const BLOCKS = 5;
const CHILD_RUNS = 5;

export async function connectorRows(): Promise<Row[]> {
  return [...(await warmRows()), ...(await loadRows())];
}

interface Message {
  readonly bytes: Uint8Array;
  readonly xml: boolean;
}

const bytesOf = (body: unknown): Uint8Array =>
  body === undefined
    ? new Uint8Array()
    : body instanceof Uint8Array
      ? body
      : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
const message = (body: unknown): Message => {
  const bytes = bytesOf(body);
  return { bytes, xml: Buffer.from(bytes.subarray(0, 64)).toString('utf8').trimStart().startsWith('<') };
};

/** All that a case sends and reads. */
const messagesOf = (one: OwnCase): readonly Message[] =>
  one.exchanges.flatMap(({ request, answer }) => [message(request.body), message(answer.body)]);

const limitOf = (messages: readonly Message[]): number =>
  Math.max(
    LEAST_MS,
    messages.reduce((ms, { bytes, xml }) => ms + (bytes.length / 1024) * (xml ? PER_KB.xml : PER_KB.json), 0),
  );

/** Answers as the case says, without looking at what was sent. */
function environmentOf(carrier: Carrier, one: OwnCase, base: (typeof registered)[number]['samples']): CarrierEnv {
  const answers = one.exchanges.map(({ answer }) => ({
    status: answer.status,
    headers: answer.headers ?? {},
    bytes: new Uint8Array(bytesOf(answer.body)),
  }));
  let at = 0;
  const now = new Date('2026-01-01T00:00:00Z');
  return {
    mode: 'simulator',
    credentials: one.credentials ?? base.account.credentials,
    settings: base.settings,
    tokens: createTokenCache({ now: () => now }).of('bench'),
    now: () => now,
    pause: () => Promise.resolve(),
    http: {
      send: () => {
        const answer = answers[at];
        at += 1;
        if (!answer) throw new Error(`${one.name} makes more calls than it has answers.`);
        return Promise.resolve(makeResponse(carrier.manifest.name, { ...answer, traceId: 'bench' }));
      },
    },
  };
}

async function warmMs(
  carrier: Carrier,
  one: OwnCase,
  samples: (typeof registered)[number]['samples'],
): Promise<number> {
  const play = async (): Promise<void> => {
    // A refusal is built and read like any other answer.
    await playOwnCase(carrier, one, environmentOf(carrier, one, samples))?.catch(() => undefined);
  };
  for (let n = 0; n < WARM_UP; n += 1) await play();
  const blocks: number[] = [];
  while (blocks.length < BLOCKS) {
    const before = process.cpuUsage();
    let runs = 0;
    let spent = 0;
    while (spent < ENOUGH_MS) {
      for (let n = 0; n < 10; n += 1) await play();
      runs += 10;
      const { user, system } = process.cpuUsage(before);
      spent = (user + system) / 1000;
    }
    blocks.push(spent / runs);
  }
  return median(blocks);
}

async function warmRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { carrier, samples, slug } of registered) {
    let worst: { one: OwnCase; ms: number; limit: number } | undefined;
    for (const one of samples.ownCases.filter(({ exchanges }) => exchanges.length > 0)) {
      const limit = limitOf(messagesOf(one));
      const ms = await warmMs(carrier, one, samples);
      if (!worst || ms / limit > worst.ms / worst.limit) worst = { one, ms, limit };
    }
    if (!worst) continue;
    const messages = messagesOf(worst.one);
    const size = (xml: boolean): string =>
      (messages.filter((each) => each.xml === xml).reduce((n, { bytes }) => n + bytes.length, 0) / 1024).toFixed(1);
    rows.push({
      measure: `${slug}: build and read, warm, worst of ${samples.ownCases.length} cases`,
      value: worst.ms,
      unit: 'ms CPU',
      limit: worst.limit,
      kind: 'time',
      note: `${worst.one.name}; ${size(true)} kB XML, ${size(false)} kB JSON`,
    });
  }
  return rows;
}

/** Fresh processes, with the code bundled as the server's is. */
async function loadRows(): Promise<Row[]> {
  const folder = mkdtempSync(path.join(root, 'apps/server/.cache-bench-'));
  try {
    await build({
      absWorkingDir: root,
      entryPoints: {
        child: 'tests/bench/connector-child.ts',
        registry: 'apps/server/src/modules/carriers/connector-registry.ts',
      },
      outdir: folder,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20.19',
      logLevel: 'error',
      loader: { '.json': 'json' },
      plugins: [
        {
          name: 'libraries-outside',
          setup(on) {
            on.onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
              kind === 'entry-point' || name.startsWith('@scanship/') || path.isAbsolute(name)
                ? undefined
                : { path: name, external: true },
            );
          },
        },
      ],
    });
    const run = (job: LoadJob | FirstCallJob): LoadTimes => {
      const file = path.join(folder, 'job.json');
      writeFileSync(file, JSON.stringify(job));
      const { stdout, stderr, status } = spawnSync(process.execPath, [path.join(folder, 'child.js'), file], {
        cwd: root,
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(stderr);
      return JSON.parse(stdout) as LoadTimes;
    };
    const times = (job: LoadJob | FirstCallJob): LoadTimes[] => Array.from({ length: CHILD_RUNS }, () => run(job));
    const loads = times({ kind: 'load' });
    const firsts = registered.flatMap(({ slug, samples }) => {
      const one = samples.ownCases.find(({ operation, exchanges }) => operation === 'rate' && exchanges.length > 0);
      if (one?.operation !== 'rate') return [];
      const answers = one.exchanges.map(({ answer }) => ({
        status: answer.status,
        headers: answer.headers ?? {},
        body: Buffer.from(bytesOf(answer.body)).toString('base64'),
      }));
      const credentials = one.credentials ?? samples.account.credentials;
      const taken = times({
        kind: 'first-call',
        slug,
        input: one.input,
        settings: samples.settings,
        credentials,
        answers,
      });
      return [{ slug, ms: median(taken.map((each) => each.first)), cpu: median(taken.map((each) => each.firstCpu)) }];
    });
    const slowest = firsts.toSorted((a, b) => b.ms - a.ms)[0];
    const pick = (of: (each: LoadTimes) => number): number => median(loads.map(of));
    return [
      {
        measure: `manifests of ${loads[0]?.count ?? 0} carriers, loaded at once`,
        value: pick((each) => each.manifests),
        unit: 'ms',
        limit: MANIFESTS_MS,
        kind: 'time',
        note: `${pick((each) => each.manifestsCpu).toFixed(0)} ms CPU`,
      },
      {
        measure: 'code of all connectors, forced',
        value: pick((each) => each.code),
        unit: 'ms',
        limit: ALL_CODE_MS,
        kind: 'time',
        note: `${pick((each) => each.codeCpu).toFixed(0)} ms CPU`,
      },
      {
        measure: 'first call of a connector in a fresh process: load, build and read, the slowest of all',
        value: slowest?.ms ?? Number.NaN,
        unit: 'ms',
        limit: FIRST_CALL_MS,
        kind: 'time',
        note: firsts.map(({ slug, ms, cpu }) => `${slug} ${ms.toFixed(0)} (CPU ${cpu.toFixed(0)})`).join(', '),
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
