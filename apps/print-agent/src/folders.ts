/**
 * Where the agent lives: one folder per person of the machine, nothing elsewhere.
 *
 *     node, launcher.cjs        what the service starts
 *     current.json              which version runs (update/versions.ts)
 *     versions/1.0.0/agent.cjs  one folder a version; `node` too where the update brought one
 *     data/                     agent.json, machine.json, access.json, printers.json, the journal, the documents held
 *     logs/
 */
import os from 'node:os';
import path from 'node:path';

/** Name of the folder and the service; neutral, because the product wears the brand of the franchise. */
export const SERVICE_NAME = 'shipping-print-agent';

export interface Folders {
  readonly home: string;
  readonly versions: string;
  readonly current: string;
  readonly data: string;
  readonly logs: string;
  readonly agentFile: string;
  readonly machineFile: string;
  readonly accessFile: string;
  readonly printersFile: string;
  readonly networkFile: string;
  readonly healthFile: string;
  readonly statusFile: string;
  readonly journalFile: string;
  readonly spool: string;
  readonly scripts: string;
}

/** @param env PRINT_AGENT_HOME names another place */
export function defaultHome(platform: NodeJS.Platform, env: NodeJS.ProcessEnv, home = os.homedir()): string {
  if (env.PRINT_AGENT_HOME) return path.resolve(env.PRINT_AGENT_HOME);
  if (platform === 'win32') return path.join(env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), SERVICE_NAME);
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', SERVICE_NAME);
  return path.join(env.XDG_DATA_HOME ?? path.join(home, '.local', 'share'), SERVICE_NAME);
}

export function foldersOf(home: string): Folders {
  const data = path.join(home, 'data');
  return {
    home,
    versions: path.join(home, 'versions'),
    current: path.join(home, 'current.json'),
    data,
    logs: path.join(home, 'logs'),
    agentFile: path.join(data, 'agent.json'),
    machineFile: path.join(data, 'machine.json'),
    accessFile: path.join(data, 'access.json'),
    printersFile: path.join(data, 'printers.json'),
    networkFile: path.join(data, 'network-printers.json'),
    healthFile: path.join(data, 'health.json'),
    statusFile: path.join(data, 'status.json'),
    journalFile: path.join(data, 'journal.ndjson'),
    spool: path.join(data, 'documents'),
    scripts: path.join(data, 'scripts'),
  };
}
