/** Everything at work together: printers, lanes, reports, intake; from what is on the disk to a clean end. */
import fs from 'node:fs/promises';
import { writeSafely } from '../files.ts';
import type { Folders } from '../folders.ts';
import type { Log } from '../log.ts';
import type { Access, Machine } from '../pairing.ts';
import type { Passing } from '../printers/printer-port.ts';
import { openRegistry } from '../printers/registry.ts';
import { openJournal } from '../queue/journal.ts';
import { openSpool } from '../queue/spool.ts';
import { connectApi } from '../server/api.ts';
import { watchLine } from '../server/line.ts';
import { powerShell, powerShellFile, writeScripts } from '../windows/power-shell.ts';
import { takeJobs } from './intake.ts';
import { type Lane, type LaneTiming, openLane } from './lane.ts';
import { syncPrinters } from './printer-sync.ts';
import { startReporter } from './reporter.ts';

export interface RunOptions {
  readonly folders: Folders;
  readonly access: Access;
  readonly machine: Machine;
  readonly log: Log;
  /** Ends the work: jobs keep their place in the journal. */
  readonly signal: AbortSignal;
  readonly platform: NodeJS.Platform;
  readonly cupsServer?: string;
  /** The server wants an update looked for. */
  readonly updateAsked?: () => void;
  /** After the first answer of the server: this version came up. */
  readonly cameUp?: () => void;
  readonly broke?: (error: unknown) => void;
  readonly passing?: Passing;
  readonly timing?: Partial<LaneTiming> & { readonly lookMs?: number; readonly linesBetween?: number };
}

/** What `agent status` reads. */
export interface Status {
  readonly at: string;
  readonly version: string;
  readonly pid: number;
  readonly server: string;
  readonly account: string;
  readonly lastContact: string | null;
  readonly accessWithdrawn: boolean;
  readonly waiting: number;
  readonly reportsWaiting: number;
  readonly printers: readonly { readonly name: string; readonly state: string; readonly reasons: readonly string[] }[];
}

const STATUS_EVERY_MS = 5_000;

/** @throws where the journal cannot be read */
export async function runAgent(options: RunOptions): Promise<void> {
  const { folders, access, machine, log, signal, passing } = options;
  log.hide(access.token);
  await fs.mkdir(folders.data, { recursive: true, mode: 0o700 });
  const ending = new AbortController();
  const end = AbortSignal.any([signal, ending.signal]);
  const api = connectApi({
    server: access.server,
    token: access.token,
    signal: end,
    agentVersion: machine.agentVersion,
  });
  const windows = options.platform === 'win32' ? await windowsSpooler(folders) : undefined;
  const spool = await openSpool(folders.spool);
  const journal = await openJournal({
    file: folders.journalFile,
    passing,
    linesBetween: options.timing?.linesBetween,
    broke(error) {
      log.error('journal', error);
      ending.abort();
      options.broke?.(error);
    },
  });
  await spool.tidy(new Set([...journal.book.jobs].filter(([, record]) => record.phase !== 'ended').map(([id]) => id)));
  const line = watchLine(end);
  const reporter = startReporter({ api, journal, line, log, signal: end, passing });
  const registry = await openRegistry({ folders, log, cupsServer: options.cupsServer, windows });
  let lastContact: string | null = null;
  let withdrawn = false;

  const sync = syncPrinters({
    api,
    registry,
    machine,
    line,
    log,
    signal: end,
    lookMs: options.timing?.lookMs ?? (options.platform === 'win32' ? 60_000 : 15_000),
    seen: () => undefined,
  });
  const lanes = new Map<string, Lane>();
  const lane = (printerName: string): Lane => {
    const found =
      lanes.get(printerName) ??
      openLane(printerName, {
        journal,
        spool,
        reporter,
        line,
        log,
        signal: end,
        port: (name) => registry.port(name),
        serverNow: () => Date.now() + api.clockAheadMs(),
        noticed: () => sync.soon(),
        passing,
        timing: options.timing,
      });
    lanes.set(printerName, found);
    return found;
  };

  // What the last run left: reports first in line, then the work itself.
  for (const [id, record] of journal.book.jobs) {
    reporter.wake(id);
    if (record.phase !== 'ended') lane(record.job.printerName).add(id);
  }
  log.info(
    `version ${machine.agentVersion} at work for ${access.customerName}; ${journal.book.jobs.size} jobs from before`,
  );

  const writeStatus = async () => {
    const status: Status = {
      at: new Date().toISOString(),
      version: machine.agentVersion,
      pid: process.pid,
      server: access.server,
      account: access.customerName,
      lastContact,
      accessWithdrawn: withdrawn,
      waiting: [...journal.book.jobs.values()].filter((record) => record.phase !== 'ended').length,
      reportsWaiting: [...journal.book.jobs.values()].filter((record) => record.steps.some((step) => !step.reported))
        .length,
      printers: sync.printers().map(({ name, state, reasons }) => ({
        name,
        state,
        reasons: [...new Set([...reasons, ...(lanes.get(name)?.holding() ?? [])])],
      })),
    };
    await writeSafely(folders.statusFile, JSON.stringify(status)).catch((error: unknown) => log.error('status', error));
  };
  const statusTimer = setInterval(() => void writeStatus(), STATUS_EVERY_MS);
  let cameUp = false;
  try {
    await takeJobs({
      api,
      journal,
      spool,
      reporter,
      line,
      log,
      signal: end,
      agentVersion: machine.agentVersion,
      lane,
      asked: (what) => (what === 'sync' ? sync.soon() : options.updateAsked?.()),
      contact() {
        lastContact = new Date().toISOString();
        withdrawn = false;
        if (cameUp) return;
        cameUp = true;
        options.cameUp?.();
        void writeStatus();
      },
      withdrawn() {
        if (!withdrawn)
          log.warn('the server does not know this agent any more; it can be paired anew in the device manager');
        withdrawn = true;
      },
      passing,
    });
  } finally {
    ending.abort();
    clearInterval(statusTimer);
    line.close();
    await Promise.all([...lanes.values()].map((each) => each.idle()));
    await Promise.all([sync.done, reporter.idle()]);
    await journal.close();
  }
}

async function windowsSpooler(folders: Folders) {
  await writeScripts(folders.scripts);
  return { run: powerShell(folders.scripts, powerShellFile(process.env)), folder: folders.scripts };
}
