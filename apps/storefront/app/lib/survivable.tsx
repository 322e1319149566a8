import { Component, type ReactNode } from 'react';

/** A part that fails goes away; what stands around it lives on. React tells the console of it. */
export class Survivable extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    return !this.state.hasFailed && this.props.children;
  }
}
