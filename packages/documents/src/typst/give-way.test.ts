import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Priority of a program that was started so much lower, before and after it gave way. */
function prioritiesOf(niceness: number): unknown {
  const program = `import { getPriority } from 'node:os'; import { processGivesWay } from '${new URL('give-way.ts', import.meta.url)}';
    const before = getPriority(); const lowered = processGivesWay(); console.log(JSON.stringify([before, lowered, getPriority()]))`;
  const { stdout, stderr } = spawnSync(
    'nice',
    ['-n', String(niceness), process.execPath, '--import', 'tsx', '--input-type=module', '-e', program],
    { encoding: 'utf8' },
  );
  return JSON.parse(stdout || JSON.stringify(stderr));
}

it('what gives way is lowered, and never raised', () => {
  const [usual, lower] = [prioritiesOf(0), prioritiesOf(12)] as [number, boolean, number][];
  expect(usual).toEqual([usual?.[0], true, Math.max(usual?.[0] ?? 0, 5)]);
  expect(lower).toEqual([lower?.[0], true, lower?.[0]]);
  expect(lower?.[0]).toBeGreaterThanOrEqual(12);
});
