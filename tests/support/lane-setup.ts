/** One built server on a fresh demo and one Chromium for all files of a lane; each file makes its own data in it. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import type { TestProject } from 'vitest/node';
import { makeAgentPackage } from './agent-package.ts';
import { startApp } from './app.ts';
import { serveBrowser } from './browser.ts';
import { readNotebook } from './handed-out.ts';
import { searchAll } from './search-all.ts';
import { wakeSimulators } from './wake-simulators.ts';

export interface LaneAddresses {
  readonly port: number;
  /** Where the browser answers Playwright. */
  readonly browser: string;
  /** Base address of the simulators' host. */
  readonly simulators: string;
  /** Port of loopback where the server looks names up; a file that has some answers there, else nobody does. */
  readonly nameServer: number;
  /** What the server printed so far. */
  readonly serverOutput: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    lane: LaneAddresses;
  }
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = socket.address();
  socket.close();
  await once(socket, 'close');
  return port;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const agentFolder = makeAgentPackage();
  const notes = mkdtempSync(path.join(tmpdir(), 'scanship-handed-out-'));
  const notebook = path.join(notes, 'handed-out.jsonl');
  // Files of the lane inherit it.
  process.env['SCANSHIP_HANDED_OUT'] = notebook;
  const serverOutput = path.join(notes, 'server.jsonl');
  const nameServer = await freePort();
  const app = await startApp({
    outputFile: serverOutput,
    // All files sign in as the same few people, from one address.
    env: {
      // As much as there can be: what was handed out may stand in none of it.
      LOG_LEVEL: 'trace',
      RATE_LIMIT_PER_MINUTE: '100000',
      SESSIONS_PER_PERSON: '10000',
      PRINT_AGENT_DIR: agentFolder,
      DNS_SERVERS: `127.0.0.1:${nameServer}`,
    },
  });
  const browser = await serveBrowser();
  const end = async (): Promise<void> => {
    await browser.close();
    const metrics = await fetch(`${app.url}/metrics`).then((answer) => answer.text());
    await app.stop();
    try {
      const found = await searchAll(app, readNotebook(notebook), metrics);
      if (found.length > 0) {
        // What a set-up throws at its end is only printed and the run would pass; `scripts/vitest-lane.mjs` knows this code.
        process.exitCode = 3;
        throw new Error(`secrets were written down:\n${found.join('\n')}`);
      }
    } finally {
      await app.dispose();
      rmSync(agentFolder, { recursive: true });
      rmSync(notes, { recursive: true });
    }
  };
  try {
    await wakeSimulators(app);
    const simulators = app.simulatorsAddress();
    if (simulators === undefined) throw new Error(`the simulators did not start:\n${app.output().slice(-4000)}`);
    await createSimulatorAdmin(simulators).clearFaults('testline-express');
    project.provide('lane', { port: app.port, browser: browser.wsEndpoint(), simulators, nameServer, serverOutput });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
