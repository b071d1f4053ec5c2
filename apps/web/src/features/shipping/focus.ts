/** Asks the shipping panel to take the focus to its rates as soon as it shows them. */
let wanted = false;
let waiting: (() => void) | undefined;

export function focusRates(): void {
  wanted = true;
  waiting?.();
}
/** The panel says how to focus its rates; a wish that came before is granted at once. */
export function onFocusRates(focus: () => boolean): () => void {
  const serve = () => {
    if (wanted && focus()) wanted = false;
  };
  waiting = serve;
  serve();
  return () => {
    if (waiting === serve) waiting = undefined;
  };
}
