/** Puts the agent into its home and makes it a service of the person who runs this; takes all of it away again. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeSafely } from '../files.ts';
import { type Folders, SERVICE_NAME } from '../folders.ts';
import { compareVersions } from '../update/statement.ts';
import { readCurrent, writeCurrent } from '../update/versions.ts';
import { LAUNCH_LABEL, launchAgentPlist, scheduledTask, systemdUnit } from './texts.ts';

export interface ServiceOptions {
  readonly folders: Folders;
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  readonly homeDirectory: string;
  readonly say: (words: string) => void;
  /** Runs a program of the system; throws when it fails. */
  readonly run?: (program: string, args: readonly string[]) => void;
}

const runProgram = (program: string, args: readonly string[]): void => {
  execFileSync(program, [...args], { stdio: ['ignore', 'ignore', 'pipe'], windowsHide: true });
};

const unitFile = ({ env, homeDirectory }: ServiceOptions): string =>
  path.join(env.XDG_CONFIG_HOME ?? path.join(homeDirectory, '.config'), 'systemd', 'user', `${SERVICE_NAME}.service`);
const plistFile = ({ homeDirectory }: ServiceOptions): string =>
  path.join(homeDirectory, 'Library', 'LaunchAgents', `${LAUNCH_LABEL}.plist`);

/** Written aside and renamed, because the old one may be running. */
function replaceFile(from: string, to: string, mode: number): void {
  fs.copyFileSync(from, `${to}.new`);
  fs.chmodSync(`${to}.new`, mode);
  fs.renameSync(`${to}.new`, to);
}

/** Files that lie in the home itself, with those that may be missing on a system. */
const HOME_FILES = ['launcher.cjs', 'node', 'node.exe', 'agent', 'agent.cmd', 'uninstall.sh', 'uninstall.cmd'] as const;

/**
 * @param from the unpacked package
 * @throws a sentence where something of the package is missing
 */
export async function install(from: string, version: string, title: string, options: ServiceOptions): Promise<boolean> {
  const { folders, say } = options;
  for (const needed of ['agent.cjs', 'launcher.cjs']) {
    if (!fs.existsSync(path.join(from, needed)))
      throw new Error(`${needed} is missing in ${from}. Unpack the whole archive first.`);
  }
  for (const folder of [folders.home, folders.versions, folders.data, folders.logs])
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  stopService(options);
  const installed = await readCurrent(folders.current);
  const isOlder = installed !== undefined && compareVersions(version, installed.version) < 0;
  if (isOlder) say(`Version ${installed.version} is installed already and stays; it is newer than ${version}.`);
  else {
    for (const name of HOME_FILES) {
      const file = path.join(from, name);
      if (fs.existsSync(file)) replaceFile(file, path.join(folders.home, name), name.includes('.cjs') ? 0o600 : 0o700);
    }
    const place = path.join(folders.versions, version);
    fs.mkdirSync(place, { recursive: true, mode: 0o700 });
    replaceFile(path.join(from, 'agent.cjs'), path.join(place, 'agent.cjs'), 0o600);
    await writeCurrent(folders.current, { version, former: null, trial: false, failed: null });
  }
  const agentFile = path.join(from, 'agent.json');
  if (fs.existsSync(agentFile)) await writeSafely(folders.agentFile, fs.readFileSync(agentFile));
  say(`Installed in ${folders.home}.`);
  return startService(title, options);
}

/** false: the files are in place, but the system's service manager did not take it. */
function startService(title: string, options: ServiceOptions): boolean {
  const { folders, platform, env, say } = options;
  const run = options.run ?? runProgram;
  try {
    if (platform === 'win32') {
      const task = path.join(folders.data, 'task.xml');
      const user = `${env.USERDOMAIN ?? os.hostname()}\\${env.USERNAME ?? os.userInfo().username}`;
      fs.writeFileSync(task, `\uFEFF${scheduledTask(folders.home, user, title)}`, 'utf16le');
      run('schtasks.exe', ['/Create', '/F', '/TN', SERVICE_NAME, '/XML', task]);
      run('schtasks.exe', ['/Run', '/TN', SERVICE_NAME]);
    } else if (platform === 'darwin') {
      fs.mkdirSync(path.dirname(plistFile(options)), { recursive: true });
      fs.writeFileSync(plistFile(options), launchAgentPlist(folders.home));
      run('launchctl', ['bootstrap', `gui/${process.getuid?.() ?? 501}`, plistFile(options)]);
    } else {
      fs.mkdirSync(path.dirname(unitFile(options)), { recursive: true });
      fs.writeFileSync(unitFile(options), systemdUnit(folders.home, title));
      run('systemctl', ['--user', 'daemon-reload']);
      run('systemctl', ['--user', 'enable', '--now', `${SERVICE_NAME}.service`]);
      lingering(options, run);
    }
    say('It runs now and will start by itself.');
    return true;
  } catch (error) {
    const launcher = `"${path.join(folders.home, platform === 'win32' ? 'node.exe' : 'node')}" "${path.join(folders.home, 'launcher.cjs')}"`;
    say(
      `The system did not take it as a service (${error instanceof Error ? error.message.split('\n')[0] : String(error)}).`,
    );
    say(`Start it by hand, and put this among the programs that start with the computer: ${launcher}`);
    return false;
  }
}

/** Runs also while nobody is signed in, where the system allows that. */
function lingering(options: ServiceOptions, run: (program: string, args: readonly string[]) => void): void {
  try {
    run('loginctl', ['enable-linger']);
  } catch {
    options.say('It runs while you are signed in. To print also before: sudo loginctl enable-linger "$USER"');
  }
}

function stopService(options: ServiceOptions): void {
  const run = options.run ?? runProgram;
  const quietly = (program: string, args: readonly string[]) => {
    try {
      run(program, args);
    } catch {
      // It was not installed or does not run.
    }
  };
  if (options.platform === 'win32') quietly('schtasks.exe', ['/End', '/TN', SERVICE_NAME]);
  else if (options.platform === 'darwin')
    quietly('launchctl', ['bootout', `gui/${process.getuid?.() ?? 501}/${LAUNCH_LABEL}`]);
  else quietly('systemctl', ['--user', 'stop', `${SERVICE_NAME}.service`]);
}

/** Takes the service and the files away. On Windows the running node.exe is left for uninstall.cmd. */
export function uninstall(options: ServiceOptions): void {
  const { folders, platform } = options;
  const run = options.run ?? runProgram;
  stopService(options);
  try {
    if (platform === 'win32') run('schtasks.exe', ['/Delete', '/F', '/TN', SERVICE_NAME]);
    else if (platform === 'darwin') fs.rmSync(plistFile(options), { force: true });
    else {
      run('systemctl', ['--user', 'disable', `${SERVICE_NAME}.service`]);
      fs.rmSync(unitFile(options), { force: true });
      run('systemctl', ['--user', 'daemon-reload']);
    }
  } catch {
    fs.rmSync(unitFile(options), { force: true });
  }
  for (const folder of [folders.data, folders.versions, folders.logs])
    fs.rmSync(folder, { recursive: true, force: true });
  if (platform !== 'win32') fs.rmSync(folders.home, { recursive: true, force: true });
}
