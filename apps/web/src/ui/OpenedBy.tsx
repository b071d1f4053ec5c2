import { type Ref, useLayoutEffect } from 'react';

interface Props {
  /** The button that is on screen already. */
  readonly element: HTMLElement | null;
  /** Given by `Menu.Target` or `Popover.Target`. */
  readonly ref?: Ref<HTMLElement>;
}

/**
 * Child of a `Menu.Target` or `Popover.Target` whose button stands elsewhere: the button is drawn with the page, and the
 * menu with its positioning code is loaded when it is first wanted, without the button being drawn anew.
 */
export function OpenedBy({ element, ref }: Props) {
  useLayoutEffect(() => {
    if (typeof ref !== 'function') return undefined;
    const release = ref(element);
    return () => {
      if (typeof release === 'function') release();
      else ref(null);
    };
  }, [element, ref]);
  return null;
}
