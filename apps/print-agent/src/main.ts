/** The print agent's program. `run` is for the launcher; the rest is for people. */
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { changePrinters, printTest, showPrinters, showStatus } from './commands.ts';
import { defaultHome, foldersOf } from './folders.ts';
import { readAccess, readAgentFile } from './pairing.ts';
import { connectApi } from './server/api.ts';
import { install, type ServiceOptions, uninstall } from './service/install.ts';
import { runService } from './service/run.ts';
import { AGENT_VERSION } from './version.ts';

const HELP = `agent status                     what it does now
agent printers                   what this machine can print on
agent test [PRINTER]             prints a page
agent printer add NAME URI       a printer the system does not know (ipp://, ipps://, socket://)
agent printer remove NAME
agent version
agent install | uninstall        as a service of this person`;

async function main(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  const folders = foldersOf(defaultHome(process.platform, process.env));
  const say = (words: string) => void process.stdout.write(`${words}\n`);
  const service: ServiceOptions = {
    folders,
    platform: process.platform,
    env: process.env,
    homeDirectory: os.homedir(),
    say,
  };
  switch (command) {
    case 'run':
      return runService(folders);
    case 'status':
      return showStatus(folders, say);
    case 'printers':
      return showPrinters(folders, say);
    case 'test':
      return printTest(folders, rest[0], say);
    case 'printer':
      return changePrinters(folders, rest, say);
    case 'version':
      say(AGENT_VERSION);
      return 0;
    case 'install': {
      const from = path.dirname(path.resolve(process.argv[1] ?? '.'));
      const brand = (await readAgentFile({ ...folders, agentFile: path.join(from, 'agent.json') }))?.brandName;
      return (await install(from, AGENT_VERSION, brand ? `${brand} print agent` : 'Shipping print agent', service))
        ? 0
        : 3;
    }
    case 'uninstall': {
      await unpair();
      uninstall(service);
      say('The agent is removed.');
      return 0;
    }
    default:
      say(HELP);
      return command === undefined || command === 'help' ? 0 : 2;
  }

  /** The server is told; without a line it shows the machine as silent, and its access can be withdrawn there. */
  async function unpair(): Promise<void> {
    const access = await readAccess(folders);
    if (!access) return;
    try {
      await connectApi({ server: access.server, token: access.token, agentVersion: AGENT_VERSION }).unpair();
    } catch {
      say('The server could not be told. Remove this machine in the device manager.');
    }
  }
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
