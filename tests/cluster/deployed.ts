/** Files of deploy/cluster, filled in as `envsubst` does: what stands there is what runs here. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../deploy/cluster');

export const deployed = (file: string): string => path.join(folder, file);

/** @throws Error where the file asks for something that is not given */
export const filledIn = (file: string, values: Readonly<Record<string, string>>): string =>
  readFileSync(deployed(file), 'utf8').replaceAll(/\$\{([A-Z_0-9]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`deploy/cluster/${file} asks for ${name}`);
    return value;
  });
