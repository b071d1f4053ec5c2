import { type ReactNode, useState } from 'react';

interface Props {
  readonly className: string;
  /** Something in it has to be seen or filled in. */
  readonly asks: boolean;
  /** Begins with its `summary`. */
  readonly children: ReactNode;
}

/** Opens by itself while something in it asks, and closes by hand only: what is being filled in stays when nothing is missing any more. */
export function Fold({ className, asks, children }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <details className={className} open={open || asks} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {children}
    </details>
  );
}
