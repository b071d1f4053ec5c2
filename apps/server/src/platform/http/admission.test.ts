import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ASK_CARRIERS, IMPORT_FILES, INVITE, MAKE_FILES } from './admission.ts';

test('every call that has a budget of its own is there under this name', () => {
  const contracts = join(import.meta.dirname, '../../../../../packages/contracts/src');
  const text = readdirSync(contracts, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(contracts, name), 'utf8'))
    .join('\n');
  const missing = [...ASK_CARRIERS, ...IMPORT_FILES, ...INVITE, ...MAKE_FILES].filter(
    (id) => !text.includes(`id: '${id}'`),
  );
  expect(missing).toEqual([]);
});
