/** A printer on the network that takes raw data on port 9100. Only a Zebra can be asked how it is. */
import type { AgentJob, AgentPrinter } from '@scanship/contracts/printing/agent-v1';
import type { PrintFormat } from '@scanship/domain/printing/printing';
import { askStatus, connectRaw, writeRaw } from '../raw/connection.ts';
import type { ZebraStatus } from '../raw/zebra-status.ts';
import type { Found, Outcome, Prepared, PrinterPort, SendOptions, Sent } from './printer-port.ts';
import { inPieces } from './printer-port.ts';

export interface RawPrinterSettings {
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly format: PrintFormat;
  readonly dpi: number | null;
}

const STATUS_MS = 500;
/** A printer that did not answer is not asked again before each label. */
const ASK_AGAIN_MS = 10 * 60_000;

export function rawPrinter(settings: RawPrinterSettings): PrinterPort {
  const { host, port } = settings;
  let silentUntil = 0;
  /** Jobs handed over in this run while the printer answered: only of these "nothing waits" means "printed". */
  const watched = new Set<string>();

  async function status(socket: Awaited<ReturnType<typeof connectRaw>>): Promise<ZebraStatus | undefined> {
    if (settings.format !== 'zpl' || Date.now() < silentUntil) return undefined;
    const found = await askStatus(socket, STATUS_MS);
    if (!found) silentUntil = Date.now() + ASK_AGAIN_MS;
    return found;
  }

  async function send(
    socket: Awaited<ReturnType<typeof connectRaw>>,
    job: AgentJob,
    answers: boolean,
    document: Buffer,
    options: SendOptions,
  ): Promise<Sent> {
    const whole = Buffer.concat(Array.from({ length: Math.max(1, job.copies) }, () => document));
    try {
      await writeRaw(socket, inPieces(whole, options.pieceBytes), options.passing);
    } catch (error) {
      return { is: 'cut', reasons: ['cut-while-sending', error instanceof Error ? error.message : String(error)] };
    }
    if (answers) watched.add(job.id);
    return { is: 'accepted', spoolRef: null };
  }

  return {
    name: settings.name,

    async describe(): Promise<AgentPrinter> {
      const described: AgentPrinter = {
        name: settings.name,
        displayName: null,
        driver: null,
        connection: 'raw',
        isDefault: false,
        state: 'ready',
        reasons: [],
        formats: [settings.format],
        dpi: settings.dpi,
        sizes: [],
      };
      try {
        const socket = await connectRaw(host, port);
        const found = await status(socket);
        socket.destroy();
        if (!found) return described;
        const stopped = found.reasons.length > 0;
        return {
          ...described,
          driver: 'Zebra (~HS)',
          state: stopped ? 'stopped' : 'ready',
          reasons: [...found.reasons],
        };
      } catch {
        return { ...described, state: 'offline', reasons: ['offline'] };
      }
    },

    async prepare(job): Promise<Prepared> {
      if (job.format !== settings.format) return { is: 'refused', reasons: ['format-not-supported'] };
      try {
        let socket = await connectRaw(host, port);
        const found = await status(socket);
        if (found && found.reasons.length > 0) {
          socket.destroy();
          return { is: 'hold', reasons: found.reasons };
        }
        // The printer ended the connection over the question.
        if (socket.destroyed || socket.readableEnded) {
          socket.destroy();
          socket = await connectRaw(host, port);
        }
        return {
          is: 'ready',
          send: (document, options) => send(socket, job, found !== undefined, document, options),
          leave: () => socket.destroy(),
        };
      } catch (error) {
        return { is: 'hold', reasons: ['offline', error instanceof Error ? error.message : String(error)] };
      }
    },

    find: async (): Promise<Found> => ({ is: 'cannot-tell' }),

    async outcome(job): Promise<Outcome> {
      if (!watched.has(job.id)) return { is: 'closed' };
      try {
        const socket = await connectRaw(host, port);
        const found = await askStatus(socket, STATUS_MS);
        socket.destroy();
        if (found && (found.waiting > 0 || found.reasons.length > 0)) return { is: 'open', reasons: found.reasons };
        watched.delete(job.id);
        return found ? { is: 'printed' } : { is: 'closed' };
      } catch {
        // Switched off in between: what it had not printed is gone, or it is not.
        watched.delete(job.id);
        return { is: 'closed' };
      }
    },
  };
}
