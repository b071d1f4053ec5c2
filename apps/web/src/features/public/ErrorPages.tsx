/** Pages for what went wrong, by their addresses (product-spec section 2), and the coming-soon page. */
import './public.css';
import { Button } from '@mantine/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { IconHourglass, IconMapPinOff, IconPlugConnectedX, IconTool } from '#start-icons';
import type { ReactNode } from 'react';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { LanguageLinks } from '../../ui/LanguageLinks.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { PublicFooter } from '../auth/PublicFrame.tsx';

interface Props {
  readonly title: string;
  readonly heading: ReactNode;
  readonly icon: ReactNode;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
}

function Message({ title, heading, icon, children, actions }: Props) {
  return (
    <div className="public-page">
      <PageHead title={title} />
      <header className="public-top">
        <BrandMark />
        <LanguageLinks />
      </header>
      <main className="public-message">
        {icon}
        <h1>{heading}</h1>
        <p className="dim">{children}</p>
        <div className="row">
          {actions}
          <LinkButton to="/">
            <Trans>Go to the start page</Trans>
          </LinkButton>
        </div>
      </main>
      <PublicFooter />
    </div>
  );
}
const icon = (Icon: typeof IconTool) => <Icon className="state-icon" size={48} stroke={1.3} aria-hidden />;
const again = (
  <Button variant="default" onClick={() => globalThis.history.back()}>
    <Trans>Back</Trans>
  </Button>
);

/** General error page; also where a failed consent of a store leads. */
export function ErrorPage() {
  const { t } = useLingui();
  return (
    <Message
      title={t`Error`}
      heading={<Trans>Something went wrong</Trans>}
      icon={icon(IconPlugConnectedX)}
      actions={again}
    >
      <Trans>What you were doing could not be finished. Nothing you saved is lost.</Trans>
    </Message>
  );
}

export function Error404() {
  const { t } = useLingui();
  return (
    <Message
      title={t`Page not found`}
      heading={<Trans>This page does not exist</Trans>}
      icon={icon(IconMapPinOff)}
      actions={again}
    >
      <Trans>The address may be mistyped, or what stood here was removed.</Trans>
    </Message>
  );
}

export function Error500() {
  const { t } = useLingui();
  return (
    <Message
      title={t`Error on our side`}
      heading={<Trans>An error on our side</Trans>}
      icon={icon(IconTool)}
      actions={again}
    >
      <Trans>It was logged. Try again in a moment; what you saved is safe.</Trans>
    </Message>
  );
}

export function Error500Two() {
  const { t } = useLingui();
  return (
    <Message
      title={t`The service does not answer`}
      heading={<Trans>The service does not answer</Trans>}
      icon={icon(IconPlugConnectedX)}
      actions={
        <Button variant="default" onClick={() => globalThis.location.assign('/')}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>Check the connection. If it stays, write to the company that runs this site.</Trans>
    </Message>
  );
}

export function UpcomingPage() {
  const { t } = useLingui();
  return (
    <Message title={t`Coming soon`} heading={<Trans>Coming soon</Trans>} icon={icon(IconHourglass)} actions={again}>
      <Trans>This part is being built. Everything else is ready to work with.</Trans>
    </Message>
  );
}
