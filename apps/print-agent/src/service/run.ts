/** The agent as a service: pairs, works, takes updates, ends cleanly. */
import fs from 'node:fs';
import fsp from 'node:fs/promises';
import { writeSafely } from '../files.ts';
import { EXIT_ALREADY_RUNS, EXIT_DONE, EXIT_RESTART } from '../exit-codes.ts';
import type { Folders } from '../folders.ts';
import { takeLock } from '../lock.ts';
import { type Log, openLog } from '../log.ts';
import { type Access, accessOf, type Machine, readAccess, readAgentFile, thisMachine } from '../pairing.ts';
import { sleep } from '../printers/printer-port.ts';
import { connectApi, Refused } from '../server/api.ts';
import { watchLine } from '../server/line.ts';
import { takeUpdate } from '../update/take-update.ts';
import { RELEASE_KEYS } from '../version.ts';
import { reasonOf } from '../work/reporter.ts';
import { runAgent } from '../work/run-agent.ts';

const FIRST_UPDATE_MS = 60_000;
const UPDATES_EVERY_MS = 12 * 3_600_000;

/** Until there is access: a refused code waits for a new agent.json, a missing line for the line. */
async function pairedAccess(
  folders: Folders,
  machine: Machine,
  log: Log,
  signal: AbortSignal,
): Promise<Access | undefined> {
  const line = watchLine(signal);
  try {
    for (let failures = 1; !signal.aborted; failures += 1) {
      try {
        const code = (await readAgentFile(folders))?.code;
        if (code) log.hide(code);
        return await accessOf(folders, machine, signal);
      } catch (error) {
        log.warn(`not paired: ${reasonOf(error)}`);
        if (error instanceof Refused && error.isFinal) {
          const known = await readAccess(folders);
          // A code that was used up by this very machine, whose answer was lost on the way or written already.
          if (known) return known;
          await agentFileChanges(folders, signal);
          failures = 0;
        } else await line.pause(failures, error);
      }
    }
    return undefined;
  } finally {
    line.close();
  }
}

async function agentFileChanges(folders: Folders, signal: AbortSignal): Promise<void> {
  const stamp = () => fs.statSync(folders.agentFile, { throwIfNoEntry: false })?.mtimeMs;
  const before = stamp();
  while (!signal.aborted && stamp() === before) await sleep(2_000, signal);
}

/** @returns the exit code */
export async function runService(folders: Folders): Promise<number> {
  await fsp.mkdir(folders.data, { recursive: true, mode: 0o700 });
  const log = openLog({ folder: folders.logs, alsoTo: process.stdout.isTTY ? process.stdout : undefined });
  const unlock = await takeLock(folders.data);
  if (!unlock) {
    log.warn('another agent is at work in this folder');
    return EXIT_ALREADY_RUNS;
  }
  const stop = new AbortController();
  let code = EXIT_DONE;
  const end = (with_: number) => {
    code = with_;
    stop.abort();
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(EXIT_DONE));
  try {
    const machine = await thisMachine(folders);
    const access = await pairedAccess(folders, machine, log, stop.signal);
    if (!access) return code;
    const api = connectApi({
      server: access.server,
      token: access.token,
      signal: stop.signal,
      agentVersion: machine.agentVersion,
    });
    let looking = false;
    const lookForUpdate = async () => {
      if (looking) return;
      looking = true;
      try {
        if (await takeUpdate({ api, folders, machine, keys: RELEASE_KEYS, log })) end(EXIT_RESTART);
      } catch (error) {
        log.info(`no update could be looked for: ${reasonOf(error)}`);
      } finally {
        looking = false;
      }
    };
    const first = setTimeout(() => void lookForUpdate(), FIRST_UPDATE_MS);
    const again = setInterval(() => void lookForUpdate(), UPDATES_EVERY_MS);
    await runAgent({
      folders,
      access,
      machine,
      log,
      signal: stop.signal,
      platform: process.platform,
      cupsServer: process.env.CUPS_SERVER,
      updateAsked: () => void lookForUpdate(),
      cameUp() {
        writeSafely(folders.healthFile, JSON.stringify({ version: machine.agentVersion, pid: process.pid })).catch(
          (error: unknown) => log.error('health', error),
        );
      },
      broke: () => end(1),
    });
    clearTimeout(first);
    clearInterval(again);
    log.info('ended');
    return code;
  } catch (error) {
    log.error('the agent fell', error);
    return 1;
  } finally {
    unlock();
  }
}
