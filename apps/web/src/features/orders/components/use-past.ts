import { useState } from 'react';

/** The rows as they were when they last held the order, so that its place is known after it has left them. */
export function usePast<R extends { readonly id: string }>(rows: readonly R[], id: string | undefined): readonly R[] {
  const [past, setPast] = useState(rows);
  const holds = rows.some((row) => row.id === id);
  if (holds && past !== rows) setPast(rows);
  return holds ? rows : past;
}
