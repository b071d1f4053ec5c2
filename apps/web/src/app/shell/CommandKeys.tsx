import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { layerOpens } from '../../lib/shortcuts.ts';
import { useLoaded } from '../../ui/use-loaded.ts';

const CommandPalette = lazy(() => import('./CommandPalette.tsx'));

const listeners = new Set<() => void>();
let asked = 0;
/** Opens the palette from a button. */
export function openPalette(): void {
  asked += 1;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Ctrl K or Cmd K, wherever the focus is (ux.md line 4). */
export function CommandKeys() {
  const [opened, setOpened] = useState(false);
  const loaded = useLoaded(opened);
  const times = useSyncExternalStore(subscribe, () => asked);
  useEffect(() => {
    if (times > 0) setOpened(true);
  }, [times]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      if (!opened) layerOpens();
      setOpened(!opened);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [opened]);
  if (!loaded) return null;
  return (
    <Suspense fallback={null}>
      <CommandPalette opened={opened} onClose={() => setOpened(false)} />
    </Suspense>
  );
}
