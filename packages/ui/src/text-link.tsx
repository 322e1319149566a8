import type { LinkProps } from 'react-router';
import { cx } from './class-names.ts';
import { Link } from './link.tsx';
import styles from './text-link.module.css';

interface TextLinkProps extends Omit<LinkProps, 'className' | 'style'> {
  /** Not inside a sentence. */
  isAlone?: boolean;
}

export function TextLink({ isAlone, ...rest }: TextLinkProps) {
  return <Link {...rest} className={cx(styles.link, isAlone && styles.alone)} />;
}
