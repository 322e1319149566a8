interface BrandIconProps {
  /** The text of a simple-icons file: `import steam from 'simple-icons/icons/steam.svg?raw'`. */
  svg: string;
  size?: number;
}

/** A brand logo in the colour of the text. Decorative: the name is next to it. */
export function BrandIcon({ svg, size = 24 }: BrandIconProps) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="currentColor" aria-hidden="true">
      <path d={/ d="([^"]+)"/.exec(svg)?.[1]} />
    </svg>
  );
}
