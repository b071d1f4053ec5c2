import { Button, Modal } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { getProfile } from '@scanship/contracts/access/auth';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { fetchData, session } from './api.ts';
import { startAnew } from './other-person.ts';
import { nameOf } from './profile.ts';

const onStorage = (changed: () => void) => {
  window.addEventListener('storage', changed);
  return () => window.removeEventListener('storage', changed);
};

/** Over a page with something typed, when the browser works for somebody else by now. There is no way back to the page. */
export default function OtherPersonNotice() {
  const { t } = useLingui();
  // It may change again while the notice stands.
  const token = useSyncExternalStore(onStorage, () => session.token());
  const { data: other } = useQuery({
    queryKey: ['other-person', token],
    queryFn: ({ signal }) => fetchData(getProfile, { signal }),
  });
  useEffect(() => {
    // Keys and screen readers do not reach the page either.
    document.getElementById('root')?.setAttribute('inert', '');
  }, []);
  const company = other?.tenantName;
  const person = other && nameOf(other);
  return (
    <Modal
      opened
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={() => undefined}
      title={
        company
          ? t`You are now working for ${company} in another tab.`
          : t`You are now signed in as somebody else in another tab.`
      }
    >
      <div className="stack">
        <p>
          {person ? (
            <Trans>
              This browser is signed in as {person}. This page was opened before that, so nothing on it can be saved any
              more.
            </Trans>
          ) : (
            <Trans>This page was opened before that, so nothing on it can be saved any more.</Trans>
          )}
        </p>
        <p>
          <Trans>Copy what you still need before you go on.</Trans>
        </p>
        <div className="row end">
          <Button data-autofocus onClick={() => void startAnew()}>
            {company ? <Trans>Continue for {company}</Trans> : <Trans>Reload the page</Trans>}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
