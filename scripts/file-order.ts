/** In which order test files begin, and which part of a lane runs them. */
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Small files that take long, most of it waiting or going over every page; without a hint a file counts as its bytes. */
const LONG = /\/(stores-soak\.pg|accounts|carriers|errors|marketplaces|pages|platforms)\.test\.ts$/;
const LONG_WEIGHT = 60_000;

const weightOf = (file: TestSpecification): number => {
  const { size } = statSync(file.moduleId);
  return LONG.test(file.moduleId) ? size + LONG_WEIGHT : size;
};

/** The heaviest file first, each into the part that has least to do: every process of a lane comes to the same division. */
export function divide<T>(files: readonly T[], count: number, weight: (file: T) => number): readonly (readonly T[])[] {
  const parts = Array.from({ length: count }, () => ({ files: [] as T[], weight: 0 }));
  for (const file of files.toSorted((a, b) => weight(b) - weight(a))) {
    const least = parts.reduce((a, b) => (b.weight < a.weight ? b : a));
    least.files.push(file);
    least.weight += weight(file);
  }
  return parts.map((part) => part.files);
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own
    const sorted = await super.sort(files);
    const isLong = (file: TestSpecification): boolean => LONG.test(file.moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }

  override shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config;
    if (!shard) return Promise.resolve(files);
    const byName = files.toSorted((a, b) => (a.moduleId < b.moduleId ? -1 : 1));
    return Promise.resolve([...(divide(byName, shard.count, weightOf)[shard.index - 1] ?? [])]);
  }
}
