import styles from './text-link.module.css';

interface LinkedTextProps {
  /** Words in square brackets become links, in the order of `to`. */
  text: string;
  to: readonly string[];
}

/** A sentence with links. They open in a new tab, because the reader is filling in a form. */
export function LinkedText({ text, to }: LinkedTextProps) {
  return text.split(/\[([^\]]+)\]/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={to[(at - 1) / 2]} target="_blank" rel="noopener" className={styles.link}>
        {part}
      </a>
    ),
  );
}
