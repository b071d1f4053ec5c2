/** The download of a print agent: a built package and the file that pairs it once. */
import { ok } from '@scanship/domain/values/result';
import type { DownloadAnswer } from '../../platform/http/handler.ts';
import { type Outcome, problem } from '../../platform/problem.ts';
import { type ArchiveFile, tgz, zip } from './archive.ts';
import type { Packages, Platform } from './packages.ts';

const PLATFORMS = { linux: 'linux', windows: 'win32', macos: 'darwin' } as const;
export type AskedSystem = keyof typeof PLATFORMS;

/** What the browser says it runs on; undefined for phones and what nobody knows. */
export function systemOf(userAgent: string): AskedSystem | undefined {
  if (/android|iphone|ipad/i.test(userAgent)) return undefined;
  if (/windows/i.test(userAgent)) return 'windows';
  if (/mac os x|macintosh/i.test(userAgent)) return 'macos';
  return /linux|x11/i.test(userAgent) ? 'linux' : undefined;
}

export const archOf = (userAgent: string): string | undefined =>
  /aarch64|arm64/i.test(userAgent)
    ? 'arm64'
    : /x86_64|win64|x64/i.test(userAgent) && !/mac/i.test(userAgent)
      ? 'x64'
      : undefined;

/** For a file name: what every system takes. "PrintAgent" where nothing is left. */
export const fileStem = (brandName: string): string => {
  const plain = brandName
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 40);
  return plain === '' ? 'PrintAgent' : `PrintAgent-${plain}`;
};

export const platformOf = (system: AskedSystem): Platform => PLATFORMS[system];

export interface PairingFile {
  /** Origin of the franchise's host. */
  readonly server: string;
  readonly code: string;
  readonly brandName: string;
  /** ISO 8601 instant. */
  readonly expiresAt: string;
}

/**
 * Problem: `agent_not_built`. The pairing is made by the caller when the package is known to be there.
 * @param now stamped on the files
 */
export async function setupDownload(
  packages: Packages,
  asked: { readonly system: AskedSystem; readonly arch: string | undefined },
  pairing: () => Promise<PairingFile>,
  now: Date,
): Promise<Outcome<DownloadAnswer>> {
  const found = await packages.find(platformOf(asked.system), asked.arch);
  if (!found) return problem('agent_not_built');
  const own = await pairing();
  const stem = fileStem(own.brandName);
  const text = Buffer.from(`${JSON.stringify(own, null, 2)}\n`);
  const files: ArchiveFile[] = [
    ...found.files.map((file) => ({
      path: `${stem}/${file.path}`,
      size: file.size,
      mode: file.executable ? 0o755 : 0o644,
      read: () => file.read(),
    })),
    {
      path: `${stem}/agent.json`,
      size: text.byteLength,
      mode: 0o600,
      read: async function* read() {
        yield text;
      },
    },
  ];
  return ok({
    kind: 'download',
    chunks: found.archive === 'zip' ? zip(files, now) : tgz(files, now),
    contentType: found.archive === 'zip' ? 'application/zip' : 'application/gzip',
    fileName: `${stem}.${found.archive}`,
  });
}
