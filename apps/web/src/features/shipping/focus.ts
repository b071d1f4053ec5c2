/** Asks the shipping panel to take the focus: to itself at once, to its rates as soon as it shows them. */
let wanted = false;
let waiting: (() => void) | undefined;

export function focusRates(): void {
  wanted = true;
  document.querySelector<HTMLElement>('.ship-dock')?.focus();
  waiting?.();
}
/** For the panel beside the list, when it comes up. */
export function focusIfWanted(panel: HTMLElement | null): void {
  if (wanted) panel?.focus();
}
/** Where the focus is between the wish and the rates, unless somebody moved it. */
const UNMOVED = 'body, .ship-dock, tr[data-order], [data-autofocus]';

/** The panel says how to focus its rates; a wish that came before is granted at once, but nobody who went on is called back. */
export function onFocusRates(focus: () => boolean): () => void {
  const serve = () => {
    if (!document.activeElement?.matches(UNMOVED)) wanted = false;
    if (wanted && focus()) wanted = false;
  };
  waiting = serve;
  serve();
  return () => {
    if (waiting === serve) waiting = undefined;
  };
}
