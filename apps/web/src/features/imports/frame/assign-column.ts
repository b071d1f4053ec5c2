/** Which column of a file means what. A column means one thing, and a field comes from one column. */
export type Columns<Field extends string> = Partial<Record<Field, number>>;

export const fieldAt = <Field extends string>(
  columns: Columns<Field>,
  fields: readonly Field[],
  column: number,
): Field | undefined => fields.find((field) => columns[field] === column);

/** Gives a column its meaning; the field leaves the column it had before. */
export function assignColumn<Field extends string>(
  columns: Columns<Field>,
  fields: readonly Field[],
  column: number,
  field: Field | undefined,
): Columns<Field> {
  const next: Columns<Field> = {};
  for (const name of fields) {
    const index = columns[name];
    if (index !== undefined && index !== column && name !== field) next[name] = index;
  }
  if (field) next[field] = column;
  return next;
}
