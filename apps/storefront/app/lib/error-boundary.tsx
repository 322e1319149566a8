import { Component, type ReactNode } from 'react';

/** Hides a part that throws and keeps the rest of the page. React logs the error to the console. */
export class ErrorBoundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return !this.state.hasFailed && this.props.children;
  }
}
