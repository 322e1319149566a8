/** Helpers that write SVG. Everything here takes numbers and colours, never text from outside. */
export type Point = readonly [x: number, y: number];
export type Stop = readonly [offset: number, colour: string, opacity?: number];

export const num = (value: number): string => `${Math.round(value * 10) / 10}`;

const pair = ([x, y]: Point): string => `${num(x)} ${num(y)}`;

export const line = (points: readonly Point[]): string => (points.length === 0 ? '' : `M${points.map(pair).join('L')}`);

/** A rectangle as part of a path: many share one element. */
export const box = (x: number, y: number, w: number, h: number): string =>
  `M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}z`;

export const polygon = (points: readonly Point[]): string => `${line(points)}Z`;

/** A Catmull-Rom curve through the points, as Béziers; a third of the points of a polyline for the same look. */
export function curve(points: readonly Point[], closed = false): string {
  const count = points.length;
  const get = (index: number): Point => {
    const place = closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index));
    return points[place] ?? [0, 0];
  };
  let path = `M${pair(get(0))}`;
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const [x0, y0] = get(index - 1);
    const [x1, y1] = get(index);
    const [x2, y2] = get(index + 1);
    const [x3, y3] = get(index + 2);
    path += `C${pair([x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6])} ${pair([x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6])} ${pair([x2, y2])}`;
  }
  return closed ? `${path}Z` : path;
}

type Attributes = Record<string, string | number | undefined>;

export function tag(name: string, attributes: Attributes, content = ''): string {
  let text = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === '') continue;
    text += ` ${key}="${typeof value === 'number' ? Math.round(value * 1000) / 1000 : value}"`;
  }
  return content === '' ? `${text}/>` : `${text}>${content}</${name}>`;
}

/** librsvg paints an `opacity` by way of a second surface; on the paint itself it costs nothing and looks the same. */
function shape(name: string, attributes: Attributes): string {
  const { opacity, ...rest } = attributes;
  if (opacity === undefined) return tag(name, rest);
  return tag(name, {
    ...rest,
    'fill-opacity': rest.fill === 'none' ? undefined : opacity,
    'stroke-opacity': rest.stroke === undefined ? undefined : opacity,
  });
}

export const path = (d: string, attributes: Attributes): string => shape('path', { d, ...attributes });

export const circle = (x: number, y: number, r: number, attributes: Attributes): string =>
  shape('circle', { cx: num(x), cy: num(y), r: num(Math.max(0, r)), ...attributes });

export const ellipse = (x: number, y: number, rx: number, ry: number, attributes: Attributes): string =>
  shape('ellipse', { cx: num(x), cy: num(y), rx: num(rx), ry: num(ry), ...attributes });

export const rect = (x: number, y: number, w: number, h: number, attributes: Attributes): string =>
  shape('rect', { x: num(x), y: num(y), width: num(Math.max(0, w)), height: num(Math.max(0, h)), ...attributes });

export const group = (content: string, attributes: Attributes): string => tag('g', attributes, content || ' ');

/** Dots as one path of zero-length strokes: a sky of stars costs a single element. */
export const dots = (points: readonly Point[], size: number, attributes: Attributes): string =>
  points.length === 0
    ? ''
    : path(points.map((point) => `M${pair(point)}h.1`).join(''), {
        'stroke-width': size,
        'stroke-linecap': 'round',
        fill: 'none',
        ...attributes,
      });

/** Collects gradients and clips; each answers the reference to paint with. */
export type Paint = {
  linear(from: Point, to: Point, stops: readonly Stop[]): string;
  /** A gradient across the painted shape's own box: 0…1 in both directions. */
  across(from: Point, to: Point, stops: readonly Stop[]): string;
  radial(centre: Point, radius: number, stops: readonly Stop[], focus?: Point): string;
  clip(content: string): string;
  keep(content: string): string;
  definitions(): string;
};

const stopsOf = (stops: readonly Stop[]): string =>
  stops
    .map(([offset, colour, opacity]) => tag('stop', { offset, 'stop-color': colour, 'stop-opacity': opacity }))
    .join('');

export function createPaint(): Paint {
  const parts: string[] = [];
  const add = (write: (id: string) => string): string => {
    const id = `d${parts.length.toString(36)}`;
    parts.push(write(id));
    return id;
  };
  return {
    linear: ([x1, y1], [x2, y2], stops) => {
      const ends = { x1: num(x1), y1: num(y1), x2: num(x2), y2: num(y2) };
      return `url(#${add((id) => tag('linearGradient', { id, gradientUnits: 'userSpaceOnUse', ...ends }, stopsOf(stops)))})`;
    },
    across: ([x1, y1], [x2, y2], stops) =>
      `url(#${add((id) => tag('linearGradient', { id, x1, y1, x2, y2 }, stopsOf(stops)))})`,
    radial: ([cx, cy], r, stops, focus) => {
      const place = { cx: num(cx), cy: num(cy), r: num(r), fx: focus && num(focus[0]), fy: focus && num(focus[1]) };
      return `url(#${add((id) => tag('radialGradient', { id, gradientUnits: 'userSpaceOnUse', ...place }, stopsOf(stops)))})`;
    },
    clip: (content) => `url(#${add((id) => tag('clipPath', { id }, content))})`,
    keep: (content) => `#${add((id) => tag('g', { id }, content))}`,
    definitions: () => tag('defs', {}, parts.join('') || ' '),
  };
}
