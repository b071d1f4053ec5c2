/** A failure while drawing shows a page like a 404 instead of nothing, or what is given for a smaller part; what is around it stays. */
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { DrawingFailed } from './DrawingFailed.tsx';

interface Props {
  readonly children: ReactNode;
  /** A change of it (the path) gives the page another chance. */
  readonly resetKey: string;
  readonly instead?: ReactNode;
}
interface State {
  readonly failedAt: string | undefined;
}
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failedAt: undefined };
  static getDerivedStateFromError(): Partial<State> {
    return { failedAt: '' };
  }
  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    if (state.failedAt === '') return { failedAt: props.resetKey };
    return state.failedAt !== undefined && state.failedAt !== props.resetKey ? { failedAt: undefined } : null;
  }
  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }
  override render() {
    return this.state.failedAt === undefined ? this.props.children : (this.props.instead ?? <DrawingFailed />);
  }
}
