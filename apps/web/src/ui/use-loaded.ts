import { useRef } from 'react';

/** True from the first time `wanted` is: what was loaded once stays mounted. */
export function useLoaded(wanted: boolean): boolean {
  const loaded = useRef(false);
  if (wanted) loaded.current = true;
  return loaded.current;
}
