/**
 * Where the vendors' own contracts and samples lie, for checks that hold a connector against them. They are not part of the
 * repository (their licences differ), so these checks are a second judge beside each connector's own cases.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** The folder with `carriers/<slug>` and `stores/<slug>`, or undefined where it is not on this machine. */
export function vendorFolder(): string | undefined {
  const folder = process.env.VENDOR_CONTRACTS ?? resolve(ROOT, '../shared/vendor');
  return existsSync(folder) ? folder : undefined;
}

/**
 * Runs `define` (which registers tests) with a vendor's folder, or says in one line that its checks are left out.
 * @param path below the folder: "carriers/ups"
 */
export function withVendorContract(path: string, define: (folder: string) => void): void {
  const all = vendorFolder();
  const folder = all === undefined ? undefined : resolve(all, path);
  if (folder !== undefined && existsSync(folder)) define(folder);
  // A file without any test counts as broken, so the one line is said by a test: it fails where the contracts should be.
  else
    it(`${path} is not on this machine: its checks are left out`, () => {
      process.stderr.write(`Vendor contract ${path} is not on this machine: its checks are left out.\n`);
      expect(process.env.VENDOR_CONTRACTS, 'the folder that is named does not hold it').toBeUndefined();
    });
}
