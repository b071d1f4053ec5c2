/** What a person types: status, printers, test, printer add, printer remove. */
import { randomUUID } from 'node:crypto';
import type { AgentJob } from '@scanship/contracts/printing/agent-v1';
import { PRINT_FORMATS, type PrintFormat } from '@scanship/domain/printing/printing';
import { readJson } from './files.ts';
import type { Folders } from './folders.ts';
import { inWords, reasonText } from './ipp/words.ts';
import { openLog } from './log.ts';
import { addOwnPrinter, removeOwnPrinter } from './printers/own-printers.ts';
import { sleep } from './printers/printer-port.ts';
import { openRegistry, type Registry } from './printers/registry.ts';
import { sha256Of } from './sha256.ts';
import { testEpl, testPdf, testZpl } from './test-page.ts';
import { AGENT_VERSION } from './version.ts';
import { powerShell, powerShellFile, writeScripts } from './windows/power-shell.ts';
import type { Status } from './work/run-agent.ts';

export type Say = (words: string) => void;

/** A status older than this is of an agent that does not run. */
const FRESH_MS = 15_000;

/** @returns exit code: 0 at work, 1 not */
export async function showStatus(folders: Folders, say: Say): Promise<number> {
  const status = (await readJson(folders.statusFile)) as Status | undefined;
  if (!status || Date.now() - Date.parse(status.at) > FRESH_MS) {
    say(`The agent (version ${AGENT_VERSION}) does not run here. Its log is in ${folders.logs}.`);
    return 1;
  }
  say(`Version ${status.version}, for ${status.account} at ${status.server}`);
  say(
    status.accessWithdrawn
      ? 'The server does not know this agent any more: pair it anew.'
      : `Last contact: ${status.lastContact ?? 'none yet'}`,
  );
  say(`Jobs held: ${status.waiting}; reports waiting for the line: ${status.reportsWaiting}`);
  for (const printer of status.printers)
    say(
      `  ${printer.name}: ${printer.state}${printer.reasons.length > 0 ? `, ${printer.reasons.map(inWords).join(', ')}` : ''}`,
    );
  return 0;
}

async function registryOf(folders: Folders): Promise<Registry> {
  const windows = process.platform === 'win32';
  if (windows) await writeScripts(folders.scripts);
  return openRegistry({
    folders,
    log: openLog({ folder: folders.logs }),
    cupsServer: process.env.CUPS_SERVER,
    windows: windows
      ? { run: powerShell(folders.scripts, powerShellFile(process.env)), folder: folders.scripts }
      : undefined,
  });
}

export async function showPrinters(folders: Folders, say: Say): Promise<number> {
  const registry = await registryOf(folders);
  for (const port of registry.all()) {
    const printer = await port.describe();
    const reasons = reasonText(printer.reasons);
    say(
      `${printer.name}: ${printer.state}${reasons ? `, ${reasons}` : ''}; ${printer.formats.join(' ') || 'no format'}; ${printer.sizes.join(' ')}`,
    );
  }
  if (registry.all().length === 0) say('No printer was found on this machine.');
  return 0;
}

const PAGE: Partial<Readonly<Record<PrintFormat, (words: string) => Buffer>>> = {
  pdf: testPdf,
  zpl: testZpl,
  epl: testEpl,
};

/** Prints a page past the server and waits for what becomes of it. */
export async function printTest(
  folders: Folders,
  name: string | undefined,
  say: Say,
  waitMs = 30_000,
): Promise<number> {
  const registry = await registryOf(folders);
  const ports = registry.all();
  const port = name === undefined && ports.length === 1 ? ports[0] : registry.port(name ?? '');
  if (!port) {
    say(`Name one of: ${ports.map((each) => each.name).join(', ') || 'no printer was found'}`);
    return 2;
  }
  const printer = await port.describe();
  const format = printer.formats.find((each) => PAGE[each] !== undefined);
  const make = format && PAGE[format];
  if (!make) {
    say(`${port.name} takes none of pdf, zpl, epl. Print the test page of the device manager.`);
    return 1;
  }
  const document = make(`${port.name}, ${new Date().toISOString()}`);
  const job: AgentJob = {
    id: randomUUID(),
    printerName: port.name,
    title: 'Print test',
    format,
    size: null,
    dpi: printer.dpi,
    copies: 1,
    bytes: document.length,
    sha256: sha256Of(document),
    expiresAt: new Date(Date.now() + waitMs).toISOString(),
    leaseSeconds: 60,
  };
  const prepared = await port.prepare(job);
  if (prepared.is !== 'ready') {
    say(`${port.name}: ${reasonText(prepared.reasons) ?? 'not ready'}`);
    return 1;
  }
  const sent = await prepared.send(document, {});
  if (sent.is !== 'accepted') {
    say(`${port.name}: ${reasonText(sent.reasons) ?? 'not taken'}`);
    return 1;
  }
  const deadline = Date.now() + waitMs;
  for (;;) {
    const outcome = await port.outcome(job, sent.spoolRef);
    if (outcome.is === 'printed') return done(say, `${port.name}: printed.`, 0);
    if (outcome.is === 'closed') return done(say, `${port.name}: sent. This printer cannot say whether it printed.`, 0);
    if (outcome.is !== 'open') return done(say, `${port.name}: ${reasonText(outcome.reasons) ?? outcome.is}`, 1);
    if (Date.now() > deadline) return done(say, `${port.name}: still waiting. ${reasonText(outcome.reasons) ?? ''}`, 1);
    await sleep(250);
  }
}

function done(say: Say, words: string, code: number): number {
  say(words);
  return code;
}

/** `printer add NAME URI [--format zpl] [--dpi 203]`, `printer remove NAME`. */
export async function changePrinters(folders: Folders, args: readonly string[], say: Say): Promise<number> {
  const [what, name, uri] = args;
  const option = (key: string) => (args.includes(key) ? args[args.indexOf(key) + 1] : undefined);
  if (what === 'remove' && name !== undefined) {
    const was = await removeOwnPrinter(folders.printersFile, name);
    return done(say, was ? `${name} is removed.` : `There is no printer ${name} of that kind.`, was ? 0 : 1);
  }
  if (what !== 'add' || name === undefined || uri === undefined)
    return done(
      say,
      'agent printer add NAME ipp://HOST/ipp/print | socket://HOST:9100 --format zpl|epl|pdf [--dpi 203]',
      2,
    );
  const format = PRINT_FORMATS.find((each) => each === option('--format'));
  const dpi = option('--dpi');
  await addOwnPrinter(folders.printersFile, { name, uri, format, dpi: dpi === undefined ? null : Number(dpi) });
  return done(say, `${name} is added; the agent takes it up within a minute.`, 0);
}
