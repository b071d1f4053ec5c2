/**
 * Debian's ippeveprinter (cups-ipp-utils): a real IPP printer that keeps what it was sent. It wants a D-Bus although it announces
 * nothing, so it gets one of its own where the machine has none.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { getPrinter } from '../src/ipp/operations.ts';

const isThere = (program: string): boolean => {
  try {
    execFileSync('which', [program], {
      stdio: 'ignore',
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
    });
    return true;
  } catch {
    return false;
  }
};

/** In CI it must be there; elsewhere its tests are left out, and one line says so. */
export function hasIppeveprinter(): boolean {
  if (isThere('ippeveprinter') && isThere('dbus-daemon')) return true;
  if (process.env.CI) throw new Error('CI needs ippeveprinter and dbus-daemon (cups-ipp-utils, dbus-daemon).');
  console.log('ippeveprinter is not installed: the tests with a real IPP printer are left out.');
  return false;
}

export interface Ippeveprinter {
  readonly uri: string;
  /** What it kept of a job, by the id at the beginning of its name; several when it was printed more than once. */
  printed(jobId: string): readonly Buffer[];
  /** Ids of all jobs in the order of its own numbers. */
  order(): readonly string[];
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await over;
}

const FILE = /^(\d+)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/;

/** Prints at once: its usual way is to wait some seconds for each job. */
export async function startIppeveprinter(): Promise<Ippeveprinter> {
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'ippeve-'));
  const spool = path.join(folder, 'spool');
  fs.mkdirSync(spool);
  const bus = path.join(folder, 'bus');
  const busArgs = ['--session', '--nofork', '--nopidfile', '--nosyslog', `--address=unix:path=${bus}`];
  const busProcess = spawn('dbus-daemon', busArgs, { stdio: 'ignore' });
  const port = await freePort();
  const uri = `ipp://127.0.0.1:${port}/ipp/print`;
  const formats = 'application/pdf,application/vnd.zebra-zpl,image/png';
  let printer: ChildProcess | undefined;
  const close = async () => {
    if (printer) await ended(printer);
    await ended(busProcess);
    fs.rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let waited = 0; !fs.existsSync(bus); waited += 20) {
      if (waited > 10_000) throw new Error('dbus-daemon did not start');
      await delay(20);
    }
    printer = spawn(
      'ippeveprinter',
      ['-r', 'off', '-k', '-p', String(port), '-d', spool, '-f', formats, '-c', '/bin/true', 'Test'],
      {
        stdio: 'ignore',
        env: {
          ...process.env,
          PATH: `${process.env.PATH}:/usr/sbin`,
          DBUS_SYSTEM_BUS_ADDRESS: `unix:path=${bus}`,
        },
      },
    );
    for (let waited = 0; ; waited += 50) {
      try {
        await getPrinter({ uri });
        break;
      } catch (error) {
        if (waited > 15_000) throw new Error('ippeveprinter did not start', { cause: error });
        await delay(50);
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  const files = () =>
    fs.readdirSync(spool).flatMap((name) => {
      // What its command printed of a job; /bin/true prints nothing.
      const found = name.endsWith('.prn') ? null : FILE.exec(name);
      return found ? [{ name, number: Number(found[1]), id: found[2] ?? '' }] : [];
    });
  return {
    uri,
    printed: (jobId) =>
      files()
        .filter(({ id }) => id === jobId)
        .map(({ name }) => fs.readFileSync(path.join(spool, name))),
    order: () =>
      files()
        .toSorted((a, b) => a.number - b.number)
        .map(({ id }) => id),
    close,
  };
}
