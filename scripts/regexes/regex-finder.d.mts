export interface FoundRegex {
  readonly source: string;
  readonly flags: string;
  readonly line: number;
  /** The comment that states how long its input is at most and where that is enforced. */
  readonly bound?: string;
}
export function regexesOf(file: string, source: string): FoundRegex[];
