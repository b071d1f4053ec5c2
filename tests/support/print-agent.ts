/** The print agent as people get it: bundled, paired through the download, a process of its own with a home of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as wait } from 'node:timers/promises';
import { listPrinters, type Printer, removeAgent, setupAgent } from '@scanship/contracts/printing/printers';
import { bundleAgent } from '../../scripts/build-agent.mjs';
import type { Seller } from './seller.ts';

export interface AgentAtWork {
  readonly machineId: string;
  readonly printers: readonly Printer[];
  /** Ends the process, takes its access back and removes its home. */
  dispose(): Promise<void>;
}

export interface AgentWish {
  readonly seller: Seller;
  /** "ipp://127.0.0.1:6310/ipp/print", by the name of the queue. */
  readonly printers: Readonly<Record<string, string>>;
  /** Origin it talks to, where that is not the one of its pairing file. */
  readonly through?: string;
}

const UP_WITHIN_MS = 30_000;

export async function startPrintAgent({ seller, printers, through }: AgentWish): Promise<AgentAtWork> {
  const home = mkdtempSync(path.join(tmpdir(), 'scanship-agent-home-'));
  const data = path.join(home, 'data');
  mkdirSync(data, { mode: 0o700 });
  const setup = await seller.call(setupAgent, { query: { os: 'linux' } });
  if (setup.status !== 200) throw new Error(`the agent could not be downloaded: ${setup.refusal?.message}`);
  const pairing = JSON.parse(fileIn(setup.bytes, home, 'agent.json')) as Record<string, unknown>;
  writeFileSync(
    path.join(data, 'agent.json'),
    JSON.stringify({ ...pairing, ...(through === undefined ? {} : { server: through }) }),
  );
  writeFileSync(
    path.join(data, 'printers.json'),
    JSON.stringify({ printers: Object.entries(printers).map(([name, uri]) => ({ name, uri })) }),
  );
  await bundleAgent(home);
  const child = spawn(process.execPath, [path.join(home, 'agent.cjs'), 'run'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // The queues of whatever machine the tests run on are none of their business.
    env: { ...process.env, PRINT_AGENT_HOME: home, CUPS_SERVER: 'none' },
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString('utf8');
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(home, { recursive: true, force: true });
  };
  try {
    const up = await untilUp(seller, path.join(data, 'machine.json'), Object.keys(printers).length);
    return {
      ...up,
      async dispose() {
        await stop();
        await seller.call(removeAgent, { params: { id: up.agentId } });
      },
    };
  } catch (error) {
    const logs = existsSync(path.join(home, 'logs')) ? readdirSync(path.join(home, 'logs')) : [];
    const log = logs.map((name) => readFileSync(path.join(home, 'logs', name), 'utf8')).join('');
    await stop();
    throw new Error(`the print agent did not come up:\n${said}${log}`, { cause: error });
  }
}

/** Text of the file with this name in a tgz, in whatever folder it lies there. */
function fileIn(archive: Uint8Array, home: string, name: string): string {
  const tgz = path.join(home, 'download.tgz');
  writeFileSync(tgz, archive);
  const entry = execFileSync('tar', ['-tzf', tgz], { encoding: 'utf8' })
    .split('\n')
    .find((each) => path.posix.basename(each) === name);
  if (entry === undefined) throw new Error(`the download holds no ${name}`);
  return execFileSync('tar', ['-xzOf', tgz, entry], { encoding: 'utf8' });
}

async function untilUp(seller: Seller, machineFile: string, count: number) {
  for (const until = Date.now() + UP_WITHIN_MS; Date.now() < until; await wait(100)) {
    if (!existsSync(machineFile)) continue;
    const { machineId } = JSON.parse(readFileSync(machineFile, 'utf8')) as { machineId: string };
    const list = await seller.must(listPrinters);
    const agent = list.agents.find((each) => each.machineId === machineId);
    const printers = list.printers.filter((each) => each.machineId === machineId && each.state !== 'offline');
    if (agent?.online && printers.length === count) return { machineId, agentId: agent.id, printers };
  }
  throw new Error(`no machine with ${count} printers within ${UP_WITHIN_MS} ms`);
}
