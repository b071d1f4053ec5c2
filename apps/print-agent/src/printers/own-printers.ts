/** Printers a person entered on this machine (`agent printer add`), beside the system's queues: ipp://, ipps://, socket://. */
import * as z from 'zod/mini';
import { PRINT_FORMATS } from '@scanship/domain/printing/printing';
import { readJson, writeSafely } from '../files.ts';

const ownPrinter = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  uri: z.string().check(z.regex(/^(ipps?|socket):\/\/[^/\s]+/)),
  /** socket:// only. */
  format: z.optional(z.enum(PRINT_FORMATS)),
  dpi: z.optional(z.nullable(z.int())),
});
export type OwnPrinter = z.infer<typeof ownPrinter>;
const ownPrinters = z.object({ printers: z.array(ownPrinter) });

/** @throws where the file holds something else, with a sentence */
export async function readOwnPrinters(file: string): Promise<readonly OwnPrinter[]> {
  const found = await readJson(file);
  if (found === undefined) return [];
  const read = ownPrinters.safeParse(found);
  if (!read.success) throw new Error(`${file} cannot be understood: ${z.prettifyError(read.error)}`);
  return read.data.printers;
}

/** Adds a printer or puts it in the place of the one with the same name. @throws a sentence when it is not one */
export async function addOwnPrinter(file: string, printer: OwnPrinter): Promise<void> {
  const read = ownPrinter.safeParse(printer);
  if (!read.success)
    throw new Error('A printer needs a name and an address such as ipp://host:631/ipp/print or socket://host:9100.');
  if (printer.uri.startsWith('socket:') && printer.format === undefined)
    throw new Error('A socket:// printer needs --format zpl, epl or pdf.');
  const others = (await readOwnPrinters(file)).filter((each) => each.name !== printer.name);
  await writeSafely(file, `${JSON.stringify({ printers: [...others, printer] }, null, 2)}\n`);
}

/** @returns false where there was none of that name */
export async function removeOwnPrinter(file: string, name: string): Promise<boolean> {
  const before = await readOwnPrinters(file);
  const after = before.filter((each) => each.name !== name);
  await writeSafely(file, `${JSON.stringify({ printers: after }, null, 2)}\n`);
  return after.length < before.length;
}
