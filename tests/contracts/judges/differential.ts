/**
 * One hand writes a connector and its simulator, so they could agree in error. Here each request is mutated, and the
 * verdict of the vendor's own contract is held against the simulator's: they must agree, exceptions listed with a reason.
 */
export interface Verdict {
  readonly accepted: boolean;
  /** The judge's words, for the report. */
  readonly why: string;
}

export interface Mutant<R> {
  /** Names the place and the kind of change: "parcel.weight removed". Unique within its case; exceptions match it. */
  readonly what: string;
  readonly request: R;
}

export interface DifferentialCase<R> {
  readonly name: string;
  /** The unchanged request; both judges must accept it. */
  readonly request: R;
  readonly mutants: readonly Mutant<R>[];
  contract(request: R): Verdict | Promise<Verdict>;
  simulator(request: R): Verdict | Promise<Verdict>;
}

/** A difference that is meant: the simulator knows a rule the contract cannot express, or the contract is wrong. */
export interface ListedException {
  readonly match: RegExp;
  readonly reason: string;
}

export interface Comparison {
  readonly compared: number;
  /** How many the contract refused; 0 would mean that the mutants prove nothing. */
  readonly refused: number;
  /** "case: what: contract ..., simulator ..." for each unlisted difference. */
  readonly differences: readonly string[];
  /** Exceptions that matched nothing: they are stale and must go. */
  readonly unused: readonly ListedException[];
}

export async function compareVerdicts<R>(
  cases: readonly DifferentialCase<R>[],
  exceptions: readonly ListedException[] = [],
): Promise<Comparison> {
  const used = new Set<ListedException>();
  const differences: string[] = [];
  let compared = 0;
  let refused = 0;
  for (const one of cases) {
    for (const { what, request } of [{ what: 'unchanged', request: one.request }, ...one.mutants]) {
      const [contract, simulator] = [await one.contract(request), await one.simulator(request)];
      compared += 1;
      if (!contract.accepted) refused += 1;
      const label = `${one.name}: ${what}`;
      const wrong = what === 'unchanged' && !contract.accepted;
      if (contract.accepted === simulator.accepted && !wrong) continue;
      const listed = exceptions.find((exception) => exception.match.test(label));
      if (listed) used.add(listed);
      else differences.push(`${label}: contract ${word(contract)}, simulator ${word(simulator)}`);
    }
  }
  return { compared, refused, differences, unused: exceptions.filter((exception) => !used.has(exception)) };
}

const word = (verdict: Verdict): string => `${verdict.accepted ? 'accepts' : 'refuses'} (${verdict.why})`;
