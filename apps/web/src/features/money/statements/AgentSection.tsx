import type { ReactNode } from 'react';

/** One card of the page of commissions. */
export function AgentSection(props: {
  readonly title: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section className="card" aria-label={props.title}>
      <div className="card-head">
        <h2 className="grow">{props.title}</h2>
        {props.action}
      </div>
      {props.children}
    </section>
  );
}
