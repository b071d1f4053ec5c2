/** The machine's own CUPS: by its socket, else on localhost:631. */
import fs from 'node:fs';
import { firstNumber, firstText } from '../ipp/message.ts';
import { cupsPrinters } from '../ipp/operations.ts';
import type { IppTarget } from '../ipp/transport.ts';
import { ippPrinter } from './ipp-printer.ts';
import type { PrinterPort } from './printer-port.ts';

/** Where Linux distributions and macOS put it. */
const SOCKETS = ['/run/cups/cups.sock', '/var/run/cups/cups.sock', '/private/var/run/cupsd'];
/** Bit of `printer-type` for the default queue (CUPS: CUPS_PRINTER_DEFAULT). */
const IS_DEFAULT = 0x20000;

/** @param server CUPS_SERVER: a path of a socket, or host and port */
export function cupsTarget(server: string | undefined, exists: (file: string) => boolean = fs.existsSync): IppTarget {
  if (server?.startsWith('/')) return { uri: 'ipp://localhost/', socketPath: server };
  if (server) return { uri: `ipp://${server.includes(':') ? server : `${server}:631`}/` };
  const socketPath = SOCKETS.find(exists);
  return socketPath ? { uri: 'ipp://localhost/', socketPath } : { uri: 'ipp://localhost:631/' };
}

/** @throws while CUPS does not answer */
export async function listCups(target: IppTarget): Promise<readonly PrinterPort[]> {
  const queues = await cupsPrinters(target);
  return queues.flatMap((attributes) => {
    const name = firstText(attributes, 'printer-name');
    if (name === undefined) return [];
    const base = target.uri.replace(/\/$/, '');
    return ippPrinter({
      name,
      target: { ...target, uri: `${base}/printers/${encodeURIComponent(name)}` },
      cups: true,
      isDefault: ((firstNumber(attributes, 'printer-type') ?? 0) & IS_DEFAULT) !== 0,
      attributes,
    });
  });
}
