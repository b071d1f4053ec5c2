import { useEffect, useState } from 'react';

/**
 * For dialogs whose code is loaded when first opened: they must see `opened` change from false to true, or the focus does
 * not return to where it was when they close.
 */
export function useShownAfterMount(opened: boolean): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return mounted && opened;
}
