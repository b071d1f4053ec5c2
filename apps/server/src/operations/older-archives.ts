/**
 * Archives of an installation that has not all migrations of this one (decision 0490). A migration that fills what it adds from rows that are
 * there did so for rows of here alone: only those that ask nothing of rows that come later may be missing. Whoever adds a migration
 * of that kind lists it; any other refuses older archives, which are exported again after an upgrade.
 */
export const ASK_NOTHING: ReadonlySet<string> = new Set([
  // Null: taken by a release before.
  '0498-work-without-progress.sql',
  // Not exported.
  '0499-accounts-at-their-limit.sql',
  '0500-rows-without-a-partition.sql',
  '0503-orders-with-signs.sql',
  // Written by the import itself.
  '0513-customers-that-came.sql',
]);
