/** First rows of a table, for the person who says what its columns hold. */
const ROWS = 20;
const MOST_CHARACTERS = 200;

/** Long cells are cut: what a column holds is seen at its beginning. */
export const sampleOf = (rows: readonly (readonly string[])[]): string[][] =>
  rows
    .slice(0, ROWS)
    .map((row) =>
      row.map((cell) => (cell.length <= MOST_CHARACTERS ? cell : `${cell.slice(0, MOST_CHARACTERS - 1)}…`)),
    );
