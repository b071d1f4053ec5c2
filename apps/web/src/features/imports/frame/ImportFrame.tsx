import '../imports.css';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef } from 'react';
import { PageHead } from '../../../ui/PageHead.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { IMPORT_STEPS, type ImportStepName } from './use-import-steps.ts';

interface Props {
  readonly title: string;
  readonly at: ImportStepName;
  /** The file that is looked at, while it is. */
  readonly fileName: string | undefined;
  /** Why the last press came to nothing. */
  readonly error: Error | null;
  readonly children: ReactNode;
}

/** Head, steps and failure of an import from a file, whatever is imported. */
export function ImportFrame({ title, at, fileName, error, children }: Props) {
  const { t } = useLingui();
  // Each step begins at its top, and the focus comes along.
  const head = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    window.scrollTo(0, 0);
    head.current?.focus({ preventScroll: true });
  }, [at]);
  const names = { file: t`File`, map: t`Columns`, check: t`Check`, done: t`Result` };
  const index = IMPORT_STEPS.indexOf(at);
  return (
    <div className="page-narrow">
      <PageHead title={title} />
      <div className="page-head">
        <div className="grow">
          <h1 ref={head} tabIndex={-1} className="quiet-focus">
            {title}
          </h1>
          {fileName !== undefined && <p className="dim small">{fileName}</p>}
        </div>
        <ol className="steps" aria-label={t`Steps`}>
          {IMPORT_STEPS.map((step, i) => (
            <li
              key={step}
              data-state={i < index ? 'past' : i === index ? 'now' : 'next'}
              aria-current={i === index ? 'step' : undefined}
            >
              <span className="step-number" aria-hidden>
                {i + 1}
              </span>
              {names[step]}
            </li>
          ))}
        </ol>
      </div>
      {error && (
        <div className="import-problem">
          <ErrorState compact error={error} />
        </div>
      )}
      {children}
    </div>
  );
}
