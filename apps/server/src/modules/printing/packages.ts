/**
 * The agent's packages as its build leaves them (apps/print-agent/README.md): whole ones to download, signed ones to update.
 * Nothing of a tenant is in them; what makes a download somebody's own is added while it is sent.
 */
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

export type Platform = 'linux' | 'win32' | 'darwin';

const manifest = z.object({
  version: z.string().check(z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/)),
  platform: z.enum(['linux', 'win32', 'darwin']),
  arch: z.string(),
  archive: z.enum(['zip', 'tgz']),
  files: z.array(
    z.object({
      path: z.string().check(z.regex(/^(?!.*(^|\/)\.\.(\/|$))[\w.@-][\w./@-]*$/)),
      size: z.int(),
      executable: z.optional(z.boolean()),
    }),
  ),
});
const statement = z.object({
  version: z.string().check(z.regex(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  size: z.int(),
});

export interface PackageFile {
  readonly path: string;
  readonly size: number;
  readonly executable: boolean;
  read(): AsyncIterable<Uint8Array>;
}

export interface AgentPackage {
  readonly version: string;
  readonly platform: Platform;
  readonly arch: string;
  readonly archive: 'zip' | 'tgz';
  readonly files: readonly PackageFile[];
}

export interface AgentUpdate {
  readonly version: string;
  readonly statement: string;
  readonly signature: string;
}

/** Makes the package of a system, if it can; whether it is there is looked up afterwards. */
export type BuildPackage = (platform: Platform, arch: string) => Promise<void>;

export interface Packages {
  /** The package for a system, built where there is none yet; undefined where that cannot be done. `arch` is a wish, the usual one of the system is the default. */
  find(platform: Platform, arch?: string): Promise<AgentPackage | undefined>;
  /** A signed package that is newer than the version. */
  newer(platform: Platform, arch: string, version: string): Promise<AgentUpdate | undefined>;
  /** The bytes of an update by their hash. */
  bytes(sha256: string): Promise<{ readonly size: number; read(): AsyncIterable<Uint8Array> } | undefined>;
}

const USUAL_ARCH: Readonly<Record<Platform, string>> = { linux: 'x64', win32: 'x64', darwin: 'arm64' };
/** Systems that have several; Windows on ARM runs the usual one. */
const archOf = (platform: Platform, wish: string | undefined): string =>
  platform !== 'win32' && (wish === 'x64' || wish === 'arm64') ? wish : USUAL_ARCH[platform];
/** A build that failed is not tried again at every press. */
const REST_MS = 60_000;
/** The folder changes with a release; it is not read for every poll. */
const FRESH_MS = 60_000;

/** Whether a is higher than b, part by part. */
export const isNewer = (a: string, b: string): boolean => {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number));
  for (const at of [0, 1, 2]) {
    const difference = (left?.[at] ?? 0) - (right?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
};

const json = async (path: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as unknown;
  } catch {
    return undefined;
  }
};

const text = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

/** @param folder of the built agent: `packages/` and `updates/` lie in it @param build absent: packages are built by hand */
export function createPackages(folder: string, build?: BuildPackage): Packages {
  const builds = new Map<string, { readonly at: number; readonly done: Promise<void> }>();
  const updates = new Map<string, { readonly at: number; readonly update: Promise<AgentUpdate | undefined> }>();

  async function readPackage(name: string): Promise<AgentPackage | undefined> {
    const home = join(folder, 'packages', name);
    const found = z.safeParse(manifest, await json(join(home, 'manifest.json')));
    if (!found.success) return undefined;
    const { version, platform, arch, archive } = found.data;
    const names = [...found.data.files, { path: 'manifest.json', size: -1 }];
    const files: PackageFile[] = [];
    for (const { path, executable = false } of names as { path: string; executable?: boolean }[]) {
      const there = await stat(join(home, path)).catch(() => undefined);
      if (!there?.isFile()) return undefined;
      files.push({ path, size: there.size, executable, read: () => createReadStream(join(home, path)) });
    }
    return { version, platform, arch, archive, files };
  }

  async function readUpdate(name: string): Promise<AgentUpdate | undefined> {
    const home = join(folder, 'updates', name);
    const [said, signature] = await Promise.all([
      text(join(home, 'statement.json')),
      text(join(home, 'statement.sig')),
    ]);
    if (said === undefined || signature === undefined) return undefined;
    let parsed: unknown;
    try {
      parsed = JSON.parse(said);
    } catch {
      return undefined;
    }
    const facts = z.safeParse(statement, parsed);
    return facts.success ? { version: facts.data.version, statement: said, signature: signature.trim() } : undefined;
  }

  const list = (kind: 'packages' | 'updates') => readdir(join(folder, kind)).catch(() => [] as string[]);
  const isFolder = (name: string): boolean => /^(linux|win32|darwin)-[a-z0-9]{1,10}$/.test(name);

  /** Once for all who wait. */
  function built(platform: Platform, arch: string): Promise<void> | undefined {
    const name = `${platform}-${arch}`;
    const held = builds.get(name);
    if (!build || (held && Date.now() - held.at < REST_MS)) return held?.done;
    const done = build(platform, arch);
    builds.set(name, { at: Date.now(), done });
    return done;
  }

  async function look(platform: Platform, arch: string | undefined): Promise<AgentPackage | undefined> {
    const names = (await list('packages')).filter((name) => isFolder(name) && name.startsWith(`${platform}-`));
    const wanted = [arch, USUAL_ARCH[platform], 'x64', 'arm64'].map((each) => `${platform}-${each ?? ''}`);
    for (const name of new Set([...wanted, ...names])) {
      const found = names.includes(name) ? await readPackage(name) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  return {
    async find(platform, arch) {
      const found = await look(platform, arch);
      if (found) return found;
      await built(platform, archOf(platform, arch));
      return look(platform, arch);
    },
    async newer(platform, arch, version) {
      const name = `${platform}-${arch}`;
      if (!isFolder(name)) return undefined;
      const held = updates.get(name);
      const update = held && Date.now() - held.at < FRESH_MS ? held.update : readUpdate(name);
      if (update !== held?.update) updates.set(name, { at: Date.now(), update });
      const found = await update;
      return found && isNewer(found.version, version) ? found : undefined;
    },
    async bytes(sha256) {
      for (const name of (await list('updates')).filter(isFolder)) {
        const files = await readdir(join(folder, 'updates', name)).catch(() => [] as string[]);
        const file = files.find((each) => each.startsWith(`${sha256}.`) || each === sha256);
        if (file === undefined) continue;
        const path = join(folder, 'updates', name, file);
        const there = await stat(path).catch(() => undefined);
        if (there?.isFile()) return { size: there.size, read: () => createReadStream(path) };
      }
      return undefined;
    },
  };
}
