import { Button } from '@mantine/core';
import { Plural, Trans } from '@lingui/react/macro';
import { IconAlertTriangle, IconShieldCheck } from '#icons';
import { useMutation } from '@tanstack/react-query';
import { ErrorState } from '../../ui/states.tsx';
import { verifyLog } from './audit-api.ts';

/** Recomputes the chain of hashes on the server and says the result in words. */
export function VerifyLog() {
  const check = useMutation({ mutationFn: verifyLog });
  const found = check.data;
  return (
    <section className="card" aria-labelledby="verify-head">
      <div className="card-body stack">
        <div className="row between">
          <div className="grow">
            <h2 id="verify-head">
              <Trans>Can this log be trusted?</Trans>
            </h2>
            <p className="dim small">
              <Trans>
                Every entry is sealed together with all before it. Checking computes every seal again and compares.
              </Trans>
            </p>
          </div>
          <Button variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            <Trans>Check the log</Trans>
          </Button>
        </div>
        {check.error && <ErrorState compact error={check.error} />}
        {found && (
          <div className="notice" data-tone={found.intact ? 'good' : 'bad'} role={found.intact ? 'status' : 'alert'}>
            {found.intact ? <IconShieldCheck size={17} aria-hidden /> : <IconAlertTriangle size={17} aria-hidden />}
            <div className="stack tight">
              <div className="strong">
                {found.intact ? (
                  <Trans>The log is whole: nothing was changed, removed or slipped in.</Trans>
                ) : (
                  <Trans>The log was tampered with. Tell the company that runs this site, and keep this page.</Trans>
                )}
              </div>
              <div>
                <Trans>
                  Computed again: <Plural value={found.events} one="# record" other="# records" /> under{' '}
                  <Plural value={found.seals} one="# seal" other="# seals" />.
                </Trans>{' '}
                {found.unsealed > 0 && (
                  <Plural
                    value={found.unsealed}
                    one="# entry is so new that its seal is still being made."
                    other="# entries are so new that their seals are still being made."
                  />
                )}
              </div>
              {found.head && (
                <div>
                  <Trans>
                    Last seal, no. {found.head.no}: <code className="audit-root">{found.head.root}</code>
                  </Trans>{' '}
                  <span className="dim">
                    <Trans>Stored elsewhere, it proves later that the log was not rewritten.</Trans>
                  </span>
                </div>
              )}
              {found.problems.length > 0 && (
                <ul className="audit-problems" lang="en">
                  {found.problems.map((problem) => (
                    <li key={problem}>{problem}</li>
                  ))}
                </ul>
              )}
            </div>
          </div>
        )}
      </div>
    </section>
  );
}
