/** Tells the server which printers there are: at the start, when something changed, and when the server wants it again. */
import { type AgentPrinter, MOST_PRINTERS } from '@scanship/contracts/printing/agent-v1';
import type { Log } from '../log.ts';
import type { Machine } from '../pairing.ts';
import { sleep } from '../printers/printer-port.ts';
import type { Registry } from '../printers/registry.ts';
import type { Api } from '../server/api.ts';
import type { Line } from '../server/line.ts';
import { reasonOf } from './reporter.ts';

export interface PrinterSync {
  /** Looks now instead of at the next round. */
  soon(): void;
  /** As last seen. */
  printers(): readonly AgentPrinter[];
  done: Promise<void>;
}

export interface PrinterSyncOptions {
  readonly api: Api;
  readonly registry: Registry;
  readonly machine: Machine;
  readonly line: Line;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** Between two looks at the printers of this machine. Milliseconds. */
  readonly lookMs: number;
  readonly seen: () => void;
}

const LONGEST_BETWEEN_MS = 5 * 60_000;
/** A printer that changes its mind all the time is not reported each time. */
const LEAST_BETWEEN_MS = 1_000;

export function syncPrinters(options: PrinterSyncOptions): PrinterSync {
  const { api, registry, machine, line, log, signal } = options;
  let seen: readonly AgentPrinter[] = [];
  let told = '';
  let toldAt = 0;
  let againAfter = LONGEST_BETWEEN_MS;
  let asked = false;
  let poke: AbortController | undefined;

  async function look(): Promise<void> {
    await registry.refresh();
    const ports = registry.all().slice(0, MOST_PRINTERS);
    seen = await Promise.all(ports.map((port) => port.describe()));
    options.seen();
  }

  async function tell(): Promise<void> {
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        const answer = await api.sync({ ...machine, printers: [...seen] });
        line.works();
        told = JSON.stringify(seen);
        toldAt = Date.now();
        againAfter = Math.min(LONGEST_BETWEEN_MS, Math.max(10, answer.againAfterSeconds) * 1_000);
        if (await registry.setNetworkPrinters(answer.networkPrinters)) {
          await look();
          continue;
        }
        return;
      } catch (error) {
        if (failures === 1) log.info(`the list of printers waits: ${reasonOf(error)}`);
        await line.pause(failures, error);
      }
    }
  }

  async function round(): Promise<void> {
    const wanted = asked;
    asked = false;
    await look();
    if (wanted || JSON.stringify(seen) !== told || Date.now() - toldAt >= againAfter) await tell();
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      try {
        await round();
      } catch (error) {
        log.error('list of printers', error);
      }
      await sleep(LEAST_BETWEEN_MS, signal);
      if (asked) continue;
      poke = new AbortController();
      await sleep(options.lookMs, AbortSignal.any([signal, poke.signal]));
    }
  }

  return {
    soon() {
      asked = true;
      poke?.abort();
    },
    printers: () => seen,
    done: run(),
  };
}
