/**
 * What the service starts. Starts the version `current.json` names, again when it falls, and goes back to the former one when a
 * new one does not come up: it has to write the health file, which it does at the server's first answer.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { EXIT_ALREADY_RUNS, EXIT_DONE, EXIT_RESTART } from './exit-codes.ts';
import { readJson } from './files.ts';
import { foldersOf } from './folders.ts';
import { openLog } from './log.ts';
import { waitMs } from './server/back-off.ts';
import { cameUp, type Current, readCurrent, wentBack, writeCurrent } from './update/versions.ts';

const HEALTH_LOOK_MS = 200;
/** A version that ran so long counts as sound when it falls. */
const SOUND_MS = 60_000;

const home = path.resolve(process.env.PRINT_AGENT_HOME ?? path.dirname(process.argv[1] ?? '.'));
const folders = foldersOf(home);
const log = openLog({ folder: folders.logs });
const trialMs = Number(process.env.PRINT_AGENT_TRIAL_SECONDS ?? 120) * 1_000;
let stopping = false;
let child: ChildProcess | undefined;

function start(version: string): ChildProcess {
  const folder = path.join(folders.versions, version);
  const own = path.join(folder, process.platform === 'win32' ? 'node.exe' : 'node');
  const program = fs.existsSync(own) ? own : process.execPath;
  return spawn(program, [path.join(folder, 'agent.cjs'), 'run'], {
    stdio: 'inherit',
    windowsHide: true,
    env: {
      ...process.env,
      PRINT_AGENT_HOME: home,
      // Companies with proxies and certificates of their own (Node 22.15 and 22.21; older ones pass over it).
      NODE_USE_SYSTEM_CA: '1',
      NODE_USE_ENV_PROXY: '1',
    },
  });
}

async function isHealthy(version: string): Promise<boolean> {
  const said = await readJson(folders.healthFile);
  return typeof said === 'object' && said !== null && 'version' in said && said.version === version;
}

/** Other versions than the running and the former one are of no use any more. */
function tidy(now: Current): void {
  for (const name of fs.readdirSync(folders.versions)) {
    if (name === now.version || name === now.former) continue;
    fs.rmSync(path.join(folders.versions, name), { recursive: true, force: true });
  }
}

/** Runs a version until it ends; answers its exit code, and whether it came up. */
async function runOnce(now: Current): Promise<{ readonly code: number; readonly healthy: boolean }> {
  fs.rmSync(folders.healthFile, { force: true });
  const running = start(now.version);
  child = running;
  const begun = Date.now();
  let healthy = false;
  const timer = setInterval(() => void look(), HEALTH_LOOK_MS);
  async function look(): Promise<void> {
    if (!healthy && (await isHealthy(now.version))) {
      healthy = true;
      clearInterval(timer);
      if (now.trial) {
        const sound = cameUp(now);
        await writeCurrent(folders.current, sound);
        tidy(sound);
        log.info(`version ${now.version} came up`);
      }
    } else if (!healthy && now.trial && Date.now() - begun > trialMs) running.kill('SIGKILL');
  }
  const code = await new Promise<number>((resolve) => {
    running.on('error', (error) => {
      log.error(`starting version ${now.version}`, error);
      resolve(1);
    });
    running.on('exit', (exit) => resolve(exit ?? 1));
  });
  clearInterval(timer);
  child = undefined;
  return { code, healthy };
}

async function supervise(): Promise<number> {
  let falls = 0;
  for (;;) {
    if (stopping) return EXIT_DONE;
    const now = await readCurrent(folders.current);
    if (!now) {
      log.warn(`${folders.current} cannot be read; install the agent again`);
      return 1;
    }
    const begun = Date.now();
    const { code, healthy } = await runOnce(now);
    if (stopping || code === EXIT_DONE) return EXIT_DONE;
    if (code === EXIT_ALREADY_RUNS) return EXIT_ALREADY_RUNS;
    if (now.trial && !healthy) {
      const back = wentBack(now, Date.now());
      await writeCurrent(folders.current, back);
      log.warn(`version ${now.version} did not come up; back to ${back.version}`);
      continue;
    }
    if (code === EXIT_RESTART) continue;
    falls = Date.now() - begun > SOUND_MS ? 1 : falls + 1;
    log.warn(`version ${now.version} ended with ${code}`);
    await new Promise((resolve) => setTimeout(resolve, waitMs(falls, Math.random())));
  }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stopping = true;
    child?.kill(signal);
  });
}

supervise().then(
  (code) => process.exit(code),
  (error: unknown) => {
    log.error('launcher', error);
    process.exit(1);
  },
);
