/** What the acceptance suite checked of one connector, said in a line when its file ends. */

export interface Tally<C extends string> {
  notApplicable(column: C): void;
  /** Runs a case and counts it; what it answers is a figure worth telling. */
  run(column: C, name: string, work: () => Promise<string | undefined>): Promise<void>;
  print(): void;
}

export function createTally<const C extends string>(connector: string, columns: readonly C[]): Tally<C> {
  const counts = new Map(columns.map((column) => [column, { passed: 0, failed: 0, without: 0 }]));
  const figures: string[] = [];
  const at = (column: C): { passed: number; failed: number; without: number } => {
    const found = counts.get(column);
    if (!found) throw new RangeError(`there is no column ${column}`);
    return found;
  };
  const text = (column: C): string => {
    const { passed, failed, without } = at(column);
    if (passed + failed + without === 0) return `${column} not offered`;
    const more = [failed > 0 ? `${failed} FAILED` : '', without > 0 ? `${without} n/a` : ''].filter(Boolean);
    return [`${column} ${passed}`, ...more].join(', ');
  };
  return {
    notApplicable(column) {
      at(column).without += 1;
    },
    async run(column, name, work) {
      at(column).failed += 1;
      const figure = await work();
      at(column).failed -= 1;
      at(column).passed += 1;
      if (figure !== undefined) figures.push(`  ${name}: ${figure}`);
    },
    print() {
      process.stdout.write(`\n${[`${connector}: ${columns.map(text).join('; ')}`, ...figures].join('\n')}\n`);
    },
  };
}
