import { useState } from 'react';

/** True from the first time `wanted` is: what was loaded once stays mounted. */
export function useLoaded(wanted: boolean): boolean {
  const [loaded, setLoaded] = useState(wanted);
  if (wanted && !loaded) setLoaded(true);
  return loaded || wanted;
}
