/** The log file: one line an event, turned over by size, without secrets. */
import fs from 'node:fs';
import path from 'node:path';

export interface Log {
  info(words: string): void;
  warn(words: string): void;
  /** An unexpected failure, with its stack. */
  error(doing: string, error: unknown): void;
  /** From now on this text is never written. */
  hide(secret: string): void;
}

export interface LogOptions {
  readonly folder: string;
  readonly alsoTo?: NodeJS.WritableStream;
  readonly mostBytes?: number;
  readonly keep?: number;
}

/** Bearer tokens and pairing codes in whatever words they come, and every secret that was named. */
export function redacted(text: string, secrets: Iterable<string>): string {
  let clean = text.replace(/\b(bearer\s+)\S+/gi, '$1***').replace(/("(?:token|code)"\s*:\s*)"[^"]*"/g, '$1"***"');
  for (const secret of secrets) if (secret.length >= 8) clean = clean.replaceAll(secret, '***');
  return clean;
}

export function openLog(options: LogOptions): Log {
  const file = path.join(options.folder, 'agent.log');
  const mostBytes = options.mostBytes ?? 2 * 1024 * 1024;
  const keep = options.keep ?? 5;
  const secrets = new Set<string>();
  fs.mkdirSync(options.folder, { recursive: true, mode: 0o700 });
  let size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;

  function turnOver(): void {
    for (let number = keep - 1; number >= 1; number -= 1) {
      const older = number === 1 ? file : `${file}.${number - 1}`;
      if (fs.existsSync(older)) fs.renameSync(older, `${file}.${number}`);
    }
    size = 0;
  }

  function write(level: string, words: string): void {
    const line = `${new Date().toISOString()} ${level} ${redacted(words, secrets).replace(/\r?\n/g, '\n  ')}\n`;
    options.alsoTo?.write(line);
    try {
      if (size + line.length > mostBytes) turnOver();
      fs.appendFileSync(file, line, { mode: 0o600 });
      size += Buffer.byteLength(line);
    } catch {
      // A full disk must not end the printing; the journal has its own word about that.
    }
  }

  return {
    info: (words) => write('info ', words),
    warn: (words) => write('warn ', words),
    error: (doing, error) =>
      write('error', `${doing}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`),
    hide: (secret) => void secrets.add(secret),
  };
}
