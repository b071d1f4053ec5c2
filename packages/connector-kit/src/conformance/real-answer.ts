/**
 * Answers that vendors really gave and that are public: their facts, written anew, and what they mean, to the cent, the minute and
 * the unit. Contracts say what may come; these say what comes. They stand in `real-answers/` of a connector, and
 * tests/conformance/real-answers.test.ts reads all of them.
 */
export interface RealAnswer {
  /** What is telling about it: "a base price per package". */
  readonly name: string;
  /** A column of the table: `rate`, `ship`, `track`, or `orders`, `fulfil`. */
  readonly operation: string;
  /** Where it is public: owner/repository, a page of the vendor, or what it was found in where the index names no repository. */
  readonly source: string;
  /** When it was recorded, from the days inside it where nothing else tells ("2024-03"); "unknown" where nothing does. */
  readonly recorded: string;
  /** The answer it is one service, scan or order of, where several cases read parts of one: they count as one answer. */
  readonly partOf?: string;
  /** It stands in the vendor's own documents: nobody was given it, so it is not counted as an answer. */
  readonly isExample?: true;
  readonly read: () => unknown;
  readonly means: unknown;
}
