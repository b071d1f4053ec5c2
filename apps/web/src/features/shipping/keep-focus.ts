/** Where the focus goes when the control that had it is gone: to the shipment just made, else into the panel or page. */
const PLACES = [
  '[data-testid=shipping-panel] [data-testid=shipment] button',
  '[data-testid=shipping-panel] button',
  '#content',
] as const;

export function keepFocus(): void {
  if (document.activeElement && document.activeElement !== document.body) return;
  for (const place of PLACES) {
    const found = [...document.querySelectorAll<HTMLElement>(place)].find((element) => element.checkVisibility());
    if (found) {
      found.focus();
      return;
    }
  }
}

/** A dialog that has not gone by then keeps the focus. */
const LONGEST_CLOSING_MS = 5_000;
/** The dialog gives the focus back itself within this time, where it can. */
const GIVEN_BACK_MS = 50;

/**
 * `keepFocus` as soon as the dialog that holds the focus has closed, however long it takes to move out; at once where none does.
 * @returns calls it off
 */
export function keepFocusOnceClosed(): () => void {
  const until = performance.now() + LONGEST_CLOSING_MS;
  const dialog = document.activeElement?.closest('[role=dialog]');
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const closing = dialog?.isConnected && dialog.contains(document.activeElement);
    if (!closing || performance.now() > until) keepFocus();
    else timer = setTimeout(look, GIVEN_BACK_MS);
  };
  timer = setTimeout(look, GIVEN_BACK_MS);
  return () => clearTimeout(timer);
}
