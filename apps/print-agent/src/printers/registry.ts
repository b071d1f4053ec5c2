/** All printers of the machine by name: the system's queues, those entered here, those entered in the device manager. */
import * as z from 'zod/mini';
import { PRINT_FORMATS } from '@scanship/domain/printing/printing';
import { readJson, writeSafely } from '../files.ts';
import type { Folders } from '../folders.ts';
import type { Log } from '../log.ts';
import { listWindowsPrinters, type WindowsSpooler } from '../windows/windows-printer.ts';
import { cupsTarget, listCups } from './cups.ts';
import { ippPrinter } from './ipp-printer.ts';
import { readOwnPrinters } from './own-printers.ts';
import type { PrinterPort } from './printer-port.ts';
import { rawPrinter } from './raw-printer.ts';

const networkPrinters = z.array(
  z.object({
    name: z.string(),
    host: z.string(),
    port: z.int(),
    format: z.enum(PRINT_FORMATS),
    dpi: z.nullable(z.int()),
  }),
);
export type NetworkPrinter = z.infer<typeof networkPrinters>[number];

export interface Registry {
  /** undefined: there is none; null: the machine's queues could not be listed yet. */
  port(name: string): PrinterPort | undefined | null;
  all(): readonly PrinterPort[];
  /** Looks again. Never throws: what could not be listed stays as it was. */
  refresh(): Promise<void>;
  /** Takes what the device manager knows; answers whether that was new. */
  setNetworkPrinters(printers: readonly NetworkPrinter[]): Promise<boolean>;
}

export interface RegistryOptions {
  readonly folders: Folders;
  readonly log: Log;
  /** Environment value CUPS_SERVER. "none" leaves the system's queues out. */
  readonly cupsServer?: string;
  readonly windows?: WindowsSpooler;
}

const CUPS_COMES_UP_MS = 60_000;

export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const { folders, log } = options;
  let system: readonly PrinterPort[] = [];
  let listed = options.cupsServer === 'none';
  let failingSince: number | undefined;
  let ports = new Map<string, PrinterPort>();
  /** Kept while nothing about them changed: they remember what they learnt. */
  const kept = new Map<string, PrinterPort>();
  const stored = networkPrinters.safeParse(await readJson(folders.networkFile));
  let network: readonly NetworkPrinter[] = stored.success ? stored.data : [];

  function keep(key: string, make: () => PrinterPort): PrinterPort {
    const found = kept.get(key) ?? make();
    kept.set(key, found);
    return found;
  }

  async function entered(): Promise<readonly PrinterPort[]> {
    const own = await readOwnPrinters(folders.printersFile);
    return own.map((each) =>
      keep(JSON.stringify(each), () => {
        if (!each.uri.startsWith('socket:'))
          return ippPrinter({ name: each.name, target: { uri: each.uri }, cups: false });
        const url = new URL(each.uri.replace(/^socket/, 'http'));
        const port = Number(url.port) || 9100;
        return rawPrinter({
          name: each.name,
          host: url.hostname.replace(/^\[|\]$/g, ''),
          port,
          format: each.format ?? 'zpl',
          dpi: each.dpi ?? null,
        });
      }),
    );
  }

  async function listSystem(): Promise<void> {
    if (options.cupsServer === 'none') return;
    try {
      const found = options.windows
        ? await listWindowsPrinters(options.windows)
        : await listCups(cupsTarget(options.cupsServer));
      const before = new Map(system.map((port) => [port.name, port]));
      system = found.map((port) => before.get(port.name) ?? port);
      listed = true;
      failingSince = undefined;
    } catch (error) {
      if (failingSince === undefined)
        log.warn(`the system's printers cannot be listed: ${error instanceof Error ? error.message : String(error)}`);
      failingSince ??= Date.now();
      // A machine without CUPS has no queues; one whose CUPS comes up late keeps its jobs waiting until then.
      if (!listed && isNotThere(error) && Date.now() - failingSince > CUPS_COMES_UP_MS) listed = true;
    }
  }

  async function refresh(): Promise<void> {
    await listSystem();
    let own: readonly PrinterPort[] = [];
    try {
      own = await entered();
    } catch (error) {
      log.error('printers entered on this machine', error);
    }
    const reached = network.map((each) => keep(JSON.stringify(each), () => rawPrinter(each)));
    const next = new Map<string, PrinterPort>();
    // Where names meet, the nearer one wins: a queue of the system before what was entered by hand.
    for (const port of [...system, ...own, ...reached]) if (!next.has(port.name)) next.set(port.name, port);
    ports = next;
  }

  await refresh();
  return {
    port: (name) => ports.get(name) ?? (listed ? undefined : null),
    all: () => [...ports.values()],
    refresh,
    async setNetworkPrinters(printers) {
      if (JSON.stringify(printers) === JSON.stringify(network)) return false;
      network = printers;
      await writeSafely(folders.networkFile, JSON.stringify(printers));
      await refresh();
      return true;
    },
  };
}

/** No CUPS on the machine at all: nobody listens. */
const isNotThere = (error: unknown): boolean =>
  error instanceof Error && /ECONNREFUSED|ENOENT/.test(`${error.message} ${String(error.cause)}`);
