/** The product's processes as they are built, each with a data folder of its own. */
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { answers, createPart, listens, type Part } from './part.ts';

const run = promisify(execFile);

export interface ProductPlace {
  readonly root: string;
  readonly folder: string;
  readonly logs: string;
}

export interface ProductOptions {
  readonly name: string;
  readonly role: 'web' | 'worker';
  readonly port: number;
  readonly env: Readonly<Record<string, string>>;
}

export interface Product {
  readonly part: Part;
  readonly name: string;
  readonly role: 'web' | 'worker';
  readonly url: string;
  /** Of its next start, beside what all have. */
  more: Readonly<Record<string, string>>;
}

const programOf = (root: string): string => path.join(root, 'apps/server/dist/main.js');

const dataDirOf = (place: ProductPlace, name: string): string => {
  const folder = path.join(place.folder, `data-${name}`);
  mkdirSync(folder, { recursive: true });
  return folder;
};

export function createProduct(place: ProductPlace, options: ProductOptions): Product {
  const url = `http://127.0.0.1:${options.port}`;
  const product: Product = {
    name: options.name,
    role: options.role,
    url,
    more: {},
    part: createPart({
      name: options.name,
      command: process.execPath,
      args: [programOf(place.root), 'serve'],
      env: () => ({
        ...options.env,
        HOST: '127.0.0.1',
        PORT: String(options.port),
        ROLE: options.role,
        DATA_DIR: dataDirOf(place, options.name),
        ...product.more,
      }),
      logs: place.logs,
      ready: () => answers(`${url}/readyz`),
      readyWithinMs: 180_000,
    }),
  };
  return product;
}

/**
 * The host of simulators, as a process of its own.
 * @param books folder of what they sold
 */
export const createSimulators = (
  { root, logs }: Pick<ProductPlace, 'root' | 'logs'>,
  { name = 'simulators', port, books }: { readonly name?: string; readonly port: number; readonly books: string },
): Part =>
  createPart({
    name,
    command: process.execPath,
    args: [path.join(root, 'apps/server/dist/simulators.js'), '--port', String(port), '--data', books],
    logs,
    ready: () => listens(port),
  });

/** What `npm start` hands on to the program. */
export const operatorWords = (command: string): readonly string[] => command.replace(/^npm start -- /, '').split(' ');

/** One of the operator's commands. @returns what it said @throws Error with what it said when it failed */
export async function command(
  place: ProductPlace,
  env: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<string> {
  const { stdout } = await run(process.execPath, [programOf(place.root), ...words], {
    env: { ...process.env, DATA_DIR: dataDirOf(place, 'operator'), ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}
