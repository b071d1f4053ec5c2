/** One built server on a fresh demo and one Chromium for all files of a lane; each file makes its own data in it. */
import { rmSync } from 'node:fs';
import { createSimulatorAdmin } from '@scanship/simulator-kit/admin-client';
import type { TestProject } from 'vitest/node';
import { makeAgentPackage } from './agent-package.ts';
import { startApp } from './app.ts';
import { serveBrowser } from './browser.ts';
import { wakeSimulators } from './wake-simulators.ts';

export interface LaneAddresses {
  readonly port: number;
  /** Where the browser answers Playwright. */
  readonly browser: string;
  /** Base address of the simulators' host. */
  readonly simulators: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    lane: LaneAddresses;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const agentFolder = makeAgentPackage();
  const app = await startApp({
    env: { LOG_LEVEL: 'info', RATE_LIMIT_PER_MINUTE: '100000', PRINT_AGENT_DIR: agentFolder },
  });
  const browser = await serveBrowser();
  const end = async (): Promise<void> => {
    await browser.close();
    await app.dispose();
    rmSync(agentFolder, { recursive: true });
  };
  try {
    await wakeSimulators(app);
    const simulators = app.simulatorsAddress();
    if (simulators === undefined) throw new Error(`the simulators did not start:\n${app.output().slice(-4000)}`);
    await createSimulatorAdmin(simulators).clearFaults('testline-express');
    project.provide('lane', { port: app.port, browser: browser.wsEndpoint(), simulators });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
