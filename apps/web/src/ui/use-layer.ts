import { useCallback, useEffect, useRef, useState } from 'react';
import { useLoaded } from './use-loaded.ts';

/**
 * State of a button whose menu or popover is loaded when first wanted. Spread `button` on the button; draw the layer in a
 * `Suspense` once `loaded`, with `anchor` for its `OpenedBy`. Pointing at the button or focusing it begins the load.
 */
export function useLayer(load: () => Promise<unknown>, kind: 'menu' | 'dialog') {
  const [anchor, setAnchor] = useState<HTMLButtonElement | null>(null);
  const [opened, setOpened] = useState(false);
  const loaded = useLoaded(opened);
  const was = useRef(false);
  useEffect(() => {
    const closed = was.current && !opened;
    was.current = opened;
    if (!closed) return undefined;
    // What had the focus before may be gone: it is never left to nowhere (ux.md line 11).
    const timer = setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body) anchor?.focus();
    }, 60);
    return () => clearTimeout(timer);
  }, [opened, anchor]);
  const warm = useCallback(() => {
    // A failed load is tried again, and reported, by the press itself.
    load().catch(() => undefined);
  }, [load]);
  return {
    anchor,
    opened,
    loaded,
    setOpened,
    button: {
      ref: setAnchor,
      'aria-haspopup': kind,
      'aria-expanded': opened,
      onPointerEnter: warm,
      onFocus: warm,
      onClick: () => setOpened((before) => !before),
    },
  } as const;
}

export type Layer = ReturnType<typeof useLayer>;
