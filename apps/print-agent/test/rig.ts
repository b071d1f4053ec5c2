/** An agent in this process with a home of its own, beside stand-ins of the server and of printers. */
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Folders, foldersOf } from '../src/folders.ts';
import { openLog } from '../src/log.ts';
import { accessOf, thisMachine } from '../src/pairing.ts';
import type { OwnPrinter } from '../src/printers/own-printers.ts';
import { runAgent, type RunOptions } from '../src/work/run-agent.ts';
import type { ServerStandIn } from './server-stand-in.ts';

export interface Home {
  readonly folders: Folders;
  remove(): void;
}

export function makeHome(server: string, code: string, printers: readonly OwnPrinter[]): Home {
  const folders = foldersOf(fs.mkdtempSync(path.join(tmpdir(), 'print-agent-')));
  fs.mkdirSync(folders.data, { recursive: true });
  fs.writeFileSync(folders.agentFile, JSON.stringify({ server, code }));
  fs.writeFileSync(folders.printersFile, JSON.stringify({ printers }));
  return { folders, remove: () => fs.rmSync(folders.home, { recursive: true, force: true }) };
}

export interface RunningAgent {
  stop(): Promise<void>;
}

export const QUICK = {
  settle: 60,
  firstHold: 20,
  longestHold: 50,
  firstLook: 5,
  longestLook: 20,
  lookMs: 100,
} as const;

export async function startAgent(home: Home, more: Partial<RunOptions> = {}): Promise<RunningAgent> {
  const stop = new AbortController();
  const machine = await thisMachine(home.folders);
  const access = await accessOf(home.folders, machine);
  const ended = runAgent({
    folders: home.folders,
    access,
    machine,
    log: openLog({ folder: home.folders.logs }),
    signal: stop.signal,
    platform: 'linux',
    cupsServer: 'none',
    timing: QUICK,
    ...more,
  });
  return {
    async stop() {
      stop.abort();
      await ended;
    },
  };
}

/** Waits until something is so. */
export async function until(what: () => boolean, withinMs = 8_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!what()) {
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what.toString()}`);
    await delay(5);
  }
}

export const stepsOf = (server: ServerStandIn, id: string): readonly string[] =>
  server.jobs.get(id)?.steps.map(({ step }) => step) ?? [];
