import styles from './opened-key.module.css';

/** The text of a key. A cover over it opens once; the text is there, and can be selected, from the start. */
export function OpenedKey({ text }: { text: string }) {
  return <code className={styles.key}>{text}</code>;
}
