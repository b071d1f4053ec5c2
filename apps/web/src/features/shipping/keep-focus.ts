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
