/**
 * Jobs flow to the agent while it is killed at every step of its work, started again, and so on; in the end it is let be, and the
 * papers that came out are held against what the server was told.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import type { OwnPrinter } from '@scanship/print-agent/printers/own-printers';
import { startIppStandIn } from '../../../apps/print-agent/test/ipp-stand-in.ts';
import { startIppeveprinter } from '../../../apps/print-agent/test/ippeveprinter.ts';
import { startRawStandIn } from '../../../apps/print-agent/test/raw-stand-in.ts';
import { makeHome } from '../../../apps/print-agent/test/rig.ts';
import { type ServerStandIn, startServerStandIn } from '../../../apps/print-agent/test/server-stand-in.ts';
import { judgePrinting, type OnPaper, type Verdict } from './judge.ts';

/** Every step of a job's way, in its order; then those of a recovery, which come after a kill at `begun written`. */
export const POINTS = [
  'handed',
  'content',
  'stored',
  'received written',
  'received accepted',
  'received noted',
  'prepared',
  'sending written',
  'sending accepted',
  'sending noted',
  'begun written',
  'asked',
  'in the middle',
  'back written',
  'answered',
  'sent written',
  'sent accepted',
  'sent noted',
  'looked',
  'printed written',
  'printed accepted',
  'printed noted',
  'closed written',
  'begun written',
  'unknown written',
  'compacted aside',
  'compacted',
] as const;

export interface PrintFaultOptions {
  readonly jobs: number;
  /** Jobs that flow between two kills. */
  readonly between: number;
  /** After so many kills the rest flows in peace; no end when absent. */
  readonly mostKills?: number;
  /** A real IPP printer instead of stand-ins. */
  readonly real?: boolean;
  readonly say?: (line: string) => void;
}

export interface PrintFaultRun {
  readonly verdict: Verdict;
  readonly kills: number;
  readonly killsAt: Readonly<Record<string, number>>;
  readonly seconds: number;
}

interface Printers {
  readonly own: readonly OwnPrinter[];
  readonly onPaper: (id: string) => OnPaper;
  close(): Promise<void>;
}

/** Six queues that can be asked; on port 9100 a Zebra that says how it is, and a printer that says nothing. */
async function standIns(): Promise<Printers> {
  const queues = await Promise.all(Array.from({ length: 6 }, () => startIppStandIn()));
  const raws = await Promise.all([startRawStandIn(), startRawStandIn()]);
  for (const queue of queues) queue.ways.printMs = 8;
  const [zebra] = raws;
  zebra.ways.zebra = true;
  return {
    own: [
      ...queues.map(({ uri }, at) => ({ name: `queue ${at}`, uri })),
      ...raws.map(({ port }, at) => ({
        name: `raw ${at}`,
        uri: `socket://127.0.0.1:${port}`,
        format: at === 0 ? ('zpl' as const) : ('epl' as const),
        dpi: 203,
      })),
    ],
    onPaper(id) {
      const queued = queues.flatMap(({ jobs }) => jobs).filter((job) => job.name.startsWith(id));
      const received = raws.flatMap(({ received }) => received).filter(({ bytes }) => bytes.includes(id));
      const isWhole = (bytes: Buffer) => bytes.toString('latin1').trimEnd().endsWith(`${id}^FS^XZ`);
      const whole = [...queued.map(({ document }) => document), ...received.map(({ bytes }) => bytes)].filter(
        isWhole,
      ).length;
      return { whole, parts: queued.length + received.length - whole };
    },
    async close() {
      await Promise.all([...queues, ...raws].map((each) => each.close()));
    },
  };
}

async function realPrinter(): Promise<Printers> {
  const printer = await startIppeveprinter();
  return {
    own: [{ name: 'queue 0', uri: printer.uri }],
    onPaper(id) {
      const papers = printer.printed(id);
      const whole = papers.filter((bytes) => bytes.toString('latin1').endsWith(`${id}^FS^XZ`)).length;
      return { whole, parts: papers.length - whole };
    },
    close: () => printer.close(),
  };
}

const isOver = (server: ServerStandIn, id: string): boolean => {
  const served = server.jobs.get(id);
  if (!served) return true;
  return (
    ['printed', 'failed', 'unknown'].includes(served.state) ||
    (served.steps.at(-1)?.step === 'sent' && served.job.printerName.startsWith('raw'))
  );
};

export async function runPrintFaults(options: PrintFaultOptions): Promise<PrintFaultRun> {
  const begun = Date.now();
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'print-faults-'));
  const child = path.join(folder, 'agent.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'agent-child.ts')],
    outfile: child,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
  });
  const printers = options.real ? await realPrinter() : await standIns();
  const server = await startServerStandIn();
  server.ways.leaseMs = 1_000;
  const home = makeHome(server.url, server.ways.code, printers.own);
  const killsAt: Record<string, number> = {};
  const open = new Set<string>();
  let made = 0;
  let kills = 0;
  let agent: ChildProcess | undefined;

  function feed(upTo: number): void {
    for (const id of open) if (isOver(server, id)) open.delete(id);
    while (open.size < upTo && made < options.jobs) {
      const id = crypto.randomUUID();
      const document = Buffer.from(`^XA^FO20,20^FD${'label '.repeat(30)}${id}^FS^XZ`);
      const printer = printers.own[made % printers.own.length];
      server.add(printer?.name ?? '', document, { id, format: printer?.format ?? 'zpl' });
      open.add(id);
      made += 1;
    }
  }

  /** Until the agent dies or enough jobs have gone through. */
  async function round(point: string, passes: number, through: number): Promise<boolean> {
    const running = spawn(process.execPath, [child, home.folders.home, point, String(passes)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    agent = running;
    let dead = false;
    const over = new Promise<void>((resolve) => {
      running.once('exit', () => {
        dead = true;
        resolve();
      });
    });
    const goal = made + through;
    const deadline = Date.now() + (through === Infinity ? 600_000 : 60_000);
    for (;;) {
      if (dead || Date.now() >= deadline || made >= goal) break;
      feed(48);
      if (made >= options.jobs && open.size === 0) break;
      await Promise.race([over, delay(5)]);
    }
    const byItself = dead;
    running.kill('SIGKILL');
    await over;
    return byItself;
  }

  try {
    for (let at = 0; made < options.jobs && kills < (options.mostKills ?? Infinity); at += 1) {
      const point = POINTS[at % POINTS.length] ?? 'handed';
      const seldom = ['asked', 'back written', 'unknown written', 'compacted aside', 'compacted'].includes(point);
      const byItself = await round(
        point,
        seldom ? 0 : (at * 7) % Math.max(1, Math.floor(options.between / 2)),
        options.between * 2,
      );
      kills += 1;
      const where = byItself ? point : 'any moment';
      killsAt[where] = (killsAt[where] ?? 0) + 1;
      if (at % 20 === 19) options.say?.(`${made} jobs, ${kills} kills`);
    }
    const quiet = Date.now();
    await round('', 0, Infinity);
    options.say?.(`the rest in peace took ${Date.now() - quiet} ms; open: ${open.size}`);
    // What the last, quiet run wrote last may still be on its way to the server; one more start sends it.
    await round('', 0, 0);
    return {
      verdict: judgePrinting(server.jobs.values(), printers.onPaper),
      kills,
      killsAt,
      seconds: (Date.now() - begun) / 1_000,
    };
  } finally {
    agent?.kill('SIGKILL');
    await Promise.all([server.close(), printers.close()]);
    home.remove();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
