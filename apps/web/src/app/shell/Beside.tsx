/**
 * A part of the frame around the pages that loads by itself. Where its code does not come, the page stays, and a button in its place
 * loads all of it anew.
 */
import { ActionIcon } from '@mantine/core';
import { useLingui } from '@lingui/react/macro';
import { Component, type ErrorInfo, type ReactNode, Suspense } from 'react';
import { IconRefresh } from '#icons';

interface Props {
  readonly wait?: ReactNode;
  readonly children: ReactNode;
}

export class Beside extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }
  override render() {
    return this.state.failed ? <LoadAnew /> : <Suspense fallback={this.props.wait}>{this.props.children}</Suspense>;
  }
}

function LoadAnew() {
  const { t } = useLingui();
  const words = t`A part of this page could not be loaded. Reload the page.`;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      title={words}
      aria-label={words}
      onClick={() => location.reload()}
    >
      <IconRefresh size={19} stroke={1.7} aria-hidden />
    </ActionIcon>
  );
}
