import type { ArtSpec } from './art-spec.ts';
import type { Typefaces } from './font.ts';
import type { Stage } from './stage.ts';
import { num, path, rect } from './svg.ts';
import { fitTitle, writable } from './title.ts';

const STORE_NAME = 'Oyna';
const LABEL_TRACKING = 0.075;
const TITLE = { tracking: -0.012, lineHeight: 1.02 } as const;

type Block = {
  readonly left: number;
  readonly width: number;
  readonly bottom: number;
  readonly height: number;
  readonly largest: number;
  readonly labelSize: number;
};

/** A short accent bar, the label beside it, the title below; aligned to the bottom of the block. */
function titleBlock(stage: Stage, spec: ArtSpec, faces: Typefaces, block: Block): string {
  const title = writable(spec.name.toUpperCase(), faces.title);
  const fitted = fitTitle(title, faces.title, {
    ...TITLE,
    width: block.width,
    height: block.height,
    largest: block.largest,
  });
  const step = fitted.size * TITLE.lineHeight;
  let d = '';
  fitted.lines.forEach((line, index) => {
    const base = block.bottom - (fitted.lines.length - 1 - index) * step;
    d += faces.title.outline(line, fitted.size, block.left - fitted.size * 0.045, base, TITLE.tracking);
  });
  const rows = fitted.lines.length;
  const titleTop = rows === 0 ? block.bottom : block.bottom - (rows - 1) * step - fitted.size * faces.title.capHeight;
  const labelBase = titleTop - block.labelSize * (rows === 0 ? 0 : 1.15);
  const label = labelLine(stage, spec, faces, block, labelBase);
  return label + path(d, { fill: '#fff' });
}

function labelLine(stage: Stage, spec: ArtSpec, faces: Typefaces, block: Block, base: number): string {
  const text = writable(spec.label.toUpperCase(), faces.label);
  const bar = 52;
  const gap = 20;
  const middle = base - (block.labelSize * faces.label.capHeight) / 2;
  const dash = (length: number): string => rect(block.left, middle - 3.5, length, 7, { fill: stage.palette.accent });
  if (text === '') return dash(bar * 1.5);
  const room = block.width - bar - gap;
  const size = Math.min(block.labelSize, room / faces.label.measure(text, LABEL_TRACKING));
  const d = faces.label.outline(
    text,
    size,
    block.left + bar + gap,
    middle + (size * faces.label.capHeight) / 2,
    LABEL_TRACKING,
  );
  return dash(bar) + path(d, { fill: stage.palette.at(0.96) });
}

/** The picture that messengers show beside a link: the store's name above, the title below. */
export function shareLettering(stage: Stage, spec: ArtSpec, faces: Typefaces): string {
  const left = stage.w * 0.055;
  const block = titleBlock(stage, spec, faces, {
    left,
    width: stage.w * 0.56,
    bottom: stage.h - left * 0.95,
    height: stage.h * 0.5,
    largest: 132,
    labelSize: 34,
  });
  const brand = faces.brand.outline(STORE_NAME, 74, left, left + 52);
  const mark = `M${num(left)} ${num(left + 76)}h62v8h-62z`;
  return path(brand, { fill: '#fff' }) + path(mark, { fill: stage.palette.accent }) + block;
}
