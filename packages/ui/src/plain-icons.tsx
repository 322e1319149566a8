/**
 * Icons that a page has dozens of, without a component around each. The shapes are lucide's. All others
 * come from lucide-react.
 */
const line = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;

export const backIcon = (
  <svg {...line} width={20} height={20} aria-hidden="true">
    <path d="m15 18-6-6 6-6" />
  </svg>
);

export const onIcon = (
  <svg {...line} width={20} height={20} aria-hidden="true">
    <path d="m9 18 6-6-6-6" />
  </svg>
);
