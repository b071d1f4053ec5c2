import { expect, it } from 'vitest';
import { chapter, shellSteps } from '../../../scripts/docs/operations-page.ts';
import { NIGHTLY, REHEARSED } from './steps-back.ts';

it('each command of the backups and of the way back to a moment is rehearsed, and nothing else is', () => {
  expect([...shellSteps(chapter('Back to any moment')).keys()]).toEqual(REHEARSED);
  expect([...shellSteps(chapter('A backup each night')).keys()]).toEqual(NIGHTLY);
});

it('a block is told by its step, without the indent of the list', () => {
  const text =
    '# T\n\n## A\n1. *First*, once:\n\n   ```sh\n   one \\\n     two\n   ```\n2. *Second?*\n```sh\nthree\n```\n\n## B\n';
  expect([...shellSteps(chapter('A', text))]).toEqual([
    ['First', 'one \\\n  two'],
    ['Second', 'three'],
  ]);
});

it('a chapter that is gone, and commands under no step of their own, are faults', () => {
  expect(() => chapter('Nowhere')).toThrow('no chapter');
  expect(() => shellSteps('```sh\none\n```\n')).toThrow('no step of its own');
  expect(() => shellSteps('1. *First*\n```sh\none\n```\n```sh\ntwo\n```\n')).toThrow('no step of its own');
  expect(() => shellSteps('1. *First*\n```sql\nSELECT 1\n```\n')).toThrow('no shell');
});
