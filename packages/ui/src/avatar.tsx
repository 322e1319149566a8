import styles from './avatar.module.css';
import { cx } from './class-names.ts';

interface AvatarProps {
  /** Whose it is; without a picture its first letter stands for it. */
  name: string;
  address: string | null | undefined;
  isLarge?: boolean;
}

/** Decoration: the name stands beside it, or the control around it says it. */
export function Avatar({ name, address, isLarge }: AvatarProps) {
  const size = isLarge ? 96 : 32;
  // The letter is drawn by the style sheet: written here, it would stand before the words that a control is called by.
  const letter = address ? undefined : [...name][0]?.toUpperCase();
  return (
    <span className={cx(styles.avatar, isLarge && styles.large)} data-letter={letter} aria-hidden="true">
      {address && <img src={address} alt="" width={size} height={size} />}
    </span>
  );
}
