import styles from './avatar.module.css';
import { cx } from './class-names.ts';

interface AvatarProps {
  /** The name of the owner; its first letter is shown without a picture. */
  name: string;
  address: string | null | undefined;
  isLarge?: boolean;
}

/** Decorative: the name is next to it or in the label of the control. */
export function Avatar({ name, address, isLarge }: AvatarProps) {
  const size = isLarge ? 96 : 32;
  // The style sheet draws the letter, so that it is not part of the text of a control.
  const letter = address ? undefined : [...name][0]?.toUpperCase();
  return (
    <span className={cx(styles.avatar, isLarge && styles.large)} data-letter={letter} aria-hidden="true">
      {address && <img src={address} alt="" width={size} height={size} />}
    </span>
  );
}
