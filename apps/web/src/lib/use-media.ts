import { useCallback, useSyncExternalStore } from 'react';

/** True while the media query holds. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

export const PHONE = '(max-width: 767px)';
/** From here on the shipping panel stands beside the list instead of above it (ux.md line 17). */
export const ROOM_FOR_PANEL = '(min-width: 1200px)';
